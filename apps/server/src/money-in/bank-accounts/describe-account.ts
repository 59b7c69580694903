import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { maskEnd } from "../../kernel/money.ts";

/** What a signature about one account signs: "Approve bank account ****4321 of …". @throws 404. */
export async function describeAccount(act: string, id: string): Promise<string> {
  const [account] = await selectAccounts([id]);
  if (!account) throw notFound("This bank account");
  return `${act} ${nameOf(account)}`;
}

/** What the approval of several accounts signs: how many, and the first. */
export async function describeApprovals(ids: readonly string[]): Promise<string> {
  const accounts = await selectAccounts(ids);
  const [first] = accounts;
  // Each unknown one is refused on its own.
  if (!first) return `Approve ${ids.length} bank accounts`;
  return accounts.length === 1
    ? `Approve bank account ${nameOf(first)}`
    : `Approve ${accounts.length} bank accounts, the first ${nameOf(first)}`;
}

function nameOf(account: { account_number_end: string; tenant_name: string }): string {
  return `${maskEnd(account.account_number_end)} of ${account.tenant_name}`;
}

function selectAccounts(ids: readonly string[]) {
  return database()
    .selectFrom("bank_accounts")
    .innerJoin("tenants", "tenants.id", "tenant_id")
    .select(["account_number_end", "tenants.name as tenant_name"])
    .where("bank_accounts.id", "in", [...ids])
    .orderBy("bank_accounts.created_at")
    .orderBy("bank_accounts.id")
    .execute();
}
