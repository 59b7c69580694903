import { getPayee } from "@rokad/contract/beneficiary-ways";
import { send } from "../api/client.ts";
import { fieldsOfPayee, type PayoutDraft } from "../common/payouts/start-payout.ts";

/** The beneficiary's data as they are saved now; nothing if the account has ended since. */
export async function savedFields({
  id,
  way_id,
}: {
  id: string;
  way_id: string;
}): Promise<PayoutDraft> {
  try {
    return fieldsOfPayee((await send(getPayee, { params: { id, way_id } })).data);
  } catch {
    return {};
  }
}
