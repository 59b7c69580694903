/** The beneficiaries of payouts. Both stand-in banks give the special ones their outcome. */
export const destinations = {
  account: { method: "imps", account_number: "000123456789", ifsc_code: "HDFC0000001" },
  "second account": { method: "imps", account_number: "50100044556677", ifsc_code: "ICIC0000047" },
  "UPI ID": { method: "upi", upi_id: "asha.rao@okhdfc" },
  "failing account": {
    method: "imps",
    account_number: "026291800001190",
    ifsc_code: "YESB0000262",
  },
  "late-failing account": {
    method: "imps",
    account_number: "7766666351000",
    ifsc_code: "YESB0000001",
  },
  "returning account": {
    method: "imps",
    account_number: "02014457596969",
    ifsc_code: "CITI0000001",
  },
  "pending account": { method: "imps", account_number: "007711000031", ifsc_code: "HDFC0000077" },
} as const;

export type DestinationName = keyof typeof destinations;

/** The account number or UPI ID, as the banks' books have it. */
export function accountNumberOf(name: DestinationName | { readonly ownAccount: string }): string {
  if (typeof name !== "string") return name.ownAccount;
  const to = destinations[name];
  return to.method === "upi" ? to.upi_id : to.account_number;
}
