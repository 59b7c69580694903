import { receivingAccountsAddUp } from "../claims/accounts.ts";
import { balancesFollowOrders } from "../claims/balances-in-order.ts";
import { creditedOnce, takenBackIsShown, virtualCreditsAreKnown } from "../claims/credits.ts";
import {
  depositHistoryAddsUp,
  payoutHistoryAddsUp,
  taxAddsUp,
  walletHistoryAddsUp,
} from "../claims/histories.ts";
import { outcomesStay } from "../claims/outcomes-stay.ts";
import { everyEffectWasAnswered } from "../claims/requests.ts";
import { holdsCameBack } from "../claims/request-holds.ts";
import { statementAddsUp, statementHasEveryAct } from "../claims/statements.ts";
import { allMoneyIsSomewhere, bankBalancesAddUp, providersAgree } from "../claims/totals.ts";
import { decisionsTookEffect, heldIsOpen, walletAddsUp } from "../claims/wallets.ts";
import { asha, ravi, sampleRecord } from "./sample-record.ts";
import { change, repeat, type FaultyRecord } from "./faulty-record.ts";

/** Faults of credits, balances, statements, files and totals. */
export const walletFaults: readonly FaultyRecord[] = [
  [
    "one transfer in two wallets, under two spellings of its UTR",
    [
      creditedOnce,
      everyEffectWasAnswered,
      walletAddsUp,
      statementHasEveryAct,
      depositHistoryAddsUp,
    ],
    repeat(
      "deposit",
      ({ id }) => id === "d1",
      () => ({
        tenant: ravi,
        id: "d9",
        utr: "412345678901",
      }),
    ),
  ],
  [
    "a credit that no bank received",
    [creditedOnce, walletAddsUp, allMoneyIsSomewhere, receivingAccountsAddUp],
    change(
      "bank receipt",
      ({ utr }) => utr === "412345678901",
      () => undefined,
    ),
  ],
  [
    "money on a virtual account that nobody is shown",
    [decisionsTookEffect, virtualCreditsAreKnown, allMoneyIsSomewhere],
    change(
      "suspense",
      () => true,
      () => undefined,
    ),
  ],
  [
    "a transfer that was taken back stays credited without a word",
    [takenBackIsShown],
    change(
      "contradiction",
      () => true,
      () => undefined,
    ),
  ],
  [
    "an approval that did not count",
    [
      decisionsTookEffect,
      walletAddsUp,
      statementHasEveryAct,
      depositHistoryAddsUp,
      allMoneyIsSomewhere,
      receivingAccountsAddUp,
    ],
    change(
      "deposit",
      ({ id }) => id === "d1",
      () => ({ status: "failed" }),
    ),
  ],
  [
    "a return from suspense that was assigned",
    [decisionsTookEffect, virtualCreditsAreKnown, allMoneyIsSomewhere],
    change(
      "suspense",
      () => true,
      () => ({ status: "assigned" }),
    ),
  ],
  [
    "a paisa too much in a wallet",
    [walletAddsUp, balancesFollowOrders, statementAddsUp, walletHistoryAddsUp, allMoneyIsSomewhere],
    change(
      "balance",
      (one) => one.tenant === asha && one.isFinal,
      ({ availablePaise }) => ({ availablePaise: availablePaise + 1 }),
    ),
  ],
  [
    "money on hold without an open payout",
    [heldIsOpen, allMoneyIsSomewhere],
    change(
      "balance",
      (one) => one.tenant === asha && one.isFinal,
      () => ({ heldPaise: 1 }),
    ),
  ],
  [
    "a balance without an accepted payout",
    [balancesFollowOrders],
    change(
      "balance",
      (one) => !one.isFinal,
      () => ({ availablePaise: 10_000_00 }),
    ),
  ],
  [
    "a balance with a payout that was sent later",
    [balancesFollowOrders],
    change(
      "balance",
      (one) => !one.isFinal,
      () => ({ availablePaise: 8_488_20 }),
    ),
  ],
  [
    "a success that was taken back without a return",
    [outcomesStay],
    change(
      "payout",
      (one) => one.id === "p2" && !one.isFinal,
      () => ({ status: "success" }),
    ),
  ],
  [
    "a statement with a wrong balance in the middle",
    [statementAddsUp],
    change(
      "statement line",
      ({ payout, paise }) => payout === "p3" && paise < 0,
      () => ({
        balancePaise: 1,
      }),
    ),
  ],
  [
    "a payout before the money arrived that it spends",
    [statementAddsUp],
    change(
      "statement line",
      ({ tenant, entry }) => tenant === asha && entry <= 2,
      ({ entry, paise }) => ({
        entry: 3 - entry,
        balancePaise: entry === 2 ? paise : 8_994_10,
      }),
    ),
  ],
  [
    "a statement file that closes elsewhere",
    [statementAddsUp],
    sampleRecord.toSpliced(
      sampleRecord.findLastIndex((one) => one.kind === "file row" && one.file === "statement"),
      1,
    ),
  ],
  [
    "a statement without a refund",
    [statementAddsUp, statementHasEveryAct],
    change(
      "statement line",
      ({ payout, paise }) => payout === "p2" && paise > 0,
      () => undefined,
    ),
  ],
  [
    "a request whose hold did not come back",
    [holdsCameBack],
    change(
      "statement line",
      ({ what, paise }) => what === "request_release" && paise === 60_00,
      () => ({ what: "request_hold" }),
    ),
  ],
  [
    "money that came back to a request which held another amount",
    [holdsCameBack, statementAddsUp],
    change(
      "statement line",
      ({ what, paise }) => what === "request_hold" && paise === -60_00,
      () => ({ paise: -60_01 }),
    ),
  ],
  [
    "a wallet history with a row too many",
    [walletHistoryAddsUp],
    repeat("wallet row", ({ deposit }) => deposit === "d1"),
  ],
  [
    "a wallet file with another amount",
    [walletHistoryAddsUp],
    change(
      "file row",
      ({ file, cells }) => file === "wallet history" && cells["Amount"] === "10000.00",
      ({ cells }) => ({ cells: { ...cells, Amount: "10000.01" } }),
    ),
  ],
  [
    "a payout total that misses a payout",
    [payoutHistoryAddsUp],
    change(
      "payout totals",
      ({ rows }) => rows === 3,
      () => ({ paise: 800_00 }),
    ),
  ],
  [
    "a deposit total that counts twice",
    [depositHistoryAddsUp],
    change(
      "deposit totals",
      ({ rows }) => rows === 2,
      () => ({ completed: 3 }),
    ),
  ],
  [
    "a tax summary without its GST",
    [taxAddsUp],
    change(
      "GST totals",
      ({ tenant }) => tenant === asha,
      () => ({ gstPaise: 0 }),
    ),
  ],
  [
    "a provider total of our own making",
    [providersAgree],
    change(
      "provider totals",
      ({ bank }) => bank === "razorpayx",
      () => ({ ourPaise: 999_99 }),
    ),
  ],
  [
    "a provider that kept a paisa",
    [bankBalancesAddUp],
    change(
      "bank balance",
      ({ bank }) => bank === "razorpayx",
      ({ closingPaise }) => ({ closingPaise: closingPaise - 1 }),
    ),
  ],
];
