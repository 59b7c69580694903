import { afterAll, afterEach, beforeAll } from "vitest";
import { useCredentials } from "../src/kernel/credentials.ts";
import { newId } from "../src/kernel/ids.ts";
import { newReference } from "../src/kernel/payout-reference.ts";
import type { Provider } from "../src/providers/provider.ts";
import type { Transfer } from "../src/providers/transfer.ts";
import { razorpayxProvider } from "../src/providers/razorpayx/razorpayx.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "./stand-ins/razorpayx.ts";

/** The adapter and its stand-in, for the tests of one file. */
export function useRazorpayX() {
  const world = {} as { standIn: RazorpayXStandIn; provider: Provider };
  beforeAll(async () => {
    useCredentials(razorpayxCredentials);
    world.standIn = await openRazorpayX();
    world.provider = razorpayxProvider({
      baseUrl: world.standIn.baseUrl,
      timeoutMs: 5_000,
      pollMs: 5,
    });
  });
  afterEach(() => {
    useCredentials(razorpayxCredentials);
    Object.assign(world.standIn.switches, { allowedIp: true, isLite: true, approval: false });
    world.standIn.clearFaults();
  });
  afterAll(async () => {
    useCredentials({});
    await world.standIn.close();
  });
  return world;
}

export function transferWith(change: Partial<Transfer> = {}): Transfer {
  return {
    idempotencyKey: newId(),
    reference: newReference(),
    amountPaise: 150_000n,
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    purpose: null,
    sendBeforeMs: Infinity,
    remarks: null,
    to: { method: "imps", accountNumber: "000123456789", ifscCode: "HDFC0000001" },
    ...change,
  };
}
