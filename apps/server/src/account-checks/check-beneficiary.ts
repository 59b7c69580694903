import type { AccountCheck } from "@rokad/contract/account-check";
import type { BeneficiaryOrder, PayoutOrder } from "@rokad/contract/payout-form";
import { database } from "../db.ts";
import { Refusal } from "../errors.ts";
import type { Destination } from "../providers/provider.ts";
import type { Tenant } from "../sign-in/person.ts";
import { checkAccount } from "./check-account.ts";
import { findAnswered } from "./check-queries.ts";

/** Whose the account is, for the payer to see before a code is sent. */
export async function checkBeneficiary(
  payer: Tenant,
  beneficiary: BeneficiaryOrder,
): Promise<AccountCheck> {
  const asked = { of: whereTo(beneficiary), typedName: beneficiary.beneficiary_name };
  return (await checkAccount(payer, asked)).check;
}

/**
 * Asks nobody; what a bank said within the last day counts.
 * @throws 422 `BENEFICIARY_INVALID` for an account that its bank does not know.
 */
export async function refuseInvalidBeneficiary(payer: Tenant, order: PayoutOrder): Promise<void> {
  const last = await findAnswered(database(), payer.id, whereTo(order));
  if (last?.verdict !== "invalid") return;
  const what = order.method === "upi" ? "UPI ID" : "account";
  throw new Refusal(
    422,
    "BENEFICIARY_INVALID",
    `The bank says that there is no such ${what}, so no code was sent. Please check what you typed.`,
  );
}

function whereTo(order: BeneficiaryOrder): Destination {
  return order.method === "upi"
    ? { method: "upi", upiId: order.upi_id }
    : { method: "imps", accountNumber: order.account_number, ifscCode: order.ifsc_code };
}
