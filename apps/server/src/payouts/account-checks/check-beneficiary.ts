import type { AccountCheck } from "@rokad/contract/account-check";
import type { BeneficiaryOrder, DestinationForm, PayoutOrder } from "@rokad/contract/payout-form";
import { ApiError } from "../../kernel/errors.ts";
import type { Destination } from "../../providers/transfer.ts";
import type { Tenant } from "../../kernel/person.ts";
import { checkAccount } from "./check-account.ts";
import { findRecentAnswer } from "./check-queries.ts";

/** Checks who owns the beneficiary's account, before the payer requests a code. */
export async function checkBeneficiary(
  payer: Tenant,
  beneficiary: BeneficiaryOrder,
): Promise<AccountCheck> {
  const account = {
    destination: destinationOf(beneficiary),
    typedName: beneficiary.beneficiary_name,
  };
  return (await checkAccount(payer, account)).check;
}

/**
 * Rejects an account that its bank does not know, by the bank's answer of the last day. Asks no
 * bank itself.
 * @throws 422 `BENEFICIARY_INVALID`.
 */
export async function rejectInvalidBeneficiary(payer: Tenant, order: PayoutOrder): Promise<void> {
  const answer = await findRecentAnswer({
    tenantId: payer.tenantId,
    destination: destinationOf(order),
  });
  if (answer?.verdict !== "invalid") return;
  const field = order.method === "upi" ? "UPI ID" : "account number";
  const subject = order.method === "upi" ? "UPI ID" : "Account";
  throw new ApiError(
    422,
    "BENEFICIARY_INVALID",
    `${subject} not found, so no code was sent. Check the ${field}.`,
  );
}

/** An order's account or UPI ID as a provider names it. */
export function destinationOf(order: DestinationForm): Destination {
  return order.method === "upi"
    ? { method: "upi", upiId: order.upi_id }
    : { method: "imps", accountNumber: order.account_number, ifscCode: order.ifsc_code };
}
