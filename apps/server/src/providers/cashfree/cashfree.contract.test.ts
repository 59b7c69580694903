import { afterAll, beforeAll } from "vitest";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import type { StandInRequest } from "../../../test/stand-ins/stand-in-server.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { describeProvider } from "../provider.contract.ts";
import type { Provider } from "../provider.ts";
import { cashfreeProvider } from "./cashfree.ts";

let standIn: Cashfree;
let provider: Provider;
/** Cashfree only knows our reference; the suite asks by the payout's id. */
const references = new Map<string, string>();

const silentAccount = "000000000504";
const downAccount = "000000000503";
const isSendingTo = (account: string) => (request: StandInRequest) =>
  request.method === "POST" && request.body.includes(account);

beforeAll(async () => {
  standIn = await openCashfree();
  useCredentials(cashfreeCredentials);
  standIn.planFault({ kind: "silent", acts: true }, isSendingTo(silentAccount));
  standIn.planFault({ kind: "status", acts: false, status: 503 }, isSendingTo(downAccount), 3);
  const made = cashfreeProvider({ baseUrl: standIn.baseUrl, timeoutMs: 1_000 });
  provider = {
    ...made,
    send(transfer) {
      references.set(transfer.idempotencyKey, transfer.reference);
      return made.send(transfer);
    },
  };
});
afterAll(async () => {
  useCredentials({});
  await standIn.close();
});

const imps = (accountNumber: string, ifscCode: string) =>
  ({ method: "imps", accountNumber, ifscCode }) as const;

describeProvider("Cashfree [30.11]", {
  provider: () => provider,
  to: {
    success: imps("026291800001191", "YESB0000262"),
    failure: imps("026291800001190", "YESB0000262"),
    pending: imps("007711000031", "HDFC0000077"),
    timeout: imps(silentAccount, "HDFC0000504"),
    down: imps(downAccount, "HDFC0000503"),
  },
  settle: async () => standIn.books.settle(),
  timesPaid: async (key) => standIn.books.timesPaid(references.get(key) ?? "") ?? 0,
});
