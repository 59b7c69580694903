import { payoutFieldNames, type PayoutFieldValues } from "@rokad/contract/payout-fields";
import { sql, type RawBuilder } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { places } from "../initiate/funds-places.ts";
import { payoutColumns, type PayoutFilter, type PayoutRow } from "../queries.ts";

/** What the columns of a payout are for one that has none: it waits for funds, or was not funded. */
const otherValues: Partial<Record<(typeof payoutColumns)[number], RawBuilder<unknown>>> = {
  payout_kind: sql`'payout'`,
  returned_paise: sql`0::bigint`,
  charges_returned_at: sql`null::timestamptz`,
  returned_at: sql`null::timestamptz`,
  status: sql`case state when 'waiting' then 'pending' else 'cancelled' end`,
  utr_number: sql`null::text`,
  failure_reason: sql`ended_reason`,
};

/** The same columns as of payouts, under the same names. */
export const waitColumns = sql.join(
  payoutColumns.map((column) => {
    const value = otherValues[column];
    return value ? sql`${value} as ${sql.ref(column)}` : sql.ref(column);
  }),
);

/** A waiting payout among those of its wallet; both are null for one that waits no more. */
interface Place {
  readonly place: bigint | null;
  readonly missing: bigint | null;
  readonly expires_at: Date;
  readonly stopped_reason: string | null;
}
export type WaitRow = PayoutRow & Place;

/**
 * The condition for the waits that a filter of payouts shows; none for a filter of other payouts. COPY
 * takes no arrays, so each value is one.
 */
export function matchesWaits(tenant: Tenant, { status = "all", from, to }: PayoutFilter) {
  return sql<boolean>`
    tenant_id = ${tenant.tenantId} and ${conditionOf[status]}
    and created_at >= ${from ? startOfDay(from) : "-infinity"}::timestamptz
    and created_at < ${to ? endOfDay(to) : "infinity"}::timestamptz
  `;
}

const isWaiting = sql<boolean>`state = 'waiting'`;
const conditionOf: Readonly<Record<NonNullable<PayoutFilter["status"]>, RawBuilder<boolean>>> = {
  all: isWaiting,
  pending: isWaiting,
  waiting_for_funds: isWaiting,
  not_funded: sql`state in ('cancelled', 'expired')`,
  processing: sql`false`,
  success: sql`false`,
  failed: sql`false`,
  cancelled: sql`false`,
};

/** A page of waits, those that wait by their place, then the newest that were not funded. */
export async function selectWaits(
  db: Db,
  tenant: Tenant,
  filter: PayoutFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<WaitRow[]> {
  const { rows } = await sql<WaitRow>`
    with page as (
      select * from funds_queue where ${matchesWaits(tenant, filter)}
      order by state = 'waiting' desc, case state when 'waiting' then place end, created_at desc, id desc
      limit ${limit} offset ${skip}
    )
    select ${waitColumns}, expires_at, stopped_reason, rank as place, missing
    from page left join (${places(tenant.tenantId)}) as places using (id)
    order by rank nulls last, created_at desc, id desc
  `.execute(db);
  return rows;
}

/** Those of these ids, in any order. */
export async function readWaits(
  db: Db,
  tenant: Pick<Tenant, "tenantId">,
  ids: readonly string[],
): Promise<WaitRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WaitRow>`
    with waits as (
      select * from funds_queue where id = any(${ids}::uuid[]) and tenant_id = ${tenant.tenantId}
    )
    select ${waitColumns}, expires_at, stopped_reason, rank as place, missing
    from waits left join (${places(tenant.tenantId)}) as places using (id)
  `.execute(db);
  return rows;
}

interface WaitTotals {
  readonly count: bigint;
  readonly amount: bigint;
  readonly charges: bigint;
}

/** The totals of a filter's waits. */
export async function totalWaits(
  db: Db,
  tenant: Tenant,
  filter: PayoutFilter,
): Promise<WaitTotals> {
  const { rows } = await sql<WaitTotals>`
    select count(*), coalesce(sum(amount_paise), 0)::bigint as amount,
      coalesce(sum(fee_paise + gst_paise), 0)::bigint as charges
    from funds_queue where ${matchesWaits(tenant, filter)}
  `.execute(db);
  return rows[0] ?? { count: 0n, amount: 0n, charges: 0n };
}

/** The fields of a payout that its list does not have. */
const otherFields = payoutFieldNames.filter(
  (name) => !payoutColumns.some((column) => column === name),
);
const detailColumns = sql.join(otherFields.map((name) => sql.ref(name)));

export type WaitDetail = WaitRow &
  PayoutFieldValues & {
    readonly state: "waiting" | "funded" | "cancelled" | "expired";
    readonly member_id: string;
    readonly request_id: string | null;
    readonly ended_at: Date | null;
    readonly initiator_name: string | null;
    readonly beneficiary_id: string | null;
    readonly destination_id: string | null;
  };

/** One payout that waits or waited for funds, also if it was funded; undefined for another tenant's. */
export async function findWait(tenant: Tenant, id: string): Promise<WaitDetail | undefined> {
  const { rows } = await sql<WaitDetail>`
    with wait as (select * from funds_queue where id = ${id} and tenant_id = ${tenant.tenantId})
    select ${waitColumns}, ${detailColumns}, state, member_id, request_id, ended_at, expires_at,
      stopped_reason, rank as place, missing,
      (select name from people where people.id = member_id and member_id <> tenant_id)
        as initiator_name,
      destination_id as destination_id,
      (
        select beneficiary_id from payout_destinations where payout_destinations.id = destination_id
      ) as beneficiary_id
    from wait left join (${places(tenant.tenantId)}) as places using (id)
  `.execute(database());
  return rows[0];
}

/** What the API says of a wait; null for one that is over. */
export function describeWait({ place, missing, expires_at, stopped_reason }: Place) {
  if (place === null || missing === null) return null;
  return {
    place: Number(place),
    missing: inr(missing > 0n ? missing : 0n),
    expires_at: expires_at.toISOString(),
    reason: missing > 0n ? null : stopped_reason,
  };
}
