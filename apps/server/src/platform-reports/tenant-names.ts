import { database } from "../db.ts";

export interface TenantName {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
}

/** The tenants behind some wallets, by name: a wallet carries its tenant's id. */
export async function tenantNames(ids: Iterable<string>): Promise<TenantName[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  return database()
    .selectFrom("people")
    .select(["id", "name", "mobile"])
    .where("id", "in", wanted)
    .orderBy("name")
    .orderBy("mobile")
    .execute();
}
