import type { DueDay, PayoutSchedule, PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { limits } from "@rokad/contract/limits";
import { describeRule } from "@rokad/contract/schedule-rule";
import {
  scheduleActsIn,
  type ScheduleAct,
  type ScheduleState,
  type ScheduleView,
} from "@rokad/contract/schedule-states";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { findNames } from "../approval-policies/describe-policy.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { needsApproval } from "../initiate/refuse-unapproved.ts";
import type { GivenApproval } from "../approval-policies/progress.ts";
import { canApproveNext, describeGiven, describeWaiting } from "../approvals/describe-waiting.ts";
import { describeDueDay } from "./describe-due-day.ts";
import { openDueDays } from "./next-due-day.ts";
import { missingYears } from "./read-form.ts";
import {
  readSchedule,
  readScheduleApprovals,
  scheduleColumns,
  decryptOrder,
  waitingOf,
  type StoredSchedule,
} from "./stored-schedule.ts";

const shownDays = 5;

/** A page of a tenant's schedules: those that are due next first, then the newest. */
export async function listSchedules(
  person: Tenant,
  {
    view,
    page,
    limit,
  }: { readonly view: ScheduleView; readonly page: number; readonly limit: number },
) {
  const db = database();
  const isShown = {
    open: sql`state <> 'ended'`,
    ended: sql`state = 'ended' and end_kind <> 'replaced'`,
    all: sql`end_kind is distinct from 'replaced'`,
  }[view];
  const filter = sql`tenant_id = ${person.tenantId} and ${isShown}`;
  const { rows } = await sql<StoredSchedule>`
    select ${scheduleColumns} from payout_schedules where ${filter}
    order by payout_schedules.next_due_at nulls last, id desc
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) from payout_schedules where ${filter}
  `.execute(db);
  const pagination = pageOf({ page, limit }, counted[0]?.count ?? 0n);
  const data = await describeSchedules(db, person, rows);
  return { data, pagination, total: pagination.total_records };
}

/** One version with its next due days. @throws 404, also for another tenant's. */
export async function showSchedule(person: Tenant, id: string): Promise<PayoutScheduleDetail> {
  const db = database();
  const schedule = await readSchedule(db, person.tenantId, id);
  const [described] = await describeSchedules(db, person, [schedule]);
  if (!described) throw new Error(`Schedule ${id} has no description`);
  const isOver = schedule.state === "ended";
  // A paused schedule passes over the days until it is resumed, a proposal those until it starts.
  const days = isOver
    ? []
    : openDueDays(schedule, shownDays, schedule.state === "active" ? null : now());
  return {
    ...described,
    upcoming: days.map(describeDueDay),
    holidays_missing: missingYears(days),
    needs_approval:
      schedule.state === "draft" &&
      (await needsApproval(db, {
        payerId: person.tenantId,
        order: decryptOrder(schedule).order,
        amountPaise: schedule.amount_paise,
        source: "schedule",
      })),
  };
}

interface Facts {
  readonly id: string;
  readonly beneficiary_id: string;
  readonly bank_name: string | null;
  readonly destination_end: string;
  readonly created: bigint;
  readonly open: bigint;
  readonly is_closing: boolean;
  readonly other_id: string | null;
  readonly other_version: number | null;
  readonly other_state: ScheduleState | null;
}

/** What other tables know of schedules. */
async function findFacts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Facts>> {
  const { rows } = await sql<Facts>`
    select payout_schedules.id, beneficiary_id, bank_name, destination_end,
      (
        select count(*) from schedule_runs
        where schedule_runs.series_id = payout_schedules.series_id and schedule_runs.state = 'created'
      ) as created,
      (
        select count(*) from schedule_runs
        join payout_schedules as version on version.id = schedule_runs.schedule_id
        where schedule_runs.series_id = payout_schedules.series_id
          and schedule_runs.state in ('failed', 'missed')
          and schedule_runs.due_at > ${secondsFromNow(-limits.scheduleRetryDays * 24 * 60 * 60)}
          and (version.end_kind is null or version.end_kind = 'finished')
      ) as open,
      tenants.closing_at is not null as is_closing,
      other.id as other_id, other.version as other_version, other.state as other_state
    from payout_schedules
    join payout_destinations on payout_destinations.id = destination_id
    join tenants on tenants.id = payout_schedules.tenant_id
    left join payout_schedules as other on other.series_id = payout_schedules.series_id
      and other.id <> payout_schedules.id and other.state <> 'ended'
    where payout_schedules.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function describeSchedules(
  db: Db,
  person: Tenant,
  schedules: readonly StoredSchedule[],
): Promise<PayoutSchedule[]> {
  if (schedules.length === 0) return [];
  const facts = await findFacts(
    db,
    schedules.map(({ id }) => id),
  );
  const members = await listApprovers(db, person.tenantId);
  const givenOf = await readScheduleApprovals(db, schedules);
  const nameOf = await findNames(
    db,
    schedules.flatMap((schedule) => [
      schedule.maker_id,
      ...(schedule.started_by ? [schedule.started_by] : []),
      ...(schedule.returned_by ? [schedule.returned_by] : []),
      ...(schedule.steps ?? []).flatMap(({ people }) => people),
      ...givenOf(schedule.id).flatMap(({ personId, inPlaceOf }) => [
        personId,
        ...(inPlaceOf ? [inPlaceOf] : []),
      ]),
    ]),
  );
  return schedules.map((schedule) => {
    const found = facts.get(schedule.id);
    if (!found) throw new Error(`Schedule ${schedule.id} has no destination`);
    return describe(person, schedule, found, {
      given: givenOf(schedule.id),
      members,
      nameOf,
    });
  });
}

interface People {
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
  readonly nameOf: (id: string) => { id: string; name: string };
}

function describe(
  person: Tenant,
  schedule: StoredSchedule,
  facts: Facts,
  { given, members, nameOf }: People,
): PayoutSchedule {
  const { order } = decryptOrder(schedule);
  const { amount_paise: amount, fee_paise: fee, gst_paise: gst } = schedule;
  const { returned_by: returnedBy, returned_at: returnedAt } = schedule;
  const submittedAt = schedule.submitted_at ?? schedule.created_at;
  const waiting = waitingOf(schedule, given);
  const next =
    schedule.state === "awaiting_approval"
      ? describeWaiting(waiting, members, schedule.waits_since ?? submittedAt)
      : null;
  return {
    id: schedule.id,
    series_id: schedule.series_id,
    version: schedule.version,
    state: schedule.state,
    content_hash: schedule.content_hash.toString("hex"),
    created_at: schedule.created_at.toISOString(),
    maker: nameOf(schedule.maker_id),
    started_at: schedule.started_at?.toISOString() ?? null,
    started_by: schedule.started_by ? nameOf(schedule.started_by) : null,
    beneficiary: { id: facts.beneficiary_id, destination_id: schedule.destination_id },
    beneficiary_name: schedule.beneficiary_name,
    method: schedule.method,
    account: maskEnd(facts.destination_end),
    bank_name: facts.bank_name,
    purpose: order.purpose ?? null,
    remarks: order.remarks ?? null,
    amount: inr(amount),
    txn_fee: inr(fee),
    gst_amount: inr(gst),
    total: inr(amount + fee + gst),
    rule: schedule.rule,
    rule_text: describeRule(schedule.rule),
    next: nextOf(schedule),
    approval: schedule.steps
      ? {
          submitted_at: submittedAt.toISOString(),
          steps: schedule.steps.map(({ approvals, roles, people }, at) => ({
            approvals,
            roles: [...roles],
            people: people.map(nameOf),
            given: describeGiven(waiting, at, nameOf, next !== null),
          })),
          waiting_for: next?.sentence ?? null,
          next,
        }
      : null,
    returned:
      schedule.state === "draft" && returnedAt
        ? {
            by: returnedBy ? nameOf(returnedBy) : null,
            reason: schedule.returned_reason,
            at: returnedAt.toISOString(),
          }
        : null,
    pause: schedule.paused_at
      ? {
          code: schedule.pause_code ?? "",
          message: schedule.pause_message ?? "",
          at: schedule.paused_at.toISOString(),
        }
      : null,
    end:
      schedule.end_kind && schedule.ended_at
        ? {
            kind: schedule.end_kind,
            reason: schedule.end_reason,
            at: schedule.ended_at.toISOString(),
          }
        : null,
    change:
      facts.other_id && facts.other_version && facts.other_state
        ? { id: facts.other_id, version: facts.other_version, state: facts.other_state }
        : null,
    runs_created: Number(facts.created),
    runs_open: Number(facts.open),
    can: scheduleActsIn[schedule.state].filter((act) =>
      may(person, schedule, act, {
        isAsked: canApproveNext(waiting, members, person.member.id),
        hasChange: facts.other_state === "draft" || facts.other_state === "awaiting_approval",
        isClosing: facts.is_closing,
      }),
    ),
  };
}

function nextOf(schedule: StoredSchedule): DueDay | null {
  if (schedule.state !== "active") return null;
  const [next] = openDueDays(schedule, 1);
  return next ? describeDueDay(next) : null;
}

interface Situation {
  readonly isAsked: boolean;
  readonly hasChange: boolean;
  readonly isClosing: boolean;
}

function may(
  person: Tenant,
  schedule: StoredSchedule,
  act: ScheduleAct,
  { isAsked, hasChange, isClosing }: Situation,
): boolean {
  if (person.isViewed) return false;
  if (act === "approve" || act === "reject") return isAsked && mayDo(person, "approve");
  if (act === "start") return mayDo(person, "pay");
  // Without a signature that still fits, a person changes it instead.
  if (act === "resume") {
    const isPauseOver = isClosing ? ["PAUSED"] : ["PAUSED", "TENANT_CLOSING"];
    return mayDo(person, "pay") && isPauseOver.includes(schedule.pause_code ?? "");
  }
  if (act === "change") return mayDo(person, "prepare") && !hasChange;
  return mayDo(person, "prepare");
}
