import { selectChecks } from "../../payouts/account-checks/check-queries.ts";
import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asBankAccount } from "./bank-account.ts";
import { countOwn, selectOwn, type BankAccountFilter } from "./queries.ts";

export async function listBankAccounts(
  tenant: Pick<Tenant, "tenantId">,
  filter: BankAccountFilter,
) {
  const db = database();
  const [rows, total] = await Promise.all([
    selectOwn(db, tenant, filter),
    countOwn(db, tenant, filter),
  ]);
  const checks = await selectChecks(
    db,
    rows.map((row) => row.account_check_id),
  );
  return {
    data: rows.map((row) => asBankAccount(row, checks.get(row.account_check_id ?? ""))),
    pagination: pageOf(filter, total),
    total: Number(total),
  };
}
