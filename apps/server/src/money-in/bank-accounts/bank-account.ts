import type { Answer } from "@rokad/contract/call";
import type { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import type { BankAccount } from "@rokad/contract/bank-accounts";
import { asAccountCheck } from "../../payouts/account-checks/account-check.ts";
import type { CheckRow } from "../../payouts/account-checks/check-queries.ts";
import type { Selectable } from "kysely";
import type { BankAccounts } from "../../database/tables.generated.ts";
import { maskEnd } from "../../kernel/money.ts";

type Row = Selectable<BankAccounts>;

/** A row with its tenant. */
export interface OwnedRow extends Row {
  readonly owner_name: string;
  readonly owner_mobile: string;
}

/** The account as its owner sees it: the number masked, with the result of the bank's check. */
export function asBankAccount(row: Row, check?: CheckRow): BankAccount {
  return {
    _id: row.id,
    account_holder_name: row.account_holder_name,
    account_number: maskEnd(row.account_number_end),
    bank_name: row.bank_name,
    ifsc_code: row.ifsc_code,
    branch_name: row.branch_name,
    account_type: row.account_type,
    status: row.status,
    rejection_reason: row.status === "rejected" ? row.review_note : null,
    revocation_reason: row.revocation_reason,
    account_check: check ? asAccountCheck(check, row.account_holder_name) : null,
    created_at: row.created_at.toISOString(),
  };
}

/** The account as the answer to a review decision; a separate, audited call reveals the number. */
export function asDecidedBankAccount(
  row: OwnedRow,
  check: CheckRow | undefined,
): Answer<typeof approveBankAccount>["data"] {
  return {
    ...asBankAccount(row, check),
    tenant: { id: row.tenant_id, name: row.owner_name, phone: row.owner_mobile },
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
  };
}
