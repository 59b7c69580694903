import type { WithdrawalForm } from "@rokad/contract/withdrawals";
import { database } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Initiated } from "../initiate/find-repeated.ts";
import { initiateOnce, prepareInitiation } from "../initiate/initiate-payout.ts";
import { payerOfWithdrawal } from "./payer-of-withdrawal.ts";
import { findWithdrawalAccount, withdrawalOrder } from "./withdrawal-order.ts";

/**
 * Holds the amount in the wallet and records a payout without a fee to the tenant's own account. It
 * takes the path of every payout: the same batch, states, status checks and reconciliation.
 * @throws 400 for another tenant's account, 403 `PAYOUT_NOT_AUTHORISED`, 409 `TENANT_CLOSING`,
 *   `IDEMPOTENCY_KEY_REUSED`, 422 `BANK_ACCOUNT_NOT_APPROVED`, `INSUFFICIENT_BALANCE`, 429
 *   `PAYOUTS_LOCKED`.
 */
export async function initiateWithdrawal(
  tenant: Tenant,
  { authorization_token: token, ...form }: WithdrawalForm & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  const payer = payerOfWithdrawal(tenant);
  const request = { withdrawal: form };
  return initiateOnce(payer, request, idempotencyKey, async () => {
    const account = await findWithdrawalAccount(database(), tenant, form.bank_account);
    const order = await withdrawalOrder(database(), tenant, account, form.amount);
    const withdrawal = { bankAccountId: account.id };
    return prepareInitiation(payer, { order, request, token, idempotencyKey, withdrawal });
  });
}
