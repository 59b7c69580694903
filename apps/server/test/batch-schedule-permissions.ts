/** One line per call about schedules of batches, as in `callPermissions`. */
export const batchSchedulePermissions = {
  previewBatchSchedule: "tenant with bulk_payouts: owner preparer",
  createBatchSchedule: "tenant with bulk_payouts: owner preparer",
  listBatchSchedules: "tenant with bulk_payouts: owner preparer approver viewer",
  skipBatchSchedule: "tenant with bulk_payouts: owner preparer",
  pauseBatchSchedule: "tenant with bulk_payouts: owner preparer",
  resumeBatchSchedule: "tenant with bulk_payouts: owner preparer",
  changeScheduledRows: "tenant with bulk_payouts: owner preparer",
  endBatchSchedule: "tenant with bulk_payouts: owner preparer",
} as const;
