/** One line per call that searches, saves views or reports payouts, as in `callPermissions`. */
export const searchPermissions = {
  searchPayouts: "tenant: owner preparer approver viewer",
  searchWalletHistory: "tenant: owner preparer approver viewer",
  searchDeposits: "tenant: owner preparer approver viewer",
  listSavedViews: "tenant: owner preparer approver viewer",
  createSavedView: "tenant: owner preparer approver viewer",
  changeSavedView: "tenant: owner preparer approver viewer",
  deleteSavedView: "tenant: owner preparer approver viewer",
  findAnything: "tenant: owner preparer approver viewer",
  findOverTenants: "superadmin: owner operations finance support auditor",
  getPayoutReport: "tenant with view_reports: owner viewer accountant",
  exportPayoutReport: "tenant with view_reports: owner viewer accountant",
  exportReportedPayouts: "tenant with view_reports: owner viewer accountant",
} as const;
