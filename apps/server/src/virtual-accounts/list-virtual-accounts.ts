import { database } from "../db.ts";
import { notFound } from "../errors.ts";
import type { Tenant } from "../sign-in/person.ts";
import { findTenant } from "../tenants/queries.ts";
import { selectAccounts } from "./account-queries.ts";
import { providersWithAccounts } from "./providers-with-accounts.ts";
import { asKeptAccount, asOwnAccount } from "./virtual-account.ts";

/** Those that take money now. */
export async function listOwnAccounts(tenant: Tenant) {
  const rows = await selectAccounts(database())
    .where("virtual_accounts.person_id", "=", tenant.id)
    .where("state", "=", "open")
    .orderBy("virtual_accounts.id")
    .execute();
  return rows.map((row) => asOwnAccount(row, tenant.name));
}

/** The tenant's, the newest first, and the providers with which there is none yet. */
export async function listAccountsOf(tenantId: string) {
  const db = database();
  if (!(await findTenant(db, tenantId))) throw notFound("This tenant");
  const rows = await selectAccounts(db)
    .where("virtual_accounts.person_id", "=", tenantId)
    .orderBy("virtual_accounts.id", "desc")
    .limit(accountsAtMost)
    .execute();
  const kept = rows.filter(({ state }) => state !== "closed");
  const taken = new Set(kept.map(({ adapter }) => adapter));
  const providers = (await providersWithAccounts()).filter((name) => !taken.has(name));
  return { accounts: rows.map(asKeptAccount), providers };
}

/** Closed ones among them; nobody has many. */
const accountsAtMost = 20;
