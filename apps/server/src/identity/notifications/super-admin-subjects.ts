import { formatMoney } from "@rokad/money/format";
import { inr, maskEnd } from "../../kernel/money.ts";
import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";

export function deposit({
  deposit_paise,
  tenant_name,
  utr_reference,
}: SuperAdminNotificationRow): string {
  return `${formatMoney(inr(deposit_paise))} from ${tenant_name ?? ""} (UTR ${utr_reference ?? ""})`;
}

export function account({
  bank_name,
  account_number_end,
  tenant_name,
}: SuperAdminNotificationRow): string {
  return `${bank_name ?? ""} ${maskEnd(account_number_end ?? "")} (${tenant_name ?? ""})`;
}

export function payout({
  payout_paise,
  tenant_name,
  reference_id,
}: SuperAdminNotificationRow): string {
  return `${reference_id ?? ""} (${tenant_name ?? ""}, ${formatMoney(inr(payout_paise))})`;
}

export function actor({ actor_name }: SuperAdminNotificationRow): string {
  return actor_name ?? "The command line";
}

/** @param others what else waits; empty while the subject itself does. */
export function reviewed(subject: string, status: string | null, others: string): string {
  if (status === "pending") return `${subject} needs your review`;
  return status === "failed" || status === "rejected"
    ? `${subject} was rejected${others}`
    : `${subject} was approved${others}`;
}

export function adjustment({ detail, adjustment_state }: SuperAdminNotificationRow): string {
  if (adjustment_state === "posted") return `${detail ?? ""}; it was confirmed`;
  return adjustment_state === "withdrawn"
    ? `${detail ?? ""}; it was not confirmed`
    : `${detail ?? ""}. A second super admin has to confirm`;
}

/** "Platform fee, a change proposed by Meera Iyer: it was rejected by Kabir Rao: The price list says ₹6". */
export function proposal(row: SuperAdminNotificationRow): string {
  return `${row.proposal_title ?? ""}, a change proposed by ${row.proposer_name ?? ""}: ${proposalResult(row)}`;
}

export function proposalResult(row: SuperAdminNotificationRow): string {
  const { proposal_state: state, closer_name: name, closing_reason: reason } = row;
  if (state === "applied") return "it took effect after its waiting time";
  if (state === "void") return reason === null ? "it became void" : `it became void: ${reason}`;
  if (name === null) return "it expired";
  if (state === "confirmed") return `it was confirmed by ${name}`;
  if (state === "withdrawn") return `it was withdrawn by ${name}`;
  return `it was rejected by ${name}: ${reason ?? ""}`;
}
