import { database } from "../../database/db.ts";

export interface TenantName {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
}

/** Reads the tenants of some wallets, ordered by name. A wallet has its tenant's id. */
export async function readTenantNames(ids: Iterable<string>): Promise<TenantName[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  return database()
    .selectFrom("tenants")
    .select(["id", "name", "mobile"])
    .where("id", "in", uniqueIds)
    .orderBy("name")
    .orderBy("mobile")
    .execute();
}
