import type { WaitingItem } from "@rokad/contract/activity-lists";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";

interface Row {
  readonly id: string;
  readonly kind: WaitingItem["kind"];
  readonly name: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly paise: bigint;
  readonly place: bigint;
  readonly missing: bigint;
  readonly since: Date;
  readonly expires_at: Date | null;
  readonly reason: string | null;
}

/** Single payouts, and batches that are paid in order, each with what is left of it to pay. */
const queued = sql`
  select id, 'payout' as kind, reference_id as name, tenant_id, place,
    amount_paise + fee_paise + gst_paise as paise, created_at as since, expires_at,
    stopped_reason as reason
  from funds_queue where state = 'waiting'
  union all
  select payout_batches.id, 'batch', file_name, payout_batches.tenant_id, funds_place,
    sum(amount_paise + fee_paise + gst_paise)::bigint, coalesce(paused_at, started_at), null, null
  from payout_batches join batch_rows on batch_id = payout_batches.id and batch_rows.state = 'ready'
  where funds_place is not null
  group by payout_batches.id
`;

/** What waits for funds over all tenants, longest first, with its place in its wallet's queue. */
export async function listWaitingForFunds({
  page,
  limit,
}: {
  readonly page: number;
  readonly limit: number;
}) {
  const [{ rows }, { rows: totals }] = await Promise.all([
    sql<Row>`
      with queued as (${queued}),
      page as (
        select * from queued order by since, id limit ${limit} offset ${(page - 1) * limit}
      ),
      places as (
        select id, row_number() over wallet as place, sum(paise) over wallet as needed
        from queued where tenant_id in (select tenant_id from page)
        window wallet as (partition by tenant_id order by place)
      )
      select page.id, kind, page.name, tenant_id, tenants.name as tenant_name, paise, places.place,
        greatest(needed - available_paise, 0)::bigint as missing, since, expires_at,
        case when needed <= available_paise then reason end as reason
      from page
      join places using (id)
      join tenants on tenants.id = tenant_id
      join wallets on wallets.id = tenant_id
      order by since, page.id
    `.execute(database()),
    sql<{ count: bigint; paise: bigint }>`
      select count(*), coalesce(sum(paise), 0)::bigint as paise from (${queued}) as queued
    `.execute(database()),
  ]);
  const { count = 0n, paise = 0n } = totals[0] ?? {};
  return {
    data: rows.map(asItem),
    pagination: pageOf({ page, limit }, count),
    total: Number(count),
    summary: { total: inr(paise) },
  };
}

function asItem({ tenant_id, tenant_name, paise, missing, place, ...row }: Row): WaitingItem {
  return {
    ...row,
    tenant: { id: tenant_id, name: tenant_name },
    total: inr(paise),
    place: Number(place),
    missing: inr(missing),
    since: row.since.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
