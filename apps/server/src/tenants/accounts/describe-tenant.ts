import { database } from "../../database/db.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { notFound } from "../../kernel/errors.ts";

/** What a signature about a tenant signs: "Activate tenant …". @throws 404. */
export async function describeTenant(act: string, id: string): Promise<string> {
  const tenant = await findTenant(database(), id);
  if (!tenant) throw notFound("This tenant");
  return `${act} tenant ${tenant.name}`;
}
