import type { Line } from "./line.ts";

/** The ledgers of the vouchers, each in a group that every company in Tally has. */
export const tallyLedgers = {
  wallet: { name: "Payout Wallet", group: "Bank Accounts" },
  transfers: { name: "Wallet Transfers", group: "Bank Accounts" },
  holds: { name: "Wallet Holds", group: "Bank Accounts" },
  // One for all payees: a name at the bank says neither which ledger is theirs nor what was paid, and
  // the ledger of a payee who is called Cash exists already.
  payouts: { name: "Payouts", group: "Suspense A/c" },
  fees: { name: "Payout Charges", group: "Indirect Expenses" },
  corrections: { name: "Wallet Corrections", group: "Suspense A/c" },
  dues: { name: "Wallet Dues", group: "Current Liabilities" },
  cgst: { name: "Input CGST", group: "Duties & Taxes" },
  sgst: { name: "Input SGST", group: "Duties & Taxes" },
  igst: { name: "Input IGST", group: "Duties & Taxes" },
  gst: { name: "Input GST", group: "Duties & Taxes" },
} as const;
export type TallyLedger = keyof typeof tallyLedgers;

/** Where the amount of a line comes from or goes to, apart from fee and GST. */
export const otherSide: Readonly<Record<Line["lineKind"], TallyLedger>> = {
  deposit: "transfers",
  payout: "payouts",
  payout_failed: "payouts",
  payout_cancelled: "payouts",
  payout_returned: "payouts",
  payout_partly_returned: "payouts",
  withdrawal: "transfers",
  withdrawal_failed: "transfers",
  withdrawal_cancelled: "transfers",
  withdrawal_returned: "transfers",
  withdrawal_partly_returned: "transfers",
  set_aside: "dues",
  correction: "corrections",
  owed: "dues",
  repaid: "dues",
  request_hold: "holds",
  request_release: "holds",
};
