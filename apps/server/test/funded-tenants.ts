import type { Feature } from "@rokad/contract/call";
import { addBankAccount } from "../src/money-in/bank-accounts/add-bank-account.ts";
import { approveBankAccount } from "../src/money-in/bank-accounts/review-bank-account.ts";
import { database, transaction } from "../src/database/db.ts";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { initiateDeposit } from "../src/money-in/deposits/initiate-deposit.ts";
import { approveDeposit } from "../src/money-in/deposits/approve-deposit.ts";
import type { SuperAdmin, Tenant } from "../src/kernel/person.ts";
import { openTenant } from "../src/tenants/accounts/open-tenant.ts";
import { adminOf, founderOf } from "./founder.ts";

/**
 * Creates tenants with money through the product's functions, without an app: for tests whose server
 * is a separate process.
 * @param paise each wallet's balance, at most the limit of one deposit.
 * @returns their ids.
 */
export async function createFundedTenants(
  count: number,
  paise: bigint,
  features: readonly Feature[],
) {
  await createSuperAdmin({ mobile: "9000000100", name: "Test Admin" });
  const admin = await database()
    .selectFrom("people")
    .select("id")
    .where("installation_roles", "is not", null)
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push(await createFundedTenant(number, paise, features, adminOf(admin.id)));
  }
  return ids;
}

async function createFundedTenant(
  number: number,
  paise: bigint,
  features: readonly Feature[],
  admin: SuperAdmin,
): Promise<string> {
  const mobile = String(9_000_000_100 + number);
  const opened = await transaction((db) =>
    openTenant(db, {
      name: "Test Shop",
      mobile,
      role: "operator",
      features,
      allowedProviders: ["primary"],
    }),
  );
  const tenant = { ...founderOf(opened._id), role: "operator" } as Tenant;
  const account = await transaction((db) =>
    addBankAccount(db, tenant, {
      account_holder_name: "Test Shop",
      account_number: `000${mobile}`,
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
      branch_name: "Pune",
      account_type: "current",
    }),
  );
  await approveBankAccount(admin, account._id, undefined);
  const deposit = await transaction((db) =>
    initiateDeposit(db, tenant, {
      bank_account: account._id,
      amount: Number(paise) / 100,
      utr_reference: `4${mobile}0`,
    }),
  );
  await approveDeposit(admin, deposit._id, undefined);
  return tenant.tenantId;
}
