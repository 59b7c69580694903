import { accountCheck } from "./account-check.ts";
import { defineCall, dataAnswer } from "./call.ts";
import { beneficiaryForm } from "./payout-form.ts";

export const checkBeneficiary = defineCall({
  name: "checkBeneficiary",
  summary: "Check who owns an account or UPI ID before a payout",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/beneficiary-check",
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  body: beneficiaryForm,
  answer: dataAnswer(accountCheck),
  errors: ["SETTING_UNREADABLE"],
  example: {
    request: {
      method: "imps",
      beneficiary_name: "Ramesh Gupta",
      account_number: "50100012345678",
      ifsc_code: "HDFC0000060",
    },
    answer: {
      success: true,
      data: {
        verdict: "valid",
        name_at_bank: "RAMESH KUMAR GUPTA",
        match_score: 80,
        match: "partial",
        reason: null,
        checked_at: "2026-11-20T06:10:00.000Z",
      },
    },
  },
});
