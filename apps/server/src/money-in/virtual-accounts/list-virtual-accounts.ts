import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { selectAccounts } from "./account-queries.ts";
import { providersWithAccounts } from "./providers-with-accounts.ts";
import { asManagedAccount, asOwnAccount } from "./virtual-account.ts";

/** The tenant's open virtual accounts. */
export async function listOwnAccounts(tenant: Tenant) {
  const rows = await selectAccounts(database())
    .where("virtual_accounts.tenant_id", "=", tenant.tenantId)
    .where("state", "=", "open")
    .orderBy("virtual_accounts.id")
    .execute();
  return rows.map((row) => asOwnAccount(row, tenant.name));
}

/** A tenant's virtual accounts, newest first, and the providers that can open another one. */
export async function listAccountsOf(tenantId: string) {
  const db = database();
  if (!(await findTenant(db, tenantId))) throw notFound("This tenant");
  const rows = await selectAccounts(db)
    .where("virtual_accounts.tenant_id", "=", tenantId)
    .orderBy("virtual_accounts.id", "desc")
    .limit(accountsMax)
    .execute();
  const notClosed = rows.filter(({ state }) => state !== "closed");
  const used = new Set(notClosed.map(({ adapter }) => adapter));
  const providers = (await providersWithAccounts()).filter((name) => !used.has(name));
  return { accounts: rows.map(asManagedAccount), providers };
}

/** Including closed ones; few tenants have more than two. */
const accountsMax = 20;
