import { accountCheck } from "./account-check.ts";
import { defineCall, one } from "./call.ts";
import { beneficiaryForm } from "./payout-form.ts";

export const checkBeneficiary = defineCall({
  name: "checkBeneficiary",
  summary: "Whose an account or UPI ID is, before anything is sent there",
  method: "POST",
  path: "/payouts/beneficiary-check",
  who: "tenant",
  feature: "create_payout",
  body: beneficiaryForm,
  answer: one(accountCheck),
  errors: ["SETTING_UNREADABLE"],
});
