import type { MemberLimits } from "@rokad/contract/member-limits";
import { rupeesToPaise } from "@rokad/money/rupees";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { database, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Place } from "./policy.ts";
import { listActiveMembers } from "./policy-queries.ts";
import { findSecondOwners, lockOwners, secondOwnerNeeded } from "./second-owner.ts";

/** The limits of each active person, with what they used today. */
export async function listMemberLimits(
  person: Tenant,
  db: Db = database(),
): Promise<MemberLimits[]> {
  const members = await listActiveMembers(db, person.tenantId);
  const limits = new Map(
    (
      await db
        .selectFrom("member_limits")
        .selectAll()
        .where("tenant_id", "=", person.tenantId)
        .execute()
    ).map((row) => [row.person_id, row]),
  );
  const used = await sumUsedToday(
    db,
    person.tenantId,
    members.map(({ id }) => id),
  );
  const orNone = (paise: bigint | null | undefined) => (paise ? inr(paise) : null);
  return members.map(({ id, name }) => ({
    id,
    name,
    per_payout: orNone(limits.get(id)?.per_payout_paise),
    per_day: orNone(limits.get(id)?.per_day_paise),
    used_today: inr(used.get(id) ?? 0n),
  }));
}

/**
 * @param limits in rupees.
 * @throws 403; 404 unless the person is an active member; 409 `SECOND_OWNER_NEEDED` for a higher limit
 *   of one's own beside another owner; as `findSecondOwners` for a higher one of others.
 */
export function setMemberLimits(
  person: Tenant,
  id: string,
  limits: { readonly per_payout: number | null; readonly per_day: number | null },
  run: RunTransaction,
): Promise<MemberLimits> {
  return run(async (db) => {
    await lockOwners(db, person);
    const before = (await listMemberLimits(person, db)).find((member) => member.id === id);
    if (!before) throw notFound("This member");
    const paise = (amount: number | null) => (amount === null ? null : rupeesToPaise(amount));
    const row = {
      per_payout_paise: paise(limits.per_payout),
      per_day_paise: paise(limits.per_day),
      changed_at: now(),
    };
    if (isRaised(before, row)) {
      const others = await findSecondOwners(db, person);
      if (id === person.member.id && others.length > 0)
        throw secondOwnerNeeded("You can only lower your own limits. Ask another owner.");
    }
    await db
      .insertInto("member_limits")
      .values({ tenant_id: person.tenantId, person_id: id, ...row })
      .onConflict((conflict) => conflict.columns(["tenant_id", "person_id"]).doUpdateSet(row))
      .execute();
    const after = (await listMemberLimits(person, db)).find((member) => member.id === id) ?? before;
    await record(db, {
      act: "member_limit.changed",
      by: person,
      subject: { kind: "person", id },
      before: { per_payout: before.per_payout, per_day: before.per_day },
      after: { per_payout: after.per_payout, per_day: after.per_day },
    });
    await publishChange(db, [person.tenantId], ["requests"]);
    return after;
  });
}

/** Whether a new limit lets the person approve or send more than before. */
function isRaised(
  { per_payout: payout, per_day: day }: MemberLimits,
  after: { readonly per_payout_paise: bigint | null; readonly per_day_paise: bigint | null },
): boolean {
  const isHigher = (before: MemberLimits["per_day"], paise: bigint | null) =>
    before !== null && (paise === null || paise > BigInt(before.amount));
  return isHigher(payout, after.per_payout_paise) || isHigher(day, after.per_day_paise);
}

/** @throws 404 unless the person is an active member. */
export async function nameOfMember(person: Tenant, id: string): Promise<string> {
  const member = (await listActiveMembers(database(), person.tenantId)).find(
    (one) => one.id === id,
  );
  if (!member) throw notFound("This member");
  return member.name;
}

/** An amount that a person wants to approve or send now. */
export interface LimitedAmount {
  readonly tenantId: string;
  readonly personId: string;
  /** The person whose approval it is, if another one gives it as a deputy: both limits hold. */
  readonly inPlaceOf?: { readonly id: string; readonly name: string } | null | undefined;
  readonly amountPaise: bigint;
}

/**
 * Checks amounts, in their order, against the limits of their people. The caller has locked the
 * wallets; each path locks them before the limits. Locks the limits until the transaction ends, which
 * must record the accepted amounts: closes the race between two approvals of one person that fit the
 * day's limit only alone.
 * @returns an error or undefined for each.
 */
