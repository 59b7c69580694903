import type { Answer } from "@rokad/contract/call";
import type { rejectDeposit } from "@rokad/contract/deposit-reviews";
import type { Deposit } from "@rokad/contract/deposits";
import type { Selectable } from "kysely";
import type { Deposits } from "../../database/tables.generated.ts";
import { inr, maskEnd } from "../../kernel/money.ts";

/** A deposit with its sending bank account; null columns when that is not one of the tenant's. */
export interface DepositRow extends Selectable<Deposits> {
  readonly account_holder_name: string | null;
  readonly account_number_end: string | null;
  readonly ifsc_code: string | null;
  readonly bank_name: string | null;
}

/** A deposit with its tenant and the first of two approvers. */
export interface OwnedDepositRow extends DepositRow {
  readonly owner_name: string;
  readonly owner_mobile: string;
  readonly first_approver_name: string | null;
}

export function asDeposit(row: DepositRow): Deposit {
  return {
    _id: row.id,
    created_at: row.created_at.toISOString(),
    amount: inr(row.amount_paise),
    utr_reference: row.utr_reference,
    status: row.status,
    remarks: row.remarks,
    failure_reason: row.status === "failed" ? row.review_note : null,
    processed_at: row.reviewed_at?.toISOString() ?? null,
    ...sourceOf(row),
  };
}

/** Either the bank account of the request, or the provider that reported the credit. */
function sourceOf(row: DepositRow): Pick<Deposit, "bank_account" | "virtual_account"> {
  if (row.came_through !== null) return { virtual_account: { provider: row.came_through } };
  return {
    bank_account: {
      account_holder_name: row.account_holder_name ?? "",
      account_number: maskEnd(row.account_number_end ?? ""),
      ifsc_code: row.ifsc_code ?? "",
      bank_name: row.bank_name ?? "",
    },
  };
}

/** The deposit as the answer to a review decision. */
export function asDecidedDeposit(row: OwnedDepositRow): Answer<typeof rejectDeposit>["data"] {
  return {
    ...asDeposit(row),
    tenant: { id: row.person_id, name: row.owner_name, phone: row.owner_mobile },
    first_approval:
      row.first_approved_by === null || row.first_approved_at === null
        ? null
        : {
            by: { id: row.first_approved_by, name: row.first_approver_name ?? "" },
            at: row.first_approved_at.toISOString(),
            note: row.first_approval_note,
          },
  };
}
