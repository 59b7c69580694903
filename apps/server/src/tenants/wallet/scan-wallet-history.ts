import { sql, type RawBuilder } from "kysely";
import { microsecondsOf, timeOf } from "../../database/cursor-time.ts";
import type { Db } from "../../database/db.ts";
import { readPosition, writePosition, type Position } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";
import { adjustingKeys, movementOfKey, sourcesOf } from "./page-movements.ts";
import { reversalId, type Movement } from "./queries.ts";
import { asWalletTransaction } from "./wallet-transaction.ts";

interface Scan {
  readonly type?: "credit" | "debit" | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the wallet's credits and debits after a cursor, newest first. The sources are merged by
 * their index keys, and only the page's rows are read.
 */
export async function scanWalletHistory(db: Db, tenant: Tenant, { type, after, limit }: Scan) {
  const cursorOf = ["wallet history", tenant.tenantId, type];
  const place = readPosition(cursorOf, after);
  // One more says whether there is a next page.
  const sources = keysOf(tenant, type, { place, count: limit + 1 });
  const { rows } = await sql<Movement & { readonly time: string }>`
    with keys as materialized (
      select * from (${sql.join(sources, sql` union all `)}) as merged
      order by at desc, id desc limit ${limit + 1}
    )
    select movements.*, ${microsecondsOf(sql`keys.at`)} as time
    from keys cross join lateral (${movementOfKey(tenant)}) as movements
    order by keys.at desc, keys.id desc
  `.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => asWalletTransaction(tenant, row)),
    next: last && rows.length > limit ? writePosition(cursorOf, last) : null,
  };
}

interface Window {
  readonly place: Position | undefined;
  readonly count: number;
}

/** The newest keys of each source below the cursor. */
function keysOf(tenant: Tenant, type: Scan["type"], window: Window): RawBuilder<unknown>[] {
  const of = (kind: string, from: string, at: string, id: RawBuilder<unknown> = sql`id`) =>
    newest(
      sql`
        select ${id} as id, ${sql.lit(kind)} as kind, id as row_id, ${sql.ref(at)} as at
        from ${sql.table(from)} where tenant_id = ${tenant.tenantId}
        ${kind === "deposit" ? sql`and status = 'completed'` : sql``}
      `,
      { at: sql.ref(at), id },
      window,
    );
  const debits = of("payout", "payouts", "created_at");
  const credits = [
    of("deposit", "deposits", "reviewed_at"),
    of("reversal", "payout_reversals", "created_at", reversalId),
  ];
  const history = sourcesOf[type ?? "all"];
  const adjusting = newest(
    sql`
      select id, 'adjusting' as kind, id as row_id, at
      from (${adjustingKeys(tenant, { of: history })}) as adjusting where true
    `,
    { at: sql`at`, id: sql`id` },
    window,
  );
  if (type === "debit") return [debits, adjusting];
  return type === "credit" ? [...credits, adjusting] : [debits, ...credits, adjusting];
}

/** The first rows of a source below the cursor. The time alone is a condition for the index, too. */
function newest(
  rows: RawBuilder<unknown>,
  { at, id }: { readonly at: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  { place, count }: Window,
): RawBuilder<unknown> {
  const below = place
    ? sql`and ${at} <= ${timeOf(place)} and (${at}, ${id}) < (${timeOf(place)}, ${place.id}::uuid)`
    : sql``;
  return sql`(${rows} ${below} order by at desc, id desc limit ${count})`;
}
