import { getPayee } from "@rokad/contract/payout-destinations";
import { send } from "../api/client.ts";
import { fieldsOfPayee, type PayoutDraft } from "../common/payouts/start-payout.ts";

/** The beneficiary's data as they are saved now; nothing if the account has ended since. */
export async function savedFields({
  id,
  destination_id,
}: {
  id: string;
  destination_id: string;
}): Promise<PayoutDraft> {
  try {
    return fieldsOfPayee((await send(getPayee, { params: { id, destination_id } })).data);
  } catch {
    return {};
  }
}
