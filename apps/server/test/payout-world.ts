import type { Feature } from "@rokad/contract/call";
import { useClock } from "../src/clock.ts";
import { database } from "../src/db.ts";
import { verifyBooks } from "../src/ledger/verify.ts";
import { verifySums } from "../src/sums/verify-sums.ts";
import { useProviders } from "../src/providers/rails.ts";
import { sandboxProvider } from "../src/providers/sandbox/sandbox.ts";
import { Payer } from "./payer.ts";
import { openWorld } from "./world.ts";

const settleMs = 2_000;

export type PayoutWorld = Awaited<ReturnType<typeof openPayoutWorld>>;

/** The world with time in hand, so that the life of a payout can be stepped through. */
export async function openPayoutWorld() {
  const world = await openWorld();
  const bank = sandboxProvider({ settleMs });
  useProviders({ primary: bank, alternative: bank });
  let aheadMs = 0;
  const restoreClock = useClock(() => new Date(Date.now() + aheadMs));

  return {
    ...world,
    /** An operator with so much in the wallet, as in "₹10,000". */
    async payer(wallet?: string, features?: readonly Feature[]): Promise<Payer> {
      const { mobile, token } = await world.operator({
        ...(wallet && { wallet }),
        ...(features && { features }),
      });
      return new Payer(world.app, mobile, token);
    },
    /** Lets time pass for everything that is dated. An access token lives 15 minutes of it. */
    pass(ms: number): void {
      aheadMs += ms;
    },
    /** Lets the sandbox bank reach the end of what it has taken, and works. */
    async settle(): Promise<void> {
      await world.work();
      aheadMs += settleMs;
      await world.work();
    },
    /** What is wrong in the books; empty when all is right. */
    faults: async () => [...(await verifyBooks(database())), ...(await verifySums(database()))],
    async close(): Promise<void> {
      restoreClock();
      await world.close();
    },
  };
}

/** An IMPS payout of ₹1,000 to a sample beneficiary, with what a test changes. */
export function impsOrder(change: Record<string, unknown> = {}) {
  return {
    method: "imps",
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    account_number: "000123456789",
    ifsc_code: "HDFC0000001",
    amount: 1_000,
    ...change,
  };
}

/** The same to a UPI id. */
export function upiOrder(upiId: string, change: Record<string, unknown> = {}) {
  const { account_number: _account, ifsc_code: _ifsc, ...order } = impsOrder();
  return { ...order, method: "upi", upi_id: upiId, ...change };
}