export async function checkMemberLimits(
  db: Tx,
  list: readonly LimitedAmount[],
): Promise<(ApiError | undefined)[]> {
  const { rows } = await sql<{
    tenant_id: string;
    person_id: string;
    per_payout_paise: bigint | null;
    per_day_paise: bigint | null;
  }>`
    select * from member_limits
    where tenant_id = any(${list.map(({ tenantId }) => tenantId)}::uuid[])
      and person_id = any(${list.flatMap((one) => peopleOf(one).map(({ id }) => id))}::uuid[])
    order by tenant_id, person_id for update
  `.execute(db);
  if (rows.length === 0) return list.map(() => undefined);
  const keyOf = (tenantId: string, personId: string) => `${tenantId} ${personId}`;
  const limits = new Map(rows.map((row) => [keyOf(row.tenant_id, row.person_id), row]));
  const used = new Map<string, bigint>();
  for (const { tenant_id, person_id } of rows) {
    const sums = await sumUsedToday(db, tenant_id, [person_id]);
    used.set(keyOf(tenant_id, person_id), sums.get(person_id) ?? 0n);
  }
  return list.map((one) => {
    const { tenantId, amountPaise } = one;
    for (const { id, whose } of peopleOf(one)) {
      const key = keyOf(tenantId, id);
      const limit = limits.get(key);
      if (limit?.per_payout_paise && amountPaise > limit.per_payout_paise)
        return limitExceeded(`${whose} limit per payout is ${rupeesOf(limit.per_payout_paise)}.`);
      if (limit?.per_day_paise && (used.get(key) ?? 0n) + amountPaise > limit.per_day_paise)
        return limitExceeded(`${whose} limit per day is ${rupeesOf(limit.per_day_paise)}.`);
    }
    for (const { id } of peopleOf(one)) {
      const key = keyOf(tenantId, id);
      used.set(key, (used.get(key) ?? 0n) + amountPaise);
    }
    return undefined;
  });
}

const peopleOf = ({ personId, inPlaceOf }: LimitedAmount) => [
  { id: personId, whose: "Your" },
  ...(inPlaceOf ? [{ id: inPlaceOf.id, whose: `${inPlaceOf.name}'s` }] : []),
];

/** What people approved or sent alone today in India, and what waits for funds, in paise. */
async function sumUsedToday(
  db: Db,
  tenantId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const since = startOfDay(today());
  const { rows } = await sql<{ id: string; paise: bigint }>`
    select id, coalesce(sum(paise), 0)::bigint as paise from (
      select person_id as id, amount_paise as paise from request_approvals
      where tenant_id = ${tenantId} and person_id = any(${people}::uuid[]) and given_at >= ${since}
      union all
      select in_place_of, amount_paise from request_approvals
      where tenant_id = ${tenantId} and in_place_of = any(${people}::uuid[]) and given_at >= ${since}
      union all
      select person_id, amount_paise from batch_approvals
      where tenant_id = ${tenantId} and person_id = any(${people}::uuid[]) and given_at >= ${since}
      union all
      select in_place_of, amount_paise from batch_approvals
      where tenant_id = ${tenantId} and in_place_of = any(${people}::uuid[]) and given_at >= ${since}
      union all
      -- Whatever day it was accepted on, it may be sent today.
      select member_id, amount_paise from funds_queue
      where tenant_id = ${tenantId} and state = 'waiting' and member_id = any(${people}::uuid[])
        and request_id is null and not exists (
          select from payout_schedules where id = schedule_id and steps is not null
        )
      union all
      select person_id, amount_paise from schedule_approvals
      where tenant_id = ${tenantId} and person_id = any(${people}::uuid[]) and given_at >= ${since}
      union all
      select in_place_of, amount_paise from schedule_approvals
      where tenant_id = ${tenantId} and in_place_of = any(${people}::uuid[]) and given_at >= ${since}
      union all
      select coalesce(initiated_by, tenant_id), amount_paise from payouts
      where tenant_id = ${tenantId} and created_at >= ${since} and payout_kind = 'payout'
        and coalesce(initiated_by, tenant_id) = any(${people}::uuid[])
        and not exists (select from payment_requests where payout_id = payouts.id)
        and not exists (
          select from batch_rows join payout_batches on payout_batches.id = batch_id
          where payout_id = payouts.id and steps is not null
        )
        and not exists (
          select from schedule_runs join payout_schedules on payout_schedules.id = schedule_id
          where payout_id = payouts.id and steps is not null
        )
    ) as used group by id
  `.execute(db);
  return new Map(rows.map(({ id, paise }) => [id, paise]));
}

/**
 * Refuses what exceeds the limits of the person, or of whom they approve in place of.
 * @param paise the amounts of the payouts.
 * @throws 422 `PERSON_LIMIT_EXCEEDED`.
 */
export async function assertWithinLimits(
  db: Tx,
  { tenantId, member }: Tenant,
  paise: readonly bigint[],
  inPlaceOf: Place | null = null,
): Promise<void> {
  const errors = await checkMemberLimits(
    db,
    paise.map((amountPaise) => ({ tenantId, personId: member.id, inPlaceOf, amountPaise })),
  );
  const error = errors.find((one) => one !== undefined);
  if (error) throw error;
}

const rupeesOf = (paise: bigint) => formatMoney(inr(paise), { trailingZeros: false });
const limitExceeded = (message: string) =>
  new ApiError(422, "PERSON_LIMIT_EXCEEDED", `${message} Ask another person or an owner.`);
