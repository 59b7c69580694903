import type { Upcoming, UpcomingItem } from "@rokad/contract/upcoming";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { bankCalendar } from "./bank-calendar.ts";
import { dueDays } from "./due-days.ts";
import { startOf } from "./next-due-day.ts";
import { dayInWords } from "./day-in-words.ts";
import { findBatchDays } from "./find-batch-days.ts";
import type { Leaving } from "./leaving.ts";
import { missingYears } from "./read-form.ts";
import { scheduleColumns, type StoredSchedule } from "./stored-schedule.ts";

/**
 * What leaves a tenant's wallet within some days, and the balance after each item. What has no time
 * comes first, as if it left now: that is the careful order.
 */
export async function listUpcoming(person: Tenant, days: number): Promise<Upcoming> {
  const db = database();
  const until = new Date(now().getTime() + days * dayMs);
  const availablePaise = await readAvailable(db, person.tenantId);
  const dated = [
    ...(await findDueDays(db, person.tenantId, until)),
    ...(await findBatchDays(db, person.tenantId, until)),
  ];
  const leaving = [
    ...(await findInProgress(db, person.tenantId)),
    ...(await findWaiting(db, person.tenantId)),
    ...(await findRequests(db, person.tenantId)),
    ...(await findBatches(db, person.tenantId)),
    ...dated.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0)),
  ];
  const shown = leaving.slice(0, limits.upcomingItemsMax);
  let balance = availablePaise;
  const items = shown.map((one): UpcomingItem => {
    balance -= one.totalPaise;
    return {
      kind: one.kind,
      id: one.id,
      title: one.title,
      at: one.at?.toISOString() ?? null,
      is_day_known: one.isKnown,
      waits_for: one.waitsFor,
      payouts: one.payouts,
      amount: inr(one.amountPaise),
      total: inr(one.totalPaise),
      balance_after: inr(balance),
    };
  });
  return {
    available: inr(availablePaise),
    items,
    is_cut: leaving.length > shown.length,
    top_up: findTopUp(availablePaise, shown),
    holidays_missing: missingYears(
      shown.flatMap(({ dueOn, isKnown }) => (dueOn ? [{ dueOn, isKnown }] : [])),
    ),
  };
}

/** What the wallet lacks for all items in their order; null if it covers them. */
export function findTopUp(
  availablePaise: bigint,
  items: readonly Pick<Leaving, "at" | "dueOn" | "payouts" | "totalPaise">[],
): Upcoming["top_up"] {
  let balance = availablePaise;
  const uncovered = items.filter(({ totalPaise }) => {
    balance -= totalPaise;
    return balance < 0n && totalPaise > 0n;
  });
  const [first] = uncovered;
  if (!first) return null;
  const amount = inr(-balance);
  const payouts = uncovered.reduce((sum, one) => sum + one.payouts, 0);
  const otherwise =
    payouts === 1 ? "1 payout waits" : `${payouts.toLocaleString("en-IN")} payouts wait`;
  return {
    amount,
    by: first.at?.toISOString() ?? null,
    payouts,
    sentence:
      first.at && first.dueOn
        ? `Top up ${formatMoney(amount)} by ${dayInWords(first.dueOn)} ${timeOf(first.at)}, or ${otherwise}`
        : `Top up ${formatMoney(amount)} now, or ${otherwise}`,
  };
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  hour: "2-digit",
  minute: "2-digit",
});
const timeOf = (at: Date) => clock.format(at);
const dayMs = 24 * 60 * 60 * 1000;

async function readAvailable(db: Db, tenantId: string): Promise<bigint> {
  const wallet = await db
    .selectFrom("wallets")
    .select("available_paise")
    .where("id", "=", tenantId)
    .executeTakeFirst();
  return wallet?.available_paise ?? 0n;
}

/** All due days of the active schedules until a time, with those that are due and not decided yet. */
async function findDueDays(db: Db, tenantId: string, until: Date): Promise<Leaving[]> {
  const { rows } = await sql<StoredSchedule>`
    select ${scheduleColumns} from payout_schedules
    where tenant_id = ${tenantId} and state = 'active'
      and payout_schedules.next_due_at <= ${until}
    order by payout_schedules.next_due_at, id limit ${limits.upcomingItemsMax + 1}
  `.execute(db);
  return rows.flatMap((schedule) => daysOf(schedule, until));
}

