import * as z from "zod/mini";
import { approvingRoles } from "./approval-policies.ts";
import { count, instant, money } from "./call.ts";
import { day, id, idName } from "./fields.ts";
import { contentHash } from "./payment-requests.ts";
import { payoutFieldAnswers } from "./payout-fields.ts";
import { payoutStatuses } from "./payouts.ts";
import { scheduleRule } from "./schedule-rule.ts";
import {
  scheduleActs,
  scheduleEnds,
  scheduleRunStates,
  scheduleStates,
} from "./schedule-states.ts";
import { givenApproval, waitingFor } from "./waiting-for.ts";

/* The shapes of a schedule, its due days and its runs. */

const person = idName;

/** A day on which a schedule pays. */
export const dueDay = z
  .object({
    due_on: day,
    /** The day of the rule, from which it moved for a holiday. */
    rule_day: day,
    /** When it is paid. */
    due_at: instant(),
    /** Why it moved, such as `Sunday` or `Christmas`; null if it did not. */
    moved_because: z.nullable(z.string()),
    /** False if it depends on bank holidays of a year whose list is not installed. */
    is_known: z.boolean(),
  })
  .register(z.globalRegistry, { id: "DueDay" });
export type DueDay = z.output<typeof dueDay>;

const approval = z.object({
  submitted_at: instant(),
  steps: z.array(
    z.object({
      approvals: z.int(),
      roles: z.array(z.enum(approvingRoles)),
      people: z.array(person),
      given: z.array(givenApproval),
    }),
  ),
  /** Who can approve it next, such as `Waits for Asha Rao`; null once it started. */
  waiting_for: z.nullable(z.string()),
  /** The same with the step, the people, and since when. */
  next: z.nullable(waitingFor),
});

export const payoutSchedule = z
  .object({
    id,
    /** The first version; all runs of all versions belong to it. */
    series_id: id,
    /** Grows with each change, which needs a signature of its own. */
    version: z.int(),
    state: z.enum(scheduleStates),
    /** SHA-256 of all that a signature agrees to: payee, amount, rule and charges. */
    content_hash: contentHash,
    created_at: instant(),
    maker: person,
    started_at: z.nullable(instant()),
    started_by: z.nullable(person),
    /** The saved beneficiary and the destination. */
    beneficiary: z.object({ id, destination_id: id }),
    beneficiary_name: z.string(),
    method: z.enum(["upi", "imps"]),
    /** Masked but for its end. */
    account: z.string(),
    bank_name: z.nullable(z.string()),
    purpose: payoutFieldAnswers.purpose,
    remarks: payoutFieldAnswers.remarks,
    amount: money,
    txn_fee: money,
    gst_amount: money,
    /** What each run takes from the wallet. */
    total: money,
    rule: scheduleRule,
    /** The rule in words. */
    rule_text: z.string(),
    /** Its next due day; null if it pays nothing any more, or pays nothing yet. */
    next: z.nullable(dueDay),
    /** What the policy asked when it was submitted; null for one that its owner signed. */
    approval: z.nullable(approval),
    /** Who sent it back to be changed, and why; `by` is null if its time was over. */
    returned: z.nullable(
      z.object({ by: z.nullable(person), reason: z.nullable(z.string()), at: instant() }),
    ),
    /** Why it passes over its due days: an error code, or `PAUSED` by a person. */
    pause: z.nullable(z.object({ code: z.string(), message: z.string(), at: instant() })),
    end: z.nullable(
      z.object({ kind: z.enum(scheduleEnds), reason: z.nullable(z.string()), at: instant() }),
    ),
    /** The version that this one replaces once it is signed, or that a later one changes. */
    change: z.nullable(z.object({ id, version: z.int(), state: z.enum(scheduleStates) })),
    /** Due days of all versions that have a payout, and those without one that can be retried. */
    runs_created: count(),
    runs_open: count(),
    /** What the caller can do with it now. */
    can: z.array(z.enum(scheduleActs)),
  })
  .register(z.globalRegistry, { id: "PayoutSchedule" });
export type PayoutSchedule = z.output<typeof payoutSchedule>;

export const payoutScheduleDetail = z
  .extend(payoutSchedule, {
    /** Its next due days, at most five. */
    upcoming: z.array(dueDay),
    /** The years whose bank holidays are not known and matter for these days. */
    holidays_missing: z.array(z.int()),
    /** Whether the policy asks approvals before it can start. */
    needs_approval: z.boolean(),
  })
  .register(z.globalRegistry, { id: "PayoutScheduleDetail" });
export type PayoutScheduleDetail = z.output<typeof payoutScheduleDetail>;

export const scheduleRun = z
  .object({
    due_on: day,
    rule_day: day,
    due_at: instant(),
    state: z.enum(scheduleRunStates),
    /** The version that it belongs to. */
    version: z.int(),
    amount: money,
    /** Why there is no payout: an error code and its sentence; null if there is one. */
    code: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    decided_at: instant(),
    /** Who skipped or retried it; null for a run that the product decided. */
    decided_by: z.nullable(person),
    payout: z.nullable(
      z.object({
        id,
        reference_id: z.string(),
        status: z.enum(payoutStatuses),
        utr_number: z.nullable(z.string()),
      }),
    ),
    /** Whether the caller can pay it now. */
    can_retry: z.boolean(),
  })
  .register(z.globalRegistry, { id: "ScheduleRun" });
export type ScheduleRun = z.output<typeof scheduleRun>;
