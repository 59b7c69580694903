import { payoutHistoryAddsUp, taxAddsUp } from "../claims/histories.ts";
import { outcomesStay } from "../claims/outcomes-stay.ts";
import {
  failedWasNotPaid,
  paidOnce,
  paymentsWereAnswered,
  returnsWerePaid,
  successWasPaid,
} from "../claims/payments.ts";
import {
  chargedAsQuoted,
  everyEffectWasAnswered,
  oneEffect,
  refusedHasNoEffect,
} from "../claims/requests.ts";
import { statementHasEveryAct } from "../claims/statements.ts";
import { allMoneyIsSomewhere, bankBalancesAddUp, providersAgree } from "../claims/totals.ts";
import { walletAddsUp } from "../claims/wallets.ts";
import { change, repeat, type FaultyRecord } from "./faulty-record.ts";

/** Faults of payouts and of what their clients are shown. */
export const payoutFaults: readonly FaultyRecord[] = [
  [
    "a second bank paid the payout too",
    [paidOnce, successWasPaid, allMoneyIsSomewhere, providersAgree, bankBalancesAddUp],
    repeat(
      "bank payment",
      ({ reference }) => reference === "RKp1",
      () => ({ bank: "cashfree" }),
    ),
  ],
  [
    "the bank paid a paisa more",
    [successWasPaid, allMoneyIsSomewhere, providersAgree, bankBalancesAddUp],
    change(
      "bank payment",
      ({ reference }) => reference === "RKp1",
      () => ({ paise: 1_000_01 }),
    ),
  ],
  [
    "the bank paid another account",
    [successWasPaid],
    change(
      "bank payment",
      ({ reference }) => reference === "RKp1",
      () => ({ to: "000999" }),
    ),
  ],
  [
    "the client reads another UTR than the bank's",
    [successWasPaid],
    change(
      "payout",
      (one) => one.id === "p1" && one.isFinal,
      () => ({ utr: "523200000002" }),
    ),
  ],
  [
    "a payout failed that the bank had paid",
    [failedWasNotPaid, statementHasEveryAct, payoutHistoryAddsUp, taxAddsUp, allMoneyIsSomewhere],
    change(
      "payout",
      (one) => one.id === "p1" && one.isFinal,
      () => ({ status: "failed" }),
    ),
  ],
  [
    "a payment that no client asked for",
    [paymentsWereAnswered, allMoneyIsSomewhere, providersAgree, bankBalancesAddUp],
    repeat(
      "bank payment",
      ({ reference }) => reference === "RKp1",
      () => ({
        reference: "RKstray",
      }),
    ),
  ],
  [
    "a bank gave back more than it had",
    [failedWasNotPaid, returnsWerePaid, walletAddsUp, allMoneyIsSomewhere, bankBalancesAddUp],
    change(
      "bank return",
      ({ reference }) => reference === "RKp3",
      () => ({ paise: 300_01 }),
    ),
  ],
  [
    "a repeat with the same key became a second payout",
    [oneEffect, statementHasEveryAct],
    repeat(
      "payout request",
      ({ order }) => order === "first",
      () => ({
        answer: { accepted: { id: "p9", reference: "RKp9" } },
      }),
    ),
  ],
  [
    "an accepted payout is in no history",
    [oneEffect, payoutHistoryAddsUp, taxAddsUp, allMoneyIsSomewhere],
    change(
      "payout",
      (one) => one.id === "p1",
      () => undefined,
    ),
  ],
  [
    "a payout in the history has no answer",
    [paymentsWereAnswered, everyEffectWasAnswered, walletAddsUp, statementHasEveryAct],
    change(
      "payout request",
      ({ order }) => order === "first",
      () => ({
        answer: { none: true } as const,
      }),
    ),
  ],
  [
    "a refused payout was paid under another reference",
    [
      paymentsWereAnswered,
      refusedHasNoEffect,
      allMoneyIsSomewhere,
      providersAgree,
      bankBalancesAddUp,
    ],
    repeat(
      "bank payment",
      ({ reference }) => reference === "RKp1",
      () => ({
        reference: "RKrefused",
        paise: 77_00,
      }),
    ),
  ],
  [
    "a fee above the quote",
    [chargedAsQuoted, outcomesStay, payoutHistoryAddsUp, taxAddsUp, allMoneyIsSomewhere],
    change(
      "payout",
      (one) => one.id === "p1" && one.isFinal,
      () => ({ feePaise: 6_00 }),
    ),
  ],
];