function daysOf(schedule: StoredSchedule, until: Date): Leaving[] {
  const { amount_paise: amount, fee_paise: fee, gst_paise: gst } = schedule;
  const leaving: Leaving[] = [];
  for (const day of dueDays(schedule.rule, bankCalendar(), startOf(schedule))) {
    if (day.dueAt > until || leaving.length > limits.upcomingItemsMax) break;
    const { next_rule_day: next, decided_due_on: decided } = schedule;
    if (next === null || day.ruleDay < next || (decided && day.dueOn <= decided)) continue;
    leaving.push({
      kind: "schedule",
      id: schedule.id,
      title: schedule.beneficiary_name,
      at: day.dueAt,
      dueOn: day.dueOn,
      isKnown: day.isKnown,
      waitsFor: null,
      payouts: 1,
      amountPaise: amount,
      totalPaise: amount + fee + gst,
    });
  }
  return leaving;
}

/** The payouts that wait for funds, in the order in which they are created. */
async function findWaiting(db: Db, tenantId: string): Promise<Leaving[]> {
  const { rows } = await sql<{
    id: string;
    beneficiary_name: string;
    amount_paise: bigint;
    total: bigint;
  }>`
    select id, beneficiary_name, amount_paise, amount_paise + fee_paise + gst_paise as total
    from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
    order by place limit ${limits.upcomingItemsMax + 1}
  `.execute(db);
  return rows.map((row) => ({
    kind: "waiting",
    id: row.id,
    title: row.beneficiary_name,
    at: null,
    isKnown: true,
    waitsFor: "Waits for funds",
    payouts: 1,
    amountPaise: row.amount_paise,
    totalPaise: row.total,
  }));
}

async function findRequests(db: Db, tenantId: string): Promise<Leaving[]> {
  const { rows } = await sql<{
    id: string;
    beneficiary_name: string;
    state: string;
    blocked_message: string | null;
    amount_paise: bigint;
    total: bigint;
    is_held: boolean;
  }>`
    select id, beneficiary_name, state, blocked_message, amount_paise,
      amount_paise + fee_paise + gst_paise as total,
      exists (
        select from request_holds where request_id = payment_requests.id and released_at is null
      ) as is_held
    from payment_requests
    where tenant_id = ${tenantId} and state in ('awaiting_approval', 'approved')
      and payout_id is null
    order by id limit ${limits.upcomingItemsMax + 1}
  `.execute(db);
  return rows.map((row) => ({
    kind: "request",
    id: row.id,
    title: row.beneficiary_name,
    at: null,
    isKnown: true,
    waitsFor: `${row.state === "approved" ? "Approved, not sent yet" : "Waits for approval"}${row.is_held ? ", on hold" : ""}`,
    payouts: 1,
    amountPaise: row.amount_paise,
    // What is on hold has left the available balance already.
    totalPaise: row.is_held ? 0n : row.total,
  }));
}

async function findBatches(db: Db, tenantId: string): Promise<Leaving[]> {
  const { rows } = await sql<{
    id: string;
    file_name: string;
    state: string;
    count: bigint;
    amount: bigint;
    total: bigint;
  }>`
    select payout_batches.id, file_name, payout_batches.state, count(*) as count,
      sum(amount_paise)::bigint as amount,
      sum(amount_paise + fee_paise + gst_paise)::bigint as total
    from payout_batches join batch_rows on batch_id = payout_batches.id
    where payout_batches.tenant_id = ${tenantId}
      and payout_batches.state in ('awaiting_approval', 'running', 'paused')
      and batch_rows.state = 'ready'
    group by payout_batches.id order by payout_batches.id limit ${limits.upcomingItemsMax + 1}
  `.execute(db);
  const words: Readonly<Record<string, string>> = {
    awaiting_approval: "Waits for approval",
    running: "Running",
    paused: "Paused",
  };
  return rows.map((row) => ({
    kind: "batch",
    id: row.id,
    title: row.file_name,
    at: null,
    isKnown: true,
    waitsFor: words[row.state] ?? null,
    payouts: Number(row.count),
    amountPaise: row.amount,
    totalPaise: row.total,
  }));
}

/** The payouts without an outcome as one item: their money is on hold already. */
async function findInProgress(db: Db, tenantId: string): Promise<Leaving[]> {
  const { rows } = await sql<{ count: bigint; amount: bigint | null }>`
    select count(*) as count, sum(amount_paise)::bigint as amount from payouts
    where id in (select payout_id from payout_queue where tenant_id = ${tenantId})
      and status in ('pending', 'processing')
  `.execute(db);
  const [found] = rows;
  if (!found || found.count === 0n) return [];
  return [
    {
      kind: "payouts",
      id: null,
      title: "Payouts in progress",
      at: null,
      isKnown: true,
      waitsFor: "On hold in the wallet already",
      payouts: Number(found.count),
      amountPaise: found.amount ?? 0n,
      totalPaise: 0n,
    },
  ];
}
