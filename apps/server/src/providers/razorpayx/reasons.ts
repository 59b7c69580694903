import type { RefusalKind } from "../transfer.ts";

const retryInHalfAnHour = "Please try again in about half an hour.";

/**
 * The payer's message for each `status_details.reason` on RazorpayX's page on payout status
 * details. It says when to try again, if that may help.
 */
export const failureReasons: Readonly<Record<string, string>> = {
  // Reversed and failed: the beneficiary's side.
  bank_account_closed: "The beneficiary's account is closed",
  bank_account_frozen: "The beneficiary's account is frozen",
  bank_account_invalid: "The beneficiary's account details are not valid",
  beneficiary_account_dormant: "The beneficiary's account is dormant",
  beneficiary_account_invalid: "The beneficiary's account number is not valid",
  beneficiary_bank_failure: `The beneficiary's bank had technical trouble. ${retryInHalfAnHour}`,
  beneficiary_bank_offline: `The beneficiary's bank is offline. ${retryInHalfAnHour}`,
  beneficiary_bank_rejected:
    "The beneficiary's bank rejected the payout; the beneficiary can ask it why",
  beneficiary_bank_technical_error: `The beneficiary's bank had technical trouble. ${retryInHalfAnHour}`,
  beneficiary_psp_offline: `The beneficiary's UPI app is offline. ${retryInHalfAnHour}`,
  beneficiary_vpa_invalid: "The UPI ID could not be found; check it and try again",
  imps_not_allowed: "The beneficiary's account does not take IMPS; use UPI instead",
  invalid_beneficiary: "The beneficiary is not known to the bank",
  invalid_ifsc_code: "The IFSC code is not valid; correct it and try again",
  npci_beneficiary_timeout: `The beneficiary's bank did not answer in time. ${retryInHalfAnHour}`,
  transaction_limit_exceeded: "The amount is more than the beneficiary's account may receive",
  // Reversed and failed: our side and the payment network.
  amount_limit_exhausted: "The limit of this payment method is used up; try again later",
  amount_limit_exhausted_neft: "The limit of this payment method is used up; try again later",
  gateway_down: "The paying bank has technical trouble. Please try again.",
  gateway_technical_error: `The paying bank had technical trouble. ${retryInHalfAnHour}`,
  gateway_timeout: `The paying bank did not answer in time. ${retryInHalfAnHour}`,
  insufficient_funds: "The payment provider could not pay at this time. Please try again later.",
  server_error: "The payment provider had trouble of its own; our team can ask it for the cause",
  server_error_temporary: "The payment provider had trouble of its own. Please try again.",
};

/** Why a payout is still open, for its timeline. */
export const waitingReasons: Readonly<Record<string, string>> = {
  amount_limit_exhausted:
    "The payment provider waits until its limit for this method is free again",
  bank_window_closed: "The bank pays again when its next window opens",
  beneficiary_bank_confirmation_pending: "The beneficiary's bank has not confirmed it yet",
  beneficiary_bank_down: "The beneficiary's bank is down; the provider pays when it is back",
  fee_recovery_pending: "The payment provider holds it back for now",
  gateway_degraded: "The paying bank is down; the provider pays when it is back",
  low_balance:
    "The payment provider holds it back until the platform's account with it is topped up",
  partner_bank_pending: "The paying bank is working on it",
  payout_bank_processing: "The paying bank is working on it",
  pending_approval: "It waits for an approval on the payment provider's side",
  syncing_balance: "The payment provider holds it back for a short while",
};

/** What each documented reason is about when RazorpayX refuses a call for it. */
export const kindOfReason: Readonly<Record<string, RefusalKind>> = {
  bank_account_closed: "order",
  bank_account_frozen: "order",
  bank_account_invalid: "order",
  beneficiary_account_dormant: "order",
  beneficiary_account_invalid: "order",
  beneficiary_bank_failure: "time",
  beneficiary_bank_offline: "time",
  beneficiary_bank_rejected: "order",
  beneficiary_bank_technical_error: "time",
  beneficiary_psp_offline: "time",
  beneficiary_vpa_invalid: "order",
  imps_not_allowed: "order",
  invalid_beneficiary: "order",
  invalid_ifsc_code: "order",
  npci_beneficiary_timeout: "time",
  // The beneficiary's account may receive it on another day.
  transaction_limit_exceeded: "time",
  amount_limit_exhausted: "time",
  amount_limit_exhausted_neft: "time",
  gateway_down: "time",
  gateway_technical_error: "time",
  gateway_timeout: "time",
  insufficient_funds: "time",
  server_error: "time",
  server_error_temporary: "time",
};

/** The same for a refused field, by the last part of its name. */
const kindOfField: Readonly<Record<string, RefusalKind>> = {
  ifsc: "order",
  account_number: "order",
  address: "order",
  vpa: "order",
  name: "order",
  email: "order",
  contact: "order",
  amount: "order",
  narration: "order",
  // What the account may do is a setting at RazorpayX.
  mode: "time",
};

/**
 * What a refusal is about. One that neither table has counts as `time`: a repeat may be accepted,
 * so only a status check can end the payout.
 */
export function refusalKindOf(reason: string, field: string): RefusalKind {
  return kindOfReason[reason] ?? kindOfField[field] ?? "time";
}
