import type { WalletTransaction } from "@rokad/contract/wallet";
import { inr, maskAccountNumber } from "../money.ts";
import type { Movement } from "./queries.ts";

/** A movement as the wallet's history shows it. */
export function asWalletTransaction(row: Movement): WalletTransaction {
  return {
    _id: row.id,
    createdAt: row.at.toISOString(),
    type: row.type,
    amount: inr(row.paise),
    status: row.status,
    description: describe(row),
    reference: row.reference,
    ...payoutOf(row),
    ...(row.deposit_id && { deposit: { id: row.deposit_id, utr_reference: row.reference } }),
  };
}

export function describe(row: Movement): string {
  if (row.kind === "deposit") return "Wallet Credit";
  if (row.kind === "reversal") return "Payout reversed";
  return `Payout to ${row.beneficiary_name}`;
}

/** Where a payout went: the UPI id, or the account as screens show it. */
export function maskedAccount(row: Movement): string | null {
  return row.account_number && maskAccountNumber(row.account_number);
}

function payoutOf(row: Movement): Pick<WalletTransaction, "payout"> {
  if (!row.payout_id || !row.payout_status) return {};
  return {
    payout: {
      id: row.payout_id,
      beneficiary_name: row.beneficiary_name ?? "",
      bank_name: row.bank_name,
      account_number: maskedAccount(row),
      ifsc_code: row.ifsc_code,
      upi_id: row.upi_id,
      amount: inr(row.amount_paise),
      txn_fee: inr(row.fee_paise),
      gst_amount: inr(row.gst_paise),
      status: row.payout_status,
      reference_id: row.reference,
      utr_number: row.utr,
      failure_reason: row.failure_reason,
    },
  };
}
