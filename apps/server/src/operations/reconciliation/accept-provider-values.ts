import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { differenceChanged } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { writeLateUtrs } from "../../rollups/search/write-late-utrs.ts";
import type { DifferenceRow } from "./difference.ts";

interface Change {
  readonly before: object;
  readonly after: object;
}

/** Saves the provider's charge for a payout. Rokad's operator pays it, not the tenant. */
export async function acceptCharge(db: Tx, difference: DifferenceRow): Promise<Change> {
  const { ours, theirs } = sidesOf(difference);
  const payout = await lockPayout(db, difference);
  const savedFee = payout.provider_fee_paise === null ? null : Number(payout.provider_fee_paise);
  const savedTax = savedFee === null ? null : Number(payout.provider_tax_paise ?? 0n);
  if (
    !theirs?.charge ||
    savedFee !== (ours?.charge?.fee.amount ?? null) ||
    savedTax !== (ours?.charge?.tax.amount ?? null)
  ) {
    throw differenceChanged("Our record of the charge has changed since this difference was found");
  }
  const { fee, tax } = theirs.charge;
  await db
    .updateTable("payouts")
    .set({
      provider_fee_paise: BigInt(fee.amount),
      provider_tax_paise: BigInt(tax.amount),
      updated_at: now(),
    })
    .where("id", "=", payout.id)
    .execute();
  await db.insertInto("provider_charge_queue").values({ payout_id: payout.id }).execute();
  return {
    before: { provider_fee_paise: savedFee, provider_tax_paise: savedTax },
    after: { provider_fee_paise: fee.amount, provider_tax_paise: tax.amount },
  };
}

/** Replaces our UTR by the provider's; receipts show it, and a search finds it. */
export async function acceptUtr(db: Tx, difference: DifferenceRow): Promise<Change> {
  const { ours, theirs } = sidesOf(difference);
  const payout = await lockPayout(db, difference);
  if (!theirs?.utr || payout.status !== "success" || payout.utr_number !== (ours?.utr ?? null)) {
    throw differenceChanged("The payout has changed since this difference was found");
  }
  await db
    .updateTable("payouts")
    .set({ utr_number: theirs.utr, updated_at: now() })
    .where("id", "=", payout.id)
    .execute();
  await writeLateUtrs(db, [payout.id]);
  await publishChange(db, [payout.tenant_id], ["payouts"]);
  return { before: { utr: payout.utr_number }, after: { utr: theirs.utr } };
}

function sidesOf({ ours, theirs }: DifferenceRow) {
  return { ours: ours as DifferenceSide | null, theirs: theirs as DifferenceSide | null };
}

async function lockPayout(db: Tx, { payout_id: id }: DifferenceRow) {
  const payout = await db
    .selectFrom("payouts")
    .select(["id", "tenant_id", "status", "utr_number", "provider_fee_paise", "provider_tax_paise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payout) throw differenceChanged("This difference has no payout");
  return payout;
}
