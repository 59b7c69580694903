import { providerLabel } from "@rokad/contract/reconciliation";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { completesDecision } from "../../identity/proposals/second-person.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { ApiError, differenceChanged } from "../../kernel/errors.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { applyRecordedReturn } from "../../payouts/send/apply-provider-updates.ts";
import { asDifference, findDifference, lockDifference, type DifferenceRow } from "./difference.ts";

interface ReturnEntry {
  /** In rupees. */
  readonly amount: number;
  readonly return_reference: string;
  readonly refund_charges: boolean;
  readonly reason: string;
}

/** What a person signs. @throws 404; 409 `DIFFERENCE_CHANGED`, `RETURN_NOT_RECORDABLE`. */
export async function describeReturn(id: string, entry: ReturnEntry): Promise<SignedSummary> {
  const { reference, payoutId } = assertRecordable(await findDifference(id));
  const amountPaise = rupeesToPaise(entry.amount);
  if (!entry.refund_charges && (await isRestWithCharges(payoutId, amountPaise)))
    throw chargesComeBack();
  return {
    summary: `Record that ${rupees(amountPaise)} of payout ${reference} came back${entry.refund_charges ? ", and refund its charges" : ""}`,
    text: decisionText(`return of ${reference}`, amountPaise),
  };
}

/**
 * Books a return that a difference reports: the amount, and fee and GST if the person says so.
 * Above the limit in System Settings the first record waits, and a second super admin books it by
 * recording the same; another amount, reference or choice replaces the first one's.
 * @throws 404; 409 `DIFFERENCE_CHANGED`,
 *   `SECOND_APPROVER_NEEDED`, `RETURN_NOT_RECORDABLE`.
 */
export async function recordReturn(
  person: SuperAdmin,
  id: string,
  entry: ReturnEntry,
): Promise<{ data: Difference; message: string }> {
  const current = await findDifference(id);
  const { payoutId } = assertRecordable(current);
  const amountPaise = rupeesToPaise(entry.amount);
  const message = await transaction(async (db) => {
    const difference = await lockDifference(db, current);
    assertRecordable(difference);
    const limit = (await readSettingsWithin(db)).second_approval_above_paise;
    // All that people recorded of this payout counts, so that a large return is not split.
    const recorded = await sumRecorded(db, payoutId);
    const needsTwo = limit !== null && recorded + amountPaise > BigInt(limit);
    const first = difference.first_return as Difference["first_return"];
    const { first_by: by, first_at: at } = difference;
    const isOwn = by === person.member.id;
    const agrees =
      first !== null &&
      first.return_reference === entry.return_reference &&
      first.refund_charges === entry.refund_charges &&
      BigInt(first.amount.amount) === amountPaise &&
      (!needsTwo || isOwn || (await completesDecision(db, person, { by, at }, "return")));
    if (needsTwo && agrees && isOwn) throw secondApproverNeeded();
    const isFirst = needsTwo && !agrees;
    await publishToSuperAdmins(db, ["jobs"]);
    if (isFirst) await storeFirst(db, person, difference, entry);
    const booked = isFirst
      ? undefined
      : await book(db, person, difference, entry, needsTwo ? difference.first_by : null);
    await record(db, {
      act: isFirst ? "reconciliation.return_first" : "reconciliation.return_recorded",
      by: person,
      subject: { kind: "reconciliation", id },
      reason: entry.reason,
      before: { provider: difference.adapter, subject: difference.subject },
      after: { ...entry, booked: !isFirst },
    });
    if (!booked) return "Recorded. A second super admin must record the same.";
    const returned = `${rupees(booked.paise)} returned to the tenant's wallet`;
    if (booked.isAll) return returned;
    return `${returned}. The provider reports ${rupees(booked.reported)}: the difference stays open for the rest.`;
  });
  return { data: asDifference(await findDifference(id)), message };
}

