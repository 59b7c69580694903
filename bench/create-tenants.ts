import { sql } from "kysely";
import { featureIds } from "@rokad/contract/call";
import { database, transaction } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import * as ledger from "../apps/server/src/ledger/ledger.ts";
import { issueAccessToken } from "../apps/server/src/identity/sign-in/access-token.ts";

export interface BenchTenant {
  readonly id: string;
  readonly accessToken: string;
}

/** Ids are sequential, so that pgbench can build one from a random number. */
export function tenantId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

const fundsPaise = 9_00_00_00_000_00n;

/**
 * Creates tenants 1 to `count`, or from another number on, each with a session and a wallet that the
 * benchmark can't empty.
 */
export async function createTenants(count: number, first = 1): Promise<BenchTenant[]> {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const sessions = numbers.map(() => newId());
  const ids = numbers.map(tenantId);
  await transaction(async (db) => {
    await sql`
      insert into people (id, mobile, name, created_at, updated_at)
      select id, (9000000000 + number)::text, 'Bench owner', now(), now()
      from unnest(${ids}::uuid[], ${numbers}::bigint[]) as t (id, number)
    `.execute(db);
    await sql`
      insert into tenants (id, mobile, name, role, features, created_at, updated_at)
      select id, mobile, 'Bench shop', 'operator', ${[...featureIds]}::text[], created_at, updated_at
      from people where id = any(${ids}::uuid[])
    `.execute(db);
    await sql`
      insert into sessions (id, person_id, tenant_id, created_at, last_seen_at, expires_at)
      select id, tenant_id, tenant_id, now(), now(), now() + interval '1 day'
      from unnest(${sessions}::uuid[], ${ids}::uuid[]) as t (id, tenant_id)
    `.execute(db);
    await ledger.open(db, ids);
    const credits = ids.map((walletId) => ({
      walletId,
      depositId: newId(),
      amountPaise: fundsPaise,
    }));
    await sql`
      insert into deposits (id, tenant_id, amount_paise, utr_reference, came_through, status, reviewed_at, created_at)
      select id, tenant_id, ${fundsPaise}, 'BENCH' || lpad(number::text, 12, '0'), 'sandbox', 'completed', now(), now()
      from unnest(${credits.map((credit) => credit.depositId)}::uuid[], ${ids}::uuid[], ${numbers}::bigint[])
        as t (id, tenant_id, number)
    `.execute(db);
    for (let at = 0; at < credits.length; at += 1_000) {
      await ledger.credit(db, credits.slice(at, at + 1_000));
    }
  });
  await sql`vacuum analyze`.execute(database());
  return ids.map((id, at) => ({
    id,
    accessToken: issueAccessToken({ id: sessions[at] as string, personId: id }, 24 * 60),
  }));
}
