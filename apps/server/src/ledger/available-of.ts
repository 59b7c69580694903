import { sql, type RawBuilder } from "kysely";

/** For queries over many tenants: what is available in a tenant's wallet, in paise. */
export function availableOf(tenantId: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`(select available_paise from wallets where id = ${tenantId})`;
}