async function sumRecorded(db: Tx, payoutId: string): Promise<bigint> {
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from payout_reversals
    where payout_id = ${payoutId} and recorded_by is not null and confirmed_by is null
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

async function storeFirst(
  db: Tx,
  person: SuperAdmin,
  { id, adapter, reference_id }: DifferenceRow,
  { amount, return_reference, refund_charges, reason }: ReturnEntry,
): Promise<void> {
  const amountPaise = rupeesToPaise(amount);
  await db
    .updateTable("reconciliation_differences")
    .set({
      first_by: person.member.id,
      first_at: now(),
      first_reason: reason,
      first_return: JSON.stringify({ return_reference, refund_charges, amount: inr(amountPaise) }),
    })
    .where("id", "=", id)
    .execute();
  await notifySuperAdmins(db, {
    kind: "reconciliation_differs",
    subjectId: id,
    detail: `${providerLabel(adapter)}: the return of ${rupees(amountPaise)} of payout ${reference_id ?? ""} needs a second record`,
    exceptPersonId: person.member.id,
  });
}

/**
 * Settles the difference once all that the provider reports has come back.
 * @returns what the wallet got and what the provider reports, in paise.
 */
async function book(
  db: Tx,
  person: SuperAdmin,
  difference: DifferenceRow,
  { amount, return_reference, refund_charges, reason }: ReturnEntry,
  firstBy: string | null,
) {
  const { reference, payoutId, reported } = assertRecordable(difference);
  const amountPaise = rupeesToPaise(amount);
  const effect = await applyRecordedReturn(db, {
    reference,
    adapter: difference.adapter,
    state: "reversed",
    amountPaise,
    currency: "INR",
    returnReference: return_reference,
    reason,
    recorded: {
      by: firstBy ?? person.member.id,
      confirmedBy: firstBy === null ? null : person.member.id,
      refundsCharges: refund_charges,
      recordReference: difference.provider_reference,
    },
  });
  if (effect === "nothing") throw notRecordable("A return with this reference is already recorded");
  if (effect !== "partial_return" && effect !== "reverse") {
    throw notRecordable("The payout has changed, or this is more than what is still out");
  }
  const { amount_paise: paise } = await db
    .selectFrom("payout_reversals")
    .select("amount_paise")
    .where("payout_id", "=", payoutId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  // The payout may have changed since the signature.
  if (!refund_charges && paise > amountPaise) throw chargesComeBack();
  const { returned_paise: returned } = await db
    .selectFrom("payouts")
    .select("returned_paise")
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const isAll = effect === "reverse" || amountPaise >= reported || returned >= reported;
  await db
    .updateTable("reconciliation_differences")
    .set(
      isAll
        ? { state: "settled", ended_at: now(), ended_by: person.member.id, reason }
        : { first_by: null, first_at: null, first_reason: null, first_return: null },
    )
    .where("id", "=", difference.id)
    .execute();
  return { paise, reported, isAll };
}

/** Whether nothing of the payout stays out with this amount, so that its charges come back too. */
async function isRestWithCharges(payoutId: string, amountPaise: bigint): Promise<boolean> {
  const payout = await database()
    .selectFrom("payouts")
    .select(["amount_paise", "returned_paise", "fee_paise", "charges_returned_at"])
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const isRest = amountPaise === payout.amount_paise - payout.returned_paise;
  return isRest && payout.fee_paise > 0n && payout.charges_returned_at === null;
}

const chargesComeBack = () =>
  notRecordable(
    "Nothing of this payout stays paid then, so its fee and GST come back too. Choose to refund them.",
  );

/** @throws 409 `DIFFERENCE_CHANGED` unless the difference is open and reports a return. */
function assertRecordable({ state, action, theirs, payout_id, reference_id }: DifferenceRow) {
  if (state !== "open") throw differenceChanged("This difference is already handled");
  const amount = (theirs as DifferenceSide | null)?.amount;
  if (action !== "record_return" || !amount || payout_id === null || reference_id === null) {
    throw differenceChanged("This difference has changed and needs another action");
  }
  return { payoutId: payout_id, reference: reference_id, reported: BigInt(amount.amount) };
}

const notRecordable = (message: string) => new ApiError(409, "RETURN_NOT_RECORDABLE", message);

const secondApproverNeeded = () =>
  new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    "You recorded this return first. A second super admin must record the same.",
  );
