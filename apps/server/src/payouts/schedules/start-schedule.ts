import { describeRule } from "@rokad/contract/schedule-rule";
import { formatMoney } from "@rokad/money/format";
import { database, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { tenantClosing } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { assertWithinLimits } from "../approval-policies/member-limits.ts";
import { assertCanPay } from "../initiate/payout-lock.ts";
import { assertPayable, findNamedDestinations } from "../initiate/payable-destinations.ts";
import { approvalRequired, needsApproval } from "../initiate/refuse-unapproved.ts";
import { quotePayout } from "../quote-payout.ts";
import { nextColumns, notPaused, openDueDays, skipPassed } from "./next-due-day.ts";
import { passOver, whilePaused } from "./pass-over.ts";
import { phraseOf } from "../phrase-of.ts";
import {
  assertCan,
  assertContent,
  hashContent,
  lockSchedule,
  readSchedule,
  scheduleChanged,
  decryptOrder,
  signedOrderOf,
  updateSchedule,
  type StoredSchedule,
} from "./stored-schedule.ts";

/**
 * Starts a schedule that the policy lets one person sign. The signature authorises its runs, each
 * with exactly this payee, amount and charges, on the days of this rule.
 * @throws 403 `ACCOUNT_INACTIVE`; 404; 409 `APPROVAL_REQUIRED`, `SCHEDULE_CHANGED`,
 *   `BENEFICIARY_NOT_PAYABLE`, `TENANT_CLOSING`; 422 `PERSON_LIMIT_EXCEEDED`; 429 `PAYOUTS_LOCKED`.
 */
export async function startSchedule(
  person: Tenant,
  id: string,
  { content_hash: contentHash }: { readonly content_hash: string },
  run: RunTransaction,
): Promise<void> {
  const { error } = await run(async (db) => {
    await assertCanPay(person, db);
    const { schedule, running } = await lockSchedule(db, person.tenantId, id);
    assertCan(schedule, "start");
    assertContent(schedule, contentHash);
    // Committed, so that the person sees the new figures.
    if (await updateCharges(db, schedule)) return { error: outdated };
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    await ledger.lock(db, [person.tenantId]);
    await assertStartable(db, person, schedule);
    const order = signedOrderOf(schedule);
    const payout = {
      payerId: person.tenantId,
      order,
      amountPaise: schedule.amount_paise,
      source: "schedule",
    } as const;
    if (await needsApproval(db, payout)) throw approvalRequired();
    await assertWithinLimits(db, person, [schedule.amount_paise]);
    await activate(db, person, schedule, running);
    await record(db, {
      act: "payout_schedule.started",
      by: person,
      subject: { kind: "payout_schedule", id },
      after: {
        content_hash: contentHash,
        amount_paise: schedule.amount_paise.toString(),
        rule: describeRule(schedule.rule),
      },
    });
    return { error: null };
  });
  if (error) throw scheduleChanged(error);
}

export const outdated = "The fee or GST changed. Check the schedule and sign it again.";

/** Writes today's charges to a locked draft if they differ. @returns whether they did. */
export async function updateCharges(db: Tx, schedule: StoredSchedule): Promise<boolean> {
  const stored = decryptOrder(schedule);
  const { feePaise, gstPaise } = quotePayout(stored.order.amount, await readSettings());
  if (schedule.fee_paise === feePaise && schedule.gst_paise === gstPaise) return false;
  const charges = { fee_paise: feePaise, gst_paise: gstPaise };
  await updateSchedule(db, schedule.id, {
    ...charges,
    content_hash: hashContent({ ...schedule, ...stored, ...charges }),
  });
  return true;
}

/** @throws 409 `TENANT_CLOSING`, `BENEFICIARY_NOT_PAYABLE`. */
export async function assertStartable(db: Tx, person: Tenant, schedule: StoredSchedule) {
  if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
  await assertDestinationPayable(db, schedule);
}

/** @throws 409 `BENEFICIARY_NOT_PAYABLE`. */
export async function assertDestinationPayable(
  db: Tx,
  schedule: Pick<StoredSchedule, "destination_id">,
): Promise<void> {
  const [destination] = (await findNamedDestinations(db, [schedule])).values();
  await assertPayable(db, destination);
}

/**
 * Makes a locked version pay from its next due day on, in place of the one that paid before. Nothing
 * that is due already is paid: nobody had agreed to it then.
 * @throws 409 `SCHEDULE_CHANGED` if no due day is left.
 */
export async function activate(
  db: Tx,
  person: Tenant,
  schedule: StoredSchedule,
  running: StoredSchedule | undefined,
): Promise<void> {
  // A due day that no worker has decided yet would be in no list otherwise.
  const why = running?.state === "paused" ? whilePaused : "The schedule was changed first.";
  const before = running && (await passOver(db, running, why));
  const startedAt = now();
  const decided = skipPassed(
    schedule.rule,
    {
      decided_rule_day: before?.decided_rule_day ?? null,
      decided_due_on: before?.decided_due_on ?? null,
    },
    startedAt,
  );
  const [next] = openDueDays({ ...schedule, ...decided, started_at: startedAt }, 1);
  if (!next) throw scheduleChanged("All its days are over. Change the dates first.");
  if (before && before.state !== "ended")
    await updateSchedule(db, before.id, {
      state: "ended",
      end_kind: "replaced",
      ended_at: now(),
      ...notPaused,
    });
  await updateSchedule(db, schedule.id, {
    state: "active",
    started_at: startedAt,
    started_by: person.member.id,
    ...decided,
    ...nextColumns(next),
  });
  await publishChange(db, [person.tenantId], ["payouts"]);
}

/** What a signature of the schedule signs. */
export async function describeStart(
  person: Tenant,
  id: string,
  verb: "Pay" | "Approve",
  db: Db = database(),
): Promise<SignedSummary> {
  const schedule = await readSchedule(db, person.tenantId, id);
  const { amount_paise: amount, fee_paise: fee, gst_paise: gst } = schedule;
  const total = formatMoney(inr(amount + fee + gst));
  return {
    summary: `${verb} ${phraseOf(schedule)}. ${describeRule(schedule.rule)}. ${total} leaves your wallet each time.`,
    text: decisionText(`schedule for ${schedule.beneficiary_name}`, amount),
  };
}
