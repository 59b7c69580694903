import { getPayoutBatch, listBatchRows, listPayoutBatches } from "@rokad/contract/payout-batches";
import { refreshApi } from "../api/use-api.ts";

/** Loads again what the pages show of batches. */
export const refreshBatches = () => refreshApi(getPayoutBatch, listBatchRows, listPayoutBatches);
