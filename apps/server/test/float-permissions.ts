/** One line per call about the platform's own money, as in `callPermissions`. */
export const floatPermissions = {
  getFloat: "superadmin: owner operations finance support auditor",
  listFundTransfers: "superadmin: owner operations finance support auditor",
  recordFundTransfer: "superadmin who signs: owner finance",
  correctFundTransfer: "superadmin who signs: owner finance",
  listProviderCharges: "superadmin: owner operations finance support auditor",
  getDayCharge: "superadmin: owner operations finance support auditor",
  recordDayCharge: "superadmin who signs: owner finance",
  recordBankBalance: "superadmin: owner finance",
} as const;
