/** Where payouts go: both stand-in banks know what becomes of the special ones. */
export const destinations = {
  "an account": { method: "imps", account_number: "000123456789", ifsc_code: "HDFC0000001" },
  "another account": { method: "imps", account_number: "50100044556677", ifsc_code: "ICIC0000047" },
  "a UPI id": { method: "upi", upi_id: "asha.rao@okhdfc" },
  "an account that fails": {
    method: "imps",
    account_number: "026291800001190",
    ifsc_code: "YESB0000262",
  },
  "an account that fails late": {
    method: "imps",
    account_number: "7766666351000",
    ifsc_code: "YESB0000001",
  },
  "an account that sends back": {
    method: "imps",
    account_number: "02014457596969",
    ifsc_code: "CITI0000001",
  },
  "an account that never ends": {
    method: "imps",
    account_number: "007711000031",
    ifsc_code: "HDFC0000077",
  },
} as const;

export type DestinationName = keyof typeof destinations;

/** The account number or UPI id: what a bank's own books say of it. */
export function numberOf(name: DestinationName): string {
  const to = destinations[name];
  return to.method === "upi" ? to.upi_id : to.account_number;
}
