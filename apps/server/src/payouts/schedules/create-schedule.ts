import type { ScheduleForm } from "@rokad/contract/payout-schedules";
import { describeRule, type ScheduleRule } from "@rokad/contract/schedule-rule";
import { database, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { now } from "../../kernel/clock.ts";
import { tenantClosing } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { needsApproval } from "../initiate/refuse-unapproved.ts";
import { assertPayable } from "../initiate/payable-destinations.ts";
import { destinationHash } from "../destination.ts";
import { describeDueDay } from "./describe-due-day.ts";
import { bankCalendar } from "./bank-calendar.ts";
import { dueDays } from "./due-days.ts";
import { findSame, missingYears, readForm, type ReadForm } from "./read-form.ts";
import {
  assertCan,
  encryptOrder,
  hashContent,
  lockSchedule,
  newNonce,
  scheduleChanged,
  updateSchedule,
} from "./stored-schedule.ts";

/** What a form would pay, when, and at which charges; stores nothing. @throws as `readForm`. */
export async function previewSchedule(person: Tenant, form: ScheduleForm) {
  const { order, quote, days, rule } = await readForm(person, form);
  const { amountPaise, feePaise, gstPaise } = quote;
  const same = await findSame(person, { destinationHash: destinationHash(order), amountPaise });
  return {
    rule_text: describeRule(rule),
    days: days.map(describeDueDay),
    last_on: lastDayOf(rule),
    amount: inr(amountPaise),
    txn_fee: inr(feePaise),
    gst_amount: inr(gstPaise),
    total: inr(amountPaise + feePaise + gstPaise),
    holidays_missing: missingYears(days),
    needs_approval: await needsApproval(database(), {
      payerId: person.tenantId,
      order,
      amountPaise,
      source: "schedule",
    }),
    same_as: same
      ? { id: same.id, rule_text: describeRule(same.rule as unknown as ScheduleRule) }
      : null,
  };
}

function lastDayOf(rule: ScheduleRule): string | null {
  if (rule.repeats !== "once" && !rule.ends_on && !rule.count) return null;
  let last: string | null = null;
  let number = 0;
  for (const { dueOn } of dueDays(rule, bankCalendar(), now())) {
    number += 1;
    if (number > daysLookedAt) return null;
    last = dueOn;
  }
  return last;
}
const daysLookedAt = 1_000;

/** Stores a proposal; it pays nothing before it is signed or approved. @throws as `readForm`. */
export async function createSchedule(
  person: Tenant,
  form: ScheduleForm,
  run: RunTransaction,
): Promise<{ id: string }> {
  return run(async (db) => {
    const read = await readForm(person, form, db);
    const id = newId();
    await insertVersion(db, person, read, { id, seriesId: id, version: 1 });
    await recordVersion(db, person, "payout_schedule.created", id, read);
    return { id };
  });
}

/**
 * Stores a change as a new version. A version that pays goes on until the new one starts; one that
 * does not pay is replaced at once.
 * @throws as `readForm`; 404; 409 `SCHEDULE_CHANGED`.
 */
export async function changeSchedule(
  person: Tenant,
  id: string,
  form: ScheduleForm,
  run: RunTransaction,
): Promise<{ id: string }> {
  return run(async (db) => {
    // First, so that another tenant's schedule looks like an unknown one, whatever the form has.
    const { schedule, versions, running } = await lockSchedule(db, person.tenantId, id);
    const read = await readForm(person, form, db);
    assertCan(schedule, "change");
    const proposed = versions.find(
      (one) => one.id !== id && (one.state === "draft" || one.state === "awaiting_approval"),
    );
    if (proposed) throw scheduleChanged("A change of this schedule waits already.");
    const isDraft = schedule.id !== running?.id;
    if (isDraft)
      await updateSchedule(db, id, {
        state: "ended",
        end_kind: "replaced",
        ended_at: now(),
      });
    const nextId = newId();
    const version = Math.max(...versions.map((one) => one.version)) + 1;
    await insertVersion(db, person, read, { id: nextId, seriesId: schedule.series_id, version });
    await recordVersion(db, person, "payout_schedule.changed", nextId, read);
    return { id: nextId };
  });
}

interface VersionOf {
  readonly id: string;
  readonly seriesId: string;
  readonly version: number;
}

async function insertVersion(
  db: Tx,
  person: Tenant,
  { order, destination, quote, rule }: ReadForm,
  { id, seriesId, version }: VersionOf,
): Promise<void> {
  if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
  await assertPayable(db, destination);
  const stored = { order, nonce: newNonce() };
  const content = {
    id,
    series_id: seriesId,
    version,
    tenant_id: person.tenantId,
    maker_id: person.member.id,
    fee_paise: quote.feePaise,
    gst_paise: quote.gstPaise,
  };
  await db
    .insertInto("payout_schedules")
    .values({
      ...content,
      state: "draft",
      created_at: now(),
      content_hash: hashContent({ ...content, ...stored, rule }),
      order_encrypted: encryptOrder(id, stored),
      destination_id: destination.id,
      beneficiary_name: order.beneficiary_name,
      method: order.method,
      destination_hash: destinationHash(order),
      amount_paise: quote.amountPaise,
      rule: JSON.stringify(rule),
    })
    .execute();
}

async function recordVersion(
  db: Tx,
  person: Tenant,
  act: "payout_schedule.created" | "payout_schedule.changed",
  id: string,
  { order, quote, rule }: ReadForm,
): Promise<void> {
  await publishChange(db, [person.tenantId], ["payouts"]);
  await record(db, {
    act,
    by: person,
    subject: { kind: "payout_schedule", id },
    after: {
      beneficiary: order.beneficiary_name,
      amount_paise: quote.amountPaise.toString(),
      rule: describeRule(rule),
    },
  });
}
