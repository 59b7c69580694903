import { sql } from "kysely";
import { newSecret } from "../apps/server/src/identity/api-keys/secret.ts";
import { transaction } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import type { BenchTenant } from "./create-tenants.ts";

/** Creates a key that sends for each tenant, as its founder signs it. */
export async function createKeys(tenants: readonly BenchTenant[]): Promise<BenchTenant[]> {
  const keys = tenants.map(({ id }) => ({ id: newId(), tenantId: id, ...newSecret("test") }));
  const ids = keys.map(({ id }) => id);
  const tenantIds = keys.map(({ tenantId }) => tenantId);
  const limitIds = keys.map(() => newId());
  await transaction(async (db) => {
    await sql`
      insert into api_keys (
        id, tenant_id, name, scopes, is_live, created_at, owner_id, networks, limits_id, idle_since
      )
      select key_id, tenant_id, 'Bench', '{payouts:send}', false, now(), tenant_id, '{127.0.0.1}',
        limits_id, now()
      from unnest(${limitIds}::uuid[], ${ids}::uuid[], ${tenantIds}::uuid[])
        as t (limits_id, key_id, tenant_id)
    `.execute(db);
    await sql`
      insert into api_key_limits (
        id, key_id, tenant_id, per_payout_paise, per_day_paise, networks, signed_by, signed_at
      )
      select limits_id, key_id, tenant_id, 5000000, 100000000000, '{127.0.0.1}', tenant_id, now()
      from unnest(${limitIds}::uuid[], ${ids}::uuid[], ${tenantIds}::uuid[])
        as t (limits_id, key_id, tenant_id)
    `.execute(db);
    await sql`
      insert into api_key_secrets (hash, key_id, tenant_id, hint, created_at, created_by)
      select hash, key_id, tenant_id, hint, now(), tenant_id
      from unnest(${keys.map(({ hash }) => hash)}::bytea[], ${ids}::uuid[], ${tenantIds}::uuid[],
        ${keys.map(({ hint }) => hint)}::text[]) as t (hash, key_id, tenant_id, hint)
    `.execute(db);
  });
  return keys.map(({ tenantId, secret }) => ({ id: tenantId, accessToken: secret }));
}
