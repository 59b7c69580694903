/** The mobile numbers of the demo accounts. Their names begin with "Demo ". */
export const demoMobiles = {
  admin: "9000000001",
  operator: "9000000002",
  retailer: "9000000003",
  newcomer: "9000000004",
} as const;

/** The IFSC of the demo's receiving account. No bank has it, so no real money can arrive there. */
export const demoIfsc = "DEMO0000042";
