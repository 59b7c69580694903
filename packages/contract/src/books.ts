import * as z from "zod/mini";
import { count, defineCall, instant, money, one } from "./call.ts";
import { id } from "./fields.ts";

/** What we say and what stands against it: the same, to the paisa, or something is wrong. */
const pair = z.object({ left: money, right: money, difference: money });

export const ledgerAccounts = [
  "available",
  "held",
  "bank",
  "provider",
  "fee_income",
  "gst_payable",
  "suspense",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const trialBalance = z
  .object({
    accounts: z.array(z.object({ account: z.enum(ledgerAccounts), sum: money })),
    /** Of all accounts; exactly zero. */
    total: money,
    /** The ledger's held account, against amount, fee and GST of the payouts that are open. */
    held: pair,
    open_payouts: count(),
    /** What wallets say can be spent, against the ledger's available account. */
    wallets: pair,
    wallet_count: count(),
    /** The ledger's suspense account, against the incoming credits that nobody has decided. */
    suspense: pair,
    suspense_count: count(),
  })
  .register(z.globalRegistry, { id: "TrialBalance" });
export type TrialBalance = z.output<typeof trialBalance>;

export const getTrialBalance = defineCall({
  name: "getTrialBalance",
  summary: "The sum of every account of the ledger, and what it must agree with",
  method: "GET",
  path: "/super-admin/books/balance",
  who: "superadmin",
  answer: one(trialBalance),
  errors: ["TOO_SLOW"],
});

const paid = z.object({ count: count(), amount: money });

export const providerRecord = z
  .object({
    /** The adapter, and the rails that lead to it. */
    name: z.string(),
    rails: z.array(z.string()),
    ours: paid,
    /** Null where the provider does not tell, or gave no answer: `why_not` says which. */
    theirs: z.nullable(paid),
    why_not: z.nullable(z.string()),
    /** Payouts that we have no final word of: the provider may have paid them. */
    open_payouts: count(),
  })
  .register(z.globalRegistry, { id: "ProviderRecord" });
export type ProviderRecord = z.output<typeof providerRecord>;

export const compareProviders = defineCall({
  name: "compareProviders",
  summary: "What we say was paid, and what each provider says",
  method: "GET",
  path: "/super-admin/books/providers",
  who: "superadmin",
  answer: one(z.array(providerRecord)),
  errors: ["TOO_SLOW"],
});

/** One thing that a verification looked at. */
const checked = z.object({
  /** What was looked at, in words. */
  check: z.string(),
  ms: count(),
  rules: z.array(
    z.object({
      rule: z.string(),
      fault_count: count(),
      /** The first of them, each naming its row. */
      faults: z.array(z.string()),
    }),
  ),
  /** What there is to say besides, such as how much was looked at. */
  note: z.nullable(z.string()),
  /** Where a chain ends, to be noted elsewhere: a chain that is cut later has another end. */
  head: z.nullable(z.string()),
});
export type Checked = z.output<typeof checked>;

export const verification = z
  .object({
    id,
    /** Who asked for it; null for the product itself and for the command line. */
    asked_by: z.nullable(z.string()),
    origin: z.enum(["person", "night", "command"]),
    asked_at: instant(),
    /** `waiting` for a worker; `broken`: it could not be done, and says nothing of the books. */
    state: z.enum(["waiting", "running", "clean", "faulty", "broken"]),
    finished_at: z.nullable(instant()),
    /** From the first check to the last. */
    ms: z.nullable(count()),
    fault_count: count(),
    checks: z.array(checked),
    /** How far a running one is. */
    checks_done: count(),
    checks_total: count(),
    /** Why it broke. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "Verification" });
export type Verification = z.output<typeof verification>;

export const getVerification = defineCall({
  name: "getVerification",
  summary: "The last verification of the books, and the one that is under way",
  method: "GET",
  path: "/super-admin/books/verification",
  who: "superadmin",
  changesWith: ["jobs"],
  answer: one(z.object({ last: z.nullable(verification), under_way: z.nullable(verification) })),
});

export const startVerification = defineCall({
  name: "startVerification",
  summary: "Verify the books in the background, one verification at a time",
  method: "POST",
  path: "/super-admin/books/verification",
  who: "superadmin",
  status: 201,
  answer: one(verification),
  errors: ["VERIFICATION_UNDER_WAY"],
});
