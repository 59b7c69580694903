import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { differenceChanged } from "../errors.ts";
import type { DifferenceRow } from "./difference.ts";

interface Taken {
  readonly before: object;
  readonly after: object;
}

/** Notes the charge that the provider told. It is the provider's with us; no tenant pays it. */
export async function takeCharge(db: Tx, difference: DifferenceRow): Promise<Taken> {
  const { ours, theirs } = sidesOf(difference);
  const payout = await lockPayout(db, difference);
  const noted = payout.provider_fee_paise === null ? null : Number(payout.provider_fee_paise);
  const notedTax = noted === null ? null : Number(payout.provider_tax_paise ?? 0n);
  if (
    !theirs?.charge ||
    noted !== (ours?.charge?.fee.amount ?? null) ||
    notedTax !== (ours?.charge?.tax.amount ?? null)
  ) {
    throw differenceChanged("The charge that we noted has changed since this was found");
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
  return {
    before: { provider_fee_paise: noted, provider_tax_paise: notedTax },
    after: { provider_fee_paise: fee.amount, provider_tax_paise: tax.amount },
  };
}

/** Takes over the bank's reference that the provider told, which receipts show. */
export async function takeUtr(db: Tx, difference: DifferenceRow): Promise<Taken> {
  const { ours, theirs } = sidesOf(difference);
  const payout = await lockPayout(db, difference);
  if (!theirs?.utr || payout.status !== "success" || payout.utr_number !== (ours?.utr ?? null)) {
    throw differenceChanged("The payout has changed since this was found");
  }
  await db
    .updateTable("payouts")
    .set({ utr_number: theirs.utr, updated_at: now() })
    .where("id", "=", payout.id)
    .execute();
  return { before: { utr: payout.utr_number }, after: { utr: theirs.utr } };
}

function sidesOf({ ours, theirs }: DifferenceRow) {
  return { ours: ours as DifferenceSide | null, theirs: theirs as DifferenceSide | null };
}

async function lockPayout(db: Tx, { payout_id: id }: DifferenceRow) {
  const payout = await db
    .selectFrom("payouts")
    .select(["id", "status", "utr_number", "provider_fee_paise", "provider_tax_paise"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!payout) throw differenceChanged("This difference is about no payout of ours");
  return payout;
}
