import { sql } from "kysely";
import { microsecondsOf, timeOf } from "../../database/cursor-time.ts";
import type { Db } from "../../database/db.ts";
import { readPosition, writePosition } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { asDeposit } from "./deposit.ts";
import { withAccount, type DepositStatus } from "./queries.ts";

interface Scan {
  readonly status?: DepositStatus | undefined;
  /** A whole UTR, in any spelling. */
  readonly utr?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of the tenant's deposits after a cursor, newest first. It reads the page's rows only. */
export async function scanDeposits(db: Db, tenant: Tenant, { status, utr, after, limit }: Scan) {
  const key = utr === undefined ? undefined : utrKey(utr);
  const cursorOf = ["deposits", tenant.tenantId, status, key];
  const place = readPosition(cursorOf, after);
  const below = place ? sql`and (created_at, id) < (${timeOf(place)}, ${place.id}::uuid)` : sql``;
  // The two indexes of UTRs have the failed deposits, and all others.
  const withUtr = sql`
    select * from deposits where utr_key = ${key} and status = 'failed'
    union all select * from deposits where utr_key = ${key} and status <> 'failed'
  `;
  // One more says whether there is a next page.
  const keys = sql<string>`(
    ${key === undefined ? sql`` : sql`with deposits as materialized (${withUtr})`}
    select id from deposits
    where tenant_id = ${tenant.tenantId} ${status ? sql`and status = ${status}` : sql``} ${below}
    order by created_at desc, id desc limit ${limit + 1}
  )`;
  const rows = await withAccount(db.selectFrom("deposits"))
    .select(microsecondsOf(sql`deposits.created_at`).as("time"))
    .where("deposits.id", "in", keys)
    .orderBy("deposits.created_at", "desc")
    .orderBy("deposits.id", "desc")
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(asDeposit),
    next: last && rows.length > limit ? writePosition(cursorOf, last) : null,
  };
}
