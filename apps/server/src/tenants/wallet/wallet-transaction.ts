import type { WalletTransaction } from "@rokad/contract/wallet";
import { inr } from "../../kernel/money.ts";
import { displayDestination, type EncryptedDestination } from "../../payouts/destination.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Movement } from "./queries.ts";

/** A movement as the wallet history shows it. */
export function asWalletTransaction(tenant: Tenant, row: Movement): WalletTransaction {
  return {
    _id: row.id,
    createdAt: row.at.toISOString(),
    type: row.type,
    amount: inr(row.paise),
    status: row.status,
    description: descriptionOf(row),
    reference: row.reference,
    ...payoutOf(tenant, row),
    ...(isAdjusting(row.kind) && {
      adjustment: { kind: row.kind, reason: row.adjustment_reason },
    }),
    ...(row.request_id && { request: { id: row.request_id } }),
    ...(row.deposit_id && { deposit: { id: row.deposit_id, utr_reference: row.reference } }),
  };
}

const adjustingKinds = ["correction", "owed", "repaid", "set_aside"] as const;

function isAdjusting(kind: Movement["kind"]): kind is (typeof adjustingKinds)[number] {
  return adjustingKinds.some((each) => each === kind);
}

export function descriptionOf(row: Movement): string {
  if (row.kind === "deposit") return "Wallet Credit";
  if (row.kind === "correction") return "Correction";
  if (row.kind === "owed") return "Owed after a correction";
  if (row.kind === "repaid") return "Paid off what you owed";
  if (row.kind === "set_aside") return "Remainder set aside at closing";
  if (row.kind === "request_hold")
    return `On hold for a payment request to ${row.beneficiary_name}`;
  const isWithdrawal = row.payout_kind === "withdrawal";
  if (row.kind === "reversal") return isWithdrawal ? "Withdrawal reversed" : "Payout reversed";
  if (row.kind === "part")
    return isWithdrawal ? "Withdrawal partly returned" : "Payout partly returned";
  return isWithdrawal ? "Withdrawal to your bank account" : `Payout to ${row.beneficiary_name}`;
}

/** A payout's destination: the UPI ID, or the account as screens show it. */
export function shownDestinationOf(tenant: Tenant, row: Movement): string | null {
  const destination = destinationOf(row);
  return destination && displayDestination(tenant, destination);
}

function destinationOf(row: Movement): EncryptedDestination | null {
  const { payout_id: id, method, destination_encrypted, destination_end } = row;
  if (!id || !method || !destination_encrypted || !destination_end) return null;
  return { id, method, destination_encrypted, destination_end };
}

function payoutOf(tenant: Tenant, row: Movement): Pick<WalletTransaction, "payout"> {
  const destination = destinationOf(row);
  if (!destination || !row.payout_status) return {};
  const shown = displayDestination(tenant, destination);
  return {
    payout: {
      id: destination.id,
      kind: row.payout_kind ?? "payout",
      beneficiary_name: row.beneficiary_name ?? "",
      bank_name: row.bank_name,
      account_number: row.method === "imps" ? shown : null,
      ifsc_code: row.ifsc_code,
      upi_id: row.method === "upi" ? shown : null,
      amount: inr(row.amount_paise),
      txn_fee: inr(row.fee_paise),
      gst_amount: inr(row.gst_paise),
      returned_amount: inr(row.returned_paise),
      status: row.payout_status,
      reference_id: row.reference,
      utr_number: row.utr,
      failure_reason: row.failure_reason,
    },
  };
}
