import { sql } from "kysely";
import { database, isDatabaseUnreachable } from "../../apps/server/src/database/db.ts";
import { count } from "../client-records.ts";
import type { BankName, SimulationEvent } from "../simulation-event.ts";
import type { World } from "../world.ts";

interface Paid {
  readonly reference: string;
  readonly adapter: BankName;
}

/** Payouts of which a bank sends parts back, so that several parts are of one payout. */
const payoutsMax = 3;

/** Lets a beneficiary's bank send a part of a payment back, or all that is still out. */
export async function returnPart(
  world: World,
  { nth, percent }: Extract<SimulationEvent, { kind: "partial return" }>,
): Promise<void> {
  const paid = await readPaid();
  const chosen = paid[nth % Math.max(Math.min(paid.length, payoutsMax), 1)];
  const payment = chosen && world.banks.paymentOf(chosen.reference);
  // A bank that is behind with its own books, or returned it since, returns nothing.
  if (!payment || payment.outcome !== "paid") return;
  const left = payment.paise - payment.returnedPaise;
  const paise = percent === 100 ? left : Math.max(1, Math.floor((left * percent) / 100));
  world.banks.returnPart(payment.bank, payment.reference, paise);
  const what = paise === left ? "all that is still out" : "a part";
  count(world.clients, `banks returned ${what} of a payment`);
}

/** @returns whether there are enough paid payouts for parts of several. */
export async function hasPaidPayouts(): Promise<boolean> {
  return (await readPaid()).length === payoutsMax;
}

/**
 * The first payouts that are paid by our books. A bank returns a part days later; before that it
 * could be the outcome itself. @returns none also while the database is unreachable.
 */
async function readPaid(): Promise<readonly Paid[]> {
  const { rows } = await sql<Paid>`
    select reference_id as reference, adapter from payouts
    where status = 'success' and payout_kind = 'payout' order by id limit ${payoutsMax}
  `
    .execute(database())
    .catch((error: unknown) => {
      if (isDatabaseUnreachable(error)) return { rows: [] };
      throw error;
    });
  return rows;
}
