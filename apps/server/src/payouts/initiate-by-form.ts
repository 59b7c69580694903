import type { PayoutRequest } from "@rokad/contract/payout-form";
import type { Tenant } from "../kernel/person.ts";
import { readOrder } from "./beneficiaries/saved-order.ts";
import type { Initiated } from "./initiate/find-repeated.ts";
import { initiateOnce, prepareInitiation } from "./initiate/initiate-payout.ts";

/**
 * Initiates the payout of a form, to a saved beneficiary or to typed data: holds amount, fee and GST
 * in the wallet, records the payout and makes it due for a worker. If the wallet does not cover it, it
 * waits for funds where the tenant wants that. One transaction does this for every payout of a group
 * commit. The same idempotency key with the same request returns the first payout, and after a refusal
 * the same refusal while an authorisation can live.
 * @throws as `readOrder`, and 403 `PAYOUT_NOT_AUTHORISED`, 409 `IDEMPOTENCY_KEY_REUSED`, 422
 *   `INSUFFICIENT_BALANCE`, 429 `PAYOUTS_LOCKED`, 403 `ACCOUNT_INACTIVE`.
 */
export function initiatePayout(
  payer: Tenant,
  { authorization_token: token, ...request }: PayoutRequest & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  return initiateOnce(payer, request, idempotencyKey, async () =>
    prepareInitiation(payer, {
      ...(await readOrder(payer, request)),
      request,
      token,
      idempotencyKey,
    }),
  );
}
