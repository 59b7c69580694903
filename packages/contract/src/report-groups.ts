/** What a report of payouts is grouped by. */
export const reportGroups = ["beneficiary", "batch", "purpose"] as const;
export type ReportGroup = (typeof reportGroups)[number];
