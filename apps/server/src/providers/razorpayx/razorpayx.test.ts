import { afterAll, beforeAll } from "vitest";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { describeProvider } from "../provider.contract.ts";
import type { Provider } from "../provider.ts";
import { razorpayxProvider } from "./razorpayx.ts";

let standIn: RazorpayXStandIn;
let provider: Provider;

beforeAll(async () => {
  useCredentials(razorpayxCredentials);
  standIn = await openRazorpayX();
  provider = razorpayxProvider({ baseUrl: standIn.baseUrl, timeoutMs: 1_500, pollMs: 5 });
  standIn.planFaultFor("000000000504", { kind: "silent", acts: true });
  standIn.planFaultFor("000000000503", { kind: "status", acts: false, status: 503 }, 3);
});

afterAll(async () => {
  useCredentials({});
  await standIn.close();
});

const imps = (accountNumber: string, ifscCode: string) =>
  ({ method: "imps", accountNumber, ifscCode }) as const;

describeProvider("RazorpayX [30.11, 31.14]", {
  provider: () => provider,
  to: {
    success: imps("000123456789", "HDFC0000001"),
    failure: imps("026291800001190", "YESB0000262"),
    pending: imps("007711000031", "HDFC0000077"),
    timeout: imps("000000000504", "HDFC0000504"),
    down: imps("000000000503", "HDFC0000503"),
  },
  settle: async () => standIn.settle(),
  timesPaid: async (key) => standIn.timesPaid(key),
});
