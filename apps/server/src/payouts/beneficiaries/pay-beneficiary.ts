import type { PayoutRequest } from "@rokad/contract/payout-form";
import type { Tenant } from "../../kernel/person.ts";
import { findRepeated, type Initiated } from "../initiate/find-repeated.ts";
import { initiateOrder, initiatePayout } from "../initiate/initiate-payout.ts";
import { readOrder } from "./saved-order.ts";

/**
 * Initiates the payout of a request, to a saved beneficiary or to typed data, as `initiateOrder` does.
 * @throws as `readOrder` and `initiateOrder`.
 */
export async function payBeneficiary(
  payer: Tenant,
  body: PayoutRequest & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  if (body.method !== "saved") return initiatePayout(payer, body, idempotencyKey);
  const { authorization_token: token, ...request } = body;
  try {
    const { order, destination } = await readOrder(payer, request);
    return await initiateOrder(payer, { order, request, token, idempotencyKey, destination });
  } catch (error) {
    // The beneficiary may have changed since, but a repeat of an accepted payout must succeed.
    const earlier = await findRepeated(payer, request, idempotencyKey);
    if (earlier) return earlier;
    throw error;
  }
}
