import { defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { batchAnswer, forBatches } from "./payout-batches.ts";

export const checkBatchAccounts = defineCall({
  ...forBatches,
  name: "checkBatchAccounts",
  summary: "Ask the banks who owns the new accounts of a draft, within the checks of this hour",
  method: "POST",
  path: "/payout-batches/{id}/account-checks",
  scopes: ["payouts:request"],
  needs: "prepare",
  params: idParams,
  answer: batchAnswer,
  errors: ["BATCH_CHANGED"],
});
