import { providerLabel, type DifferenceSide } from "@rokad/contract/reconciliation";
import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { Tx } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import type { TransferUpdate } from "../../providers/transfer.ts";
import type { LockedPayout, Mismatch } from "../payout-change.ts";
import { isRecordable } from "./returned-part.ts";
import { settlementStatusOf } from "../payout-states.ts";

/**
 * Lists updates with another amount or currency among the differences of the day on which the
 * payout was sent, and notifies super admins once. The same amount again changes nothing; another
 * one opens the difference again, because a person accepted the earlier amount only. The caller has
 * locked the payouts, so two updates of one can't both open a difference.
 */
export async function recordMismatches(db: Tx, mismatches: readonly Mismatch[]): Promise<void> {
  if (mismatches.length === 0) return;
  await lockDifferences(db);
  for (const mismatch of mismatches) await recordMismatch(db, mismatch);
}

/**
 * Lets one transaction at a time write several differences, in whichever order, so that a batch of
 * provider updates and the end of a reconciliation never deadlock.
 */
export async function lockDifferences(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('differences', 0))`.execute(db);
}

async function recordMismatch(db: Tx, { payout, update }: Mismatch): Promise<void> {
  const adapter = payout.adapter ?? "";
  const amounts = `${amountText(update)} instead of ${rupees(payout.amountPaise)}`;
  log().error(
    { payout: payout.payoutId, adapter },
    "Ignored a provider update with another amount or currency",
  );
  const ours = JSON.stringify(ourSide(payout));
  const theirs = JSON.stringify(theirSide(update));
  const day = todayInIndia(payout.handedAt ?? now());
  const { rows } = await sql<{ id: string }>`
    update reconciliation_differences set seen_at = ${now()}
    where adapter = ${adapter} and day = ${day} and kind = 'amount' and subject = ${payout.reference}
      and state in ('open', 'known') and theirs -> 'amount' = ${theirs}::jsonb -> 'amount'
    returning id
  `.execute(db);
  if (rows.length > 0) return;
  const id = newId();
  const action = isRecordable(payout, update) ? "record_return" : "mark_known";
  await sql`
    insert into reconciliation_differences (
      id, adapter, day, kind, action, is_severe, subject, payout_id, provider_reference, ours,
      theirs, found_at, seen_at
    ) values (
      ${id}, ${adapter}, ${day}, 'amount', ${action}, true, ${payout.reference},
      ${payout.payoutId}, ${update.returnReference ?? update.providerReference ?? null}, ${ours}, ${theirs}, ${now()}, ${now()}
    )
    on conflict (adapter, day, kind, subject) where state in ('open', 'known') do update
    set state = 'open', ended_at = null, ended_by = null, reason = null, first_by = null,
      first_at = null, first_reason = null, first_return = null, action = excluded.action, ours = excluded.ours, theirs = excluded.theirs,
      seen_at = excluded.seen_at
  `.execute(db);
  await notifySuperAdmins(db, {
    kind: "reconciliation_differs",
    subjectId: id,
    detail: `${providerLabel(adapter)} reports ${amounts} for payout ${payout.reference}. Nothing was applied; ${action === "record_return" ? "record the return" : "compare with the provider"}`,
  });
  await publishToSuperAdmins(db, ["jobs"]);
}

function amountText({ amountPaise, currency }: TransferUpdate): string {
  if (currency !== undefined && currency !== "INR") return "another currency";
  return amountPaise == null ? "no amount" : rupees(amountPaise);
}

function ourSide(payout: LockedPayout): DifferenceSide {
  const status = settlementStatusOf(payout);
  return {
    state: status === "reversed" ? status : payout.status,
    raw_state: payout.rawState,
    amount: inr(payout.amountPaise),
    utr: payout.utr,
    charge: null,
  };
}

function theirSide({
  state,
  rawState,
  amountPaise,
  currency,
  utr,
}: TransferUpdate): DifferenceSide {
  const isInr = currency === undefined || currency === "INR";
  return {
    state,
    raw_state: rawState ?? null,
    amount: isInr && amountPaise != null ? inr(amountPaise) : null,
    utr: utr ?? null,
    charge: null,
  };
}
