import { getPayee } from "@rokad/contract/payout-destinations";
import { send } from "../api/client.ts";
import { fieldsOfPayee, type PayoutDraft } from "../common/payouts/start-payout.ts";

/**
 * The beneficiary's data as they are saved now.
 * @throws 409 `BENEFICIARY_NOT_PAYABLE` if the account was replaced or removed since.
 */
export async function savedFields({
  id,
  destination_id,
}: {
  id: string;
  destination_id: string;
}): Promise<PayoutDraft> {
  return fieldsOfPayee((await send(getPayee, { params: { id, destination_id } })).data);
}
