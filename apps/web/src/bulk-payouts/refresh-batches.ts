import { listBatchSchedules } from "@rokad/contract/batch-schedules";
import { getPayoutBatch, listBatchRows, listPayoutBatches } from "@rokad/contract/payout-batches";
import { listUpcoming } from "@rokad/contract/upcoming";
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import { refreshApi } from "../api/use-api.ts";

/** Loads again what the pages show of batches. */
export const refreshBatches = () =>
  refreshApi(getPayoutBatch, listBatchRows, listPayoutBatches, listWaitingApprovals);

/** Loads again what the pages show of schedules of batches. */
export const refreshBatchSchedules = () => refreshApi(listBatchSchedules, listUpcoming);
