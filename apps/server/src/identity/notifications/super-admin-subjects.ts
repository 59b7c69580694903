import { formatMoney } from "@rokad/money/format";
import { inr, maskEnd } from "../../kernel/money.ts";
import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";

export function deposit({
  deposit_paise,
  tenant_name,
  utr_reference,
}: SuperAdminNotificationRow): string {
  return `${formatMoney(inr(deposit_paise))} from ${tenant_name ?? ""}, UTR ${utr_reference ?? ""},`;
}

export function account({
  bank_name,
  account_number_end,
  tenant_name,
}: SuperAdminNotificationRow): string {
  return `${bank_name ?? ""} ${maskEnd(account_number_end ?? "")} of ${tenant_name ?? ""}`;
}

export function payout({
  payout_paise,
  tenant_name,
  reference_id,
}: SuperAdminNotificationRow): string {
  return `${reference_id ?? ""} of ${tenant_name ?? ""}, ${formatMoney(inr(payout_paise))},`;
}

export function actor({ actor_name }: SuperAdminNotificationRow): string {
  return actor_name ?? "The command line";
}

export function reviewResult(status: string | null): string {
  if (status === "pending") return " needs your review";
  return status === "failed" || status === "rejected" ? " was rejected" : " was approved";
}

export function adjustmentResult(state: string | null): string {
  if (state === "posted") return "; it was confirmed";
  return state === "withdrawn" ? "; it was not confirmed" : ". A second super admin has to confirm";
}

export function proposalResult(row: SuperAdminNotificationRow): string {
  const state = row.proposal_state ?? "";
  if (state === "applied") return "took effect after its waiting time";
  const because = row.closing_reason === null ? "" : `: ${row.closing_reason}`;
  if (row.closer_name !== null) return `${state} by ${row.closer_name}${because}`;
  return state === "void" ? `void${because}` : "expired";
}
