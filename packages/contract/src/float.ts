import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { day, id } from "./fields.ts";
import { providerIds } from "./tenants.ts";

/** Both sides of a provider's balance at one instant. expected + parts + unexplained = reported. */
const providerReconciliation = z.object({
  read_at: instant(),
  reported: money,
  /** Transfers to the provider less those from it. */
  transferred: money,
  /** Settled payouts without those that came back. */
  paid: money,
  /** Booked charges of the provider. */
  charges: money,
  /** What adjustments added to our money with the provider; negative if they took some. */
  adjusted: money,
  /** transferred − paid − charges + adjusted. */
  expected: money,
  /** What explains a difference, each with the sign that it has in the provider's balance. */
  parts: z.object({
    /** Payouts that the provider took and that have no outcome yet. */
    in_flight: money,
    /** Charges that the provider named and that are not booked yet. */
    unbooked_charges: money,
    /** Recorded transfers of the last week that the provider's list does not have yet. */
    on_the_way: money,
    /** Credits in the provider's list that nobody recorded. */
    unrecorded: money,
  }),
  unexplained: money,
});

export const providerFloat = z
  .object({
    adapter: z.string(),
    rails: z.array(z.enum(providerIds)),
    missing_settings: z.array(z.string()),
    reports_balance: z.boolean(),
    lists_credits: z.boolean(),
    /** What our books say now that we have with the provider. */
    books: money,
    /** The provider's last reading; null before the first. */
    balance: z.nullable(z.object({ reported: money, read_at: instant() })),
    balance_problem: z.nullable(z.string()),
    /** The last reading during which no payout moved; null before the first. */
    reconciliation: z.nullable(providerReconciliation),
    /** Payouts per hour in the last 24 hours; null until there is an hour of readings. */
    paid_per_hour: z.nullable(money),
    /** How long the balance lasts at that rate; null when nothing was paid. */
    runway_hours: z.nullable(z.number()),
    threshold: z.nullable(money),
    runway_hours_min: z.nullable(z.int()),
    /** Since when the balance is low; null when it is not. */
    low: z.nullable(z.object({ since: instant(), reason: z.string() })),
    /** Credits in the provider's list without a recorded transfer, oldest first. */
    unrecorded_credits: z.array(
      z.object({
        reference: z.string(),
        amount: money,
        utr_reference: z.nullable(z.string()),
        arrived_at: instant(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "ProviderFloat" });
export type ProviderFloat = z.output<typeof providerFloat>;

const bankItem = z.object({
  day,
  amount: money,
  reference: z.nullable(z.string()),
  what: z.string(),
});
const bankItems = z.object({ count: count(), total: money, first: z.array(bankItem) });
export type BankItems = z.output<typeof bankItems>;

export const bankAccountFloat = z
  .object({
    id,
    label: z.string(),
    bank_name: z.string(),
    /** Masked. */
    account_number: z.string(),
    /** What our books say now that we have in the account. */
    books: money,
    /** The newest closing balance; null before the first. */
    closing: z.nullable(
      z.object({
        day,
        balance: money,
        /** The imported file; null for a balance that a person entered. */
        file_name: z.nullable(z.string()),
        recorded_by: z.string(),
        recorded_at: instant(),
      }),
    ),
    /** The closing balance explained: books + statement items − book items + unexplained. */
    reconciliation: z.nullable(
      z.object({
        /** Our books at the end of that day. */
        books: money,
        /** Credits and debits that the statements have up to that day and our books had not. */
        statement_only: bankItems,
        /** Postings of covered days that no statement line explains. */
        books_only: bankItems,
        unexplained: money,
      }),
    ),
    /** The first day of imported statements with balances; null without one. */
    covered_from: z.nullable(day),
    /** Later days, until the closing balance, that no statement covers: the newest, in order. */
    uncovered: z.array(z.object({ from: day, to: day })),
  })
  .register(z.globalRegistry, { id: "BankAccountFloat" });
export type BankAccountFloat = z.output<typeof bankAccountFloat>;

export const bankFloat = z
  .object({
    /** What our books say now that we have in all bank accounts. */
    books: money,
    /** The part that is in none of the receiving accounts. */
    elsewhere: money,
    /** Each receiving account, the default first. */
    accounts: z.array(bankAccountFloat),
  })
  .register(z.globalRegistry, { id: "BankFloat" });
export type BankFloat = z.output<typeof bankFloat>;

export const getFloat = defineCall({
  name: "getFloat",
  summary: "The platform's own money: each provider's balance and the bank's, explained",
  tag: "Float",
  method: "GET",
  path: "/super-admin/float",
  who: "superadmin",
  needs: "view",
  changesWith: ["float", "settings", "deposits"],
  answer: dataAnswer(
    z.object({ as_of: instant(), providers: z.array(providerFloat), bank: bankFloat }),
  ),
  errors: ["SETTING_UNREADABLE", "TOO_SLOW"],
});
