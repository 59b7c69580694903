import type { BatchState } from "@rokad/contract/batch-states";
import type { RequestState } from "@rokad/contract/request-states";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { hasNeedles } from "../../rollups/search/has-needles.ts";
import type { Search } from "../../rollups/search/read-search.ts";

/** Batches and requests have no stored terms: the newest ones are compared. */
const comparedMax = 500;

/** Batches among the newest by a word of their file's name. */
export async function findBatches(db: Db, tenant: Tenant, search: Search, limit: number) {
  const { rows } = await sql<BatchRow>`
    select id, created_at, file_name, state from (
      select * from payout_batches where tenant_id = ${tenant.tenantId}
      order by id desc limit ${comparedMax}
    ) as newest
    cross join lateral (
      select array(select 'w' || word from list_search_words(file_name, 20) as word) as terms
    ) as own
    where ${hasNeedles(search, sql`own.terms`)}
    order by id desc limit ${limit}
  `.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

interface BatchRow {
  readonly id: string;
  readonly created_at: Date;
  readonly file_name: string;
  readonly state: BatchState;
}

/** Payment requests among the newest by name, amount or account. */
export async function findRequests(db: Db, tenant: Tenant, search: Search, limit: number) {
  const { rows } = await sql<RequestRow>`
    select id, created_at, beneficiary_name as name, amount_paise, state from (
      select * from payment_requests where tenant_id = ${tenant.tenantId}
      order by id desc limit ${comparedMax}
    ) as newest
    cross join lateral (
      select array(
        select 'w' || word from list_search_words(beneficiary_name, 6) as word
        union all select 'a' || lpad(amount_paise::text, 15, '0')
        union all
        select 't' || lpad((amount_paise + fee_paise + gst_paise)::text, 15, '0')
        union all select 'h' || left(encode(destination_hash, 'hex'), 32)
      ) as terms
    ) as own
    where ${hasNeedles(search, sql`own.terms`)}
    order by id desc limit ${limit}
  `.execute(db);
  return rows.map(({ created_at, amount_paise, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    amount: inr(amount_paise),
  }));
}

interface RequestRow {
  readonly id: string;
  readonly created_at: Date;
  readonly name: string;
  readonly amount_paise: bigint;
  readonly state: RequestState;
}
