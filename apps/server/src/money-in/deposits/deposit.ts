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
  /** The receiving account of the request; null if it named none. */
  readonly sent_to_label: string | null;
  readonly sent_to_bank: string | null;
  readonly sent_to_end: string | null;
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
    requested_amount: row.requested_paise === null ? null : inr(row.requested_paise),
    amount_reason: row.amount_reason,
    utr_reference: row.utr_reference,
    status: row.status,
    remarks: row.remarks,
    failure_reason: row.status === "failed" ? row.review_note : null,
    processed_at: row.reviewed_at?.toISOString() ?? null,
    receiving_account:
      row.sent_to_label === null
        ? null
        : {
            label: row.sent_to_label,
            bank_name: row.sent_to_bank ?? "",
            account_number: maskEnd(row.sent_to_end ?? ""),
          },
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
    tenant: { id: row.tenant_id, name: row.owner_name, phone: row.owner_mobile },
    first_approval:
      row.first_approved_by === null || row.first_approved_at === null
        ? null
        : {
            by: { id: row.first_approved_by, name: row.first_approver_name ?? "" },
            at: row.first_approved_at.toISOString(),
            note: row.first_approval_note,
            received_amount:
              row.first_approval_paise === null ? null : inr(row.first_approval_paise),
            amount_reason: row.first_approval_reason,
          },
    receiving_account_id: row.receiving_account_id,
    arrived_in_id: row.arrived_in_id ?? row.first_approval_account_id,
  };
}
