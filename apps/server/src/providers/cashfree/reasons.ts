import type { RefusalKind } from "../transfer.ts";

/**
 * Why a transfer failed, as a sentence for the payer. Cashfree's own descriptions are not shown,
 * because some repeat account numbers and most address the merchant.
 * Codes: cashfree.com, Payouts V2, "Get Transfer Status V2" and "Response Codes".
 */
const reasons: Readonly<Record<string, string>> = {
  ACCOUNT_BLOCKED: "The beneficiary's account is blocked or frozen",
  AMOUNT_EXCEEDED: "The amount is above the beneficiary's bank's limit for one transfer",
  BANK_ACCOUNT_INVALID: "The account number is not valid",
  BANK_IFSC_INVALID: "The IFSC code is not valid",
  BENE_BANK_DECLINED: "The beneficiary's bank declined the transfer",
  BENE_BLACKLISTED: "Transfers to this beneficiary are not allowed",
  BENE_INVALID: "The beneficiary's details are not valid",
  BENE_NAME_DIFFERS: "The name does not match the account at the beneficiary's bank",
  BENEFICIARY_BANK_OFFLINE: "The beneficiary's bank is unavailable; please try again later",
  BENEFICIARY_BLACKLISTED: "Transfers to this beneficiary are not allowed",
  DEST_LIMIT_REACHED: "The beneficiary's account has reached its limit",
  IMPS_MODE_FAIL: "The beneficiary's account does not accept IMPS transfers",
  INVALID_ACCOUNT_FAIL: "The account number is not valid",
  INVALID_BENE_ACCOUNT_OR_IFSC: "The account number or IFSC code is not valid",
  INVALID_BENE_VPA: "The UPI ID is not valid",
  INVALID_IFSC_FAIL: "The IFSC code is not valid",
  MANUALLY_REJECTED: "The payout was rejected in the provider's approval",
  NAME_INVALID: "The beneficiary's name is not valid",
  NPCI_UNAVAILABLE: "The payment network was unavailable; please try again later",
  NRE_ACCOUNT_FAIL: "Transfers to NRE accounts are not possible",
  RETURNED_FROM_BENEFICIARY: "The beneficiary's bank returned the money",
  VPA_INVALID: "The UPI ID is not valid",
  beneficiary_account_same_as_source: "This is the account that payouts are made from",
  beneficiary_name_invalid: "The beneficiary's name is not valid",
  bank_account_number_invalid: "The account number is not valid",
  bank_ifsc_invalid: "The IFSC code is not valid",
  vpa_invalid: "The UPI ID is not valid",
  vba_bene_not_allowed: "Transfers to virtual accounts are not allowed",
};

/** For errors that only we or Cashfree can resolve. */
const platformReason = "The payment provider could not make the payout; please try again later";
const platformCodes: ReadonlySet<string> = new Set([
  "INSUFFICIENT_BALANCE",
  "insufficient_balance",
  "INVALID_MODE_FOR_PYID",
  "DISABLED_MODE",
  "INSIDE_BLACKOUT_WINDOW",
  "TRANSFER_LIMIT_BREACH",
  "VELOCITY_CHECK_FAILED",
  "PAYOUT_INACTIVE",
  "SOURCE_BANK_DECLINED",
  "WAIT_TIME_EXCEEDED",
  "FAILED",
]);

/**
 * The reason for the payer.
 * @param code a status code, or a refusal's code that may begin with a field, as in
 *   `beneficiary_details.beneficiary_name_invalid`.
 */
export function reasonOf(code: string): string {
  const last = lastPartOf(code);
  if (platformCodes.has(last) || last === "") return platformReason;
  return reasons[last] ?? `The payment provider refused the payout (${last})`;
}

/**
 * What each documented refusal of a sending is about. A code that is not in the table counts as
 * `time`: a repeat may be accepted, so only a status check can end the payout.
 */
const refusalKinds: Readonly<Record<string, RefusalKind>> = {
  bank_account_number_invalid: "order",
  bank_account_number_missing: "order",
  bank_ifsc_invalid: "order",
  bank_ifsc_missing: "order",
  beneficiary_account_same_as_source: "order",
  beneficiary_details_missing: "order",
  beneficiary_name_invalid: "order",
  beneficiary_not_found: "order",
  transfer_amount_invalid: "order",
  transfer_id_invalid: "order",
  transfer_remarks_invalid: "order",
  vba_bene_not_allowed: "order",
  vpa_invalid: "order",
  vpa_missing: "order",
  apis_not_enabled: "time",
  insufficient_balance: "time",
  request_limit_exceeded: "time",
  // What the account may do is a setting at Cashfree.
  transfer_mode_invalid: "time",
};

/** @param code a refusal's code that may begin with a field, as for `reasonOf`. */
export function refusalKindOf(code: string): RefusalKind {
  return refusalKinds[lastPartOf(code)] ?? "time";
}

const lastPartOf = (code: string) => code.slice(code.lastIndexOf(".") + 1);
