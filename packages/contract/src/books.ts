import * as z from "zod/mini";
import { count, defineCall, instant, money, dataAnswer } from "./call.ts";
import { day, id } from "./fields.ts";

/** Two sums that must agree to the paisa. */
const pair = z.object({ left: money, right: money, difference: money });

export const ledgerAccounts = [
  "available",
  "held",
  "bank",
  "provider",
  "fee_income",
  "gst_payable",
  "suspense",
  "provider_fees",
  "input_tax_credit",
  "own_funds",
  "receivable",
  "losses",
  "unclaimed",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** The document outside the ledger that an account must agree with. */
export const accountDocuments = [
  "wallets",
  "open_payouts",
  "bank_statement",
  "provider_balances",
  "fee_report",
  "gst_report",
  "suspense_list",
  "provider_charges",
  "transfers",
  "adjustments",
  "closed_accounts",
] as const;
export type AccountDocument = (typeof accountDocuments)[number];

const accountDocument = z.object({
  kind: z.enum(accountDocuments),
  /** Its figure; null where there is no document yet. */
  figure: z.nullable(money),
  /** The part of the account that it does not explain; null without a figure. */
  difference: z.nullable(money),
  /** The day of the document; null for one that is always current. */
  day: z.nullable(day),
  /** What the figure leaves out, such as a provider without a balance. */
  note: z.nullable(z.string()),
});

export const trialBalance = z
  .object({
    accounts: z.array(
      z.object({ account: z.enum(ledgerAccounts), sum: money, document: accountDocument }),
    ),
    /** The sum of all accounts; must be exactly zero. */
    total: money,
    /** The ledger's held account, and amount, fee and GST of open payouts and of requests that hold them. */
    held: pair,
    open_payouts: count(),
    /** Payment requests that hold money. */
    holding_requests: count(),
    /** The wallets' available balances, and the ledger's available account. */
    wallets: pair,
    wallet_count: count(),
    /** The ledger's suspense account, and the undecided credits with what adjustments moved there. */
    suspense: pair,
    suspense_count: count(),
    /** What the wallets owe, and the ledger's receivable account. */
    receivable: pair,
    owing_count: count(),
  })
  .register(z.globalRegistry, { id: "TrialBalance" });
export type TrialBalance = z.output<typeof trialBalance>;

export const getTrialBalance = defineCall({
  name: "getTrialBalance",
  summary: "The sum of each ledger account, and the sums that it must equal",
  tag: "Books",
  method: "GET",
  path: "/super-admin/books/balance",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(trialBalance),
  errors: ["TOO_SLOW"],
});

const paidTotal = z.object({ count: count(), amount: money });

export const providerRecord = z
  .object({
    /** The adapter, and the rails that use it. */
    name: z.string(),
    rails: z.array(z.string()),
    ours: paidTotal,
    /** Null if the provider has no such record or gave no answer: `why_not` says which. */
    theirs: z.nullable(paidTotal),
    why_not: z.nullable(z.string()),
    /** Payouts without a final status: the provider may have paid them. */
    open_payouts: count(),
  })
  .register(z.globalRegistry, { id: "ProviderRecord" });
export type ProviderRecord = z.output<typeof providerRecord>;

export const compareProviders = defineCall({
  name: "compareProviders",
  summary: "The total paid by our books and by each provider's record",
  tag: "Books",
  method: "GET",
  path: "/super-admin/books/providers",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(z.array(providerRecord)),
  errors: ["TOO_SLOW"],
});

/** One check of a verification. */
const checkResult = z.object({
  /** The subject of the check, for people. */
  check: z.string(),
  ms: count(),
  rules: z.array(
    z.object({
      rule: z.string(),
      fault_count: count(),
      /** The first faults; each names its row. */
      faults: z.array(z.string()),
    }),
  ),
  /** Additional facts, such as the number of rows. */
  note: z.nullable(z.string()),
  /** The last hash of a chain. Note it elsewhere: a truncated chain has another. */
  head: z.nullable(z.string()),
});
export type Checked = z.output<typeof checkResult>;

export const verification = z
  .object({
    id,
    /** Who started it; null for the nightly run and the command line. */
    requested_by: z.nullable(z.string()),
    origin: z.enum(["person", "night", "command"]),
    requested_at: instant(),
    /** `waiting` for a worker; `broken`: it did not complete, so the books are unverified. */
    state: z.enum(["waiting", "running", "clean", "faulty", "broken"]),
    finished_at: z.nullable(instant()),
    /** The duration of all checks. */
    ms: z.nullable(count()),
    fault_count: count(),
    checks: z.array(checkResult),
    /** The progress of a running verification. */
    checks_done: count(),
    checks_total: count(),
    /** Why it did not complete. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Verification" });
export type Verification = z.output<typeof verification>;

export const getVerification = defineCall({
  name: "getVerification",
  summary: "The last verification of the books, and the one in progress",
  tag: "Books",
  method: "GET",
  path: "/super-admin/books/verification",
  who: "superadmin",
  needs: "view",
  changesWith: ["jobs"],
  answer: dataAnswer(
    z.object({ last: z.nullable(verification), in_progress: z.nullable(verification) }),
  ),
});

export const startVerification = defineCall({
  name: "startVerification",
  summary: "Verify the books in the background, one verification at a time",
  tag: "Books",
  method: "POST",
  path: "/super-admin/books/verification",
  who: "superadmin",
  needs: "verify",
  stepUp: { unsigned: "Compares the books and changes nothing" },
  status: 201,
  answer: dataAnswer(verification),
  errors: ["VERIFICATION_UNDER_WAY"],
});
