import { database } from "../db.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { asBankAccount, asReviewedBankAccount } from "./bank-account.ts";
import {
  countForReview,
  countOwn,
  selectForReview,
  selectOwn,
  type BankAccountFilter,
} from "./queries.ts";

export async function listBankAccounts(tenant: Tenant, filter: BankAccountFilter) {
  const db = database();
  const [rows, total] = await Promise.all([
    selectOwn(db, tenant, filter),
    countOwn(db, tenant, filter),
  ]);
  return {
    data: rows.map(asBankAccount),
    pagination: pageOf(filter, total),
    total: Number(total),
  };
}

export async function listBankAccountsForReview(filter: BankAccountFilter) {
  const db = database();
  const [rows, total] = await Promise.all([
    selectForReview(db, filter),
    countForReview(db, filter),
  ]);
  return {
    data: rows.map(asReviewedBankAccount),
    pagination: pageOf(filter, total),
    total: Number(total),
  };
}
