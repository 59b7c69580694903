import { afterAll, afterEach, beforeAll } from "vitest";
import { useCredentials } from "../src/credentials/credentials.ts";
import { newId } from "../src/ids.ts";
import { newReference } from "../src/payouts/reference.ts";
import type { Provider, Transfer } from "../src/providers/provider.ts";
import { razorpayxProvider } from "../src/providers/razorpayx/razorpayx.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "./stand-ins/razorpayx.ts";

/** The adapter and its stand-in, for the tests of one file. */
export function useRazorpayX() {
  const world = {} as { far: RazorpayXStandIn; provider: Provider };
  beforeAll(async () => {
    useCredentials(razorpayxCredentials);
    world.far = await openRazorpayX();
    world.provider = razorpayxProvider({ baseUrl: world.far.baseUrl, timeoutMs: 5_000, pollMs: 5 });
  });
  afterEach(() => {
    useCredentials(razorpayxCredentials);
    Object.assign(world.far.switches, { allowedIp: true, isLite: true, approval: false });
    world.far.heal();
  });
  afterAll(async () => {
    useCredentials({});
    await world.far.close();
  });
  return world;
}

export function transferWith(change: Partial<Transfer> = {}): Transfer {
  return {
    idempotencyKey: newId(),
    reference: newReference(),
    amountPaise: 150_000n,
    beneficiaryName: "Sample Traders",
    beneficiaryEmail: "accounts@example.com",
    beneficiaryPhone: "9876543210",
    remarks: null,
    to: { method: "imps", accountNumber: "000123456789", ifscCode: "HDFC0000001" },
    ...change,
  };
}
