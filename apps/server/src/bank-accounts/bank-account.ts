import type { Answer } from "@rokad/contract/call";
import type { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import type { BankAccount } from "@rokad/contract/bank-accounts";
import { asAccountCheck } from "../account-checks/account-check.ts";
import type { CheckRow } from "../account-checks/check-queries.ts";
import type { Selectable } from "kysely";
import type { BankAccounts } from "../database.generated.ts";
import { maskedEnd } from "../money.ts";

type Row = Selectable<BankAccounts>;

/** A row with the tenant whose account it is. */
export interface OwnedRow extends Row {
  readonly owner_name: string;
  readonly owner_mobile: string;
}

/** The account as its owner sees it: the number masked, and what its bank says of it. */
export function asBankAccount(row: Row, check?: CheckRow): BankAccount {
  return {
    _id: row.id,
    account_holder_name: row.account_holder_name,
    account_number: maskedEnd(row.account_number_end),
    bank_name: row.bank_name,
    ifsc_code: row.ifsc_code,
    branch_name: row.branch_name,
    account_type: row.account_type,
    status: row.status,
    rejection_reason: row.status === "rejected" ? row.review_note : null,
    account_check: check ? asAccountCheck(check, row.account_holder_name) : null,
    created_at: row.created_at.toISOString(),
  };
}

/** As the one who decided sees it; the whole number is revealed by a call of its own. */
export function asDecidedBankAccount(
  row: OwnedRow,
  check: CheckRow | undefined,
): Answer<typeof approveBankAccount>["data"] {
  return {
    ...asBankAccount(row, check),
    tenant: { id: row.person_id, name: row.owner_name, phone: row.owner_mobile },
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
  };
}
