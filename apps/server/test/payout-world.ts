import { featureIds, type Feature } from "@rokad/contract/call";
import { useClock } from "../src/kernel/clock.ts";
import { transaction } from "../src/database/db.ts";
import { useProviders } from "../src/providers/configured-providers.ts";
import { sandboxProvider } from "../src/providers/sandbox/sandbox.ts";
import { openTenant } from "../src/tenants/accounts/open-tenant.ts";
import { Payer } from "./payer.ts";
import { openWorld } from "./world.ts";

const settleMs = 2_000;

export type PayoutWorld = Awaited<ReturnType<typeof openPayoutWorld>>;

/** The world with a clock that tests can move, to go through a payout's states. */
export async function openPayoutWorld() {
  const world = await openWorld();
  const bank = sandboxProvider({ settleMs });
  useProviders({ primary: bank, alternative: bank });
  let aheadMs = 0;
  const restoreClock = useClock(() => new Date(Date.now() + aheadMs));

  return {
    ...world,
    /** An operator with this balance in the wallet, as in "₹10,000". */
    async payer(wallet?: string, features?: readonly Feature[]): Promise<Payer> {
      const { mobile, token } = await world.operator({
        ...(wallet && { wallet }),
        ...(features && { features }),
      });
      return new Payer(world.app, mobile, token);
    },
    /** An operator who never signed in. @returns the mobile number. */
    async newTenant(): Promise<string> {
      const mobile = world.newMobile();
      await transaction((db) =>
        openTenant(db, {
          name: "Test Shop",
          mobile,
          role: "operator",
          features: [...featureIds],
          allowedProviders: ["primary"],
        }),
      );
      return mobile;
    },
    /** Moves the clock ahead. A signed-in person has 15 minutes of it. */
    pass(ms: number): void {
      aheadMs += ms;
    },
    /** Works, lets the sandbox bank finish its transfers, and works again. */
    async settle(): Promise<void> {
      await world.work();
      aheadMs += settleMs;
      await world.work();
    },
    async close(): Promise<void> {
      restoreClock();
      await world.close();
    },
  };
}

/** An IMPS payout of ₹1,000 to a sample beneficiary, with a test's changes. */
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
