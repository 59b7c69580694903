import { correctionsAreAtTheirBank, receivingAccountsAddUp } from "../claims/accounts.ts";
import {
  adjustmentsWereSigned,
  debtsArePaidFirst,
  takenBackIsCorrected,
} from "../claims/adjustments.ts";
import { chargebacksAreBooked } from "../claims/chargebacks.ts";
import { closingsPaidAll, ownMoneyIsFree } from "../claims/closings.ts";
import { payoutHistoryAddsUp, taxAddsUp } from "../claims/histories.ts";
import { failedWasNotPaid } from "../claims/payments.ts";
import { chargedAsQuoted } from "../claims/requests.ts";
import { partsCameBack } from "../claims/returns.ts";
import { statementHasEveryAct } from "../claims/statements.ts";
import { allMoneyIsSomewhere, bankBalancesAddUp, providersAgree } from "../claims/totals.ts";
import { walletAddsUp } from "../claims/wallets.ts";
import { change, repeat, type FaultyRecord } from "./faulty-record.ts";
import { meena, noor } from "./sample-corrections.ts";

/** Faults of partial returns, withdrawals, closings, adjustments, debts and chargebacks. */
export const correctionFaults: readonly FaultyRecord[] = [
  [
    "an adjustment that only its proposer confirmed",
    [adjustmentsWereSigned],
    change(
      "adjustment confirmation",
      ({ id, answer }) => id === "a1" && "accepted" in answer,
      () => ({ by: "9800000091" }),
    ),
  ],
  [
    "an adjustment that nobody proposed",
    [adjustmentsWereSigned],
    change(
      "adjustment proposal",
      ({ id }) => id === "a1",
      () => undefined,
    ),
  ],
  [
    "an adjustment that was confirmed and moved nothing",
    [adjustmentsWereSigned, walletAddsUp, statementHasEveryAct, allMoneyIsSomewhere],
    change(
      "adjustment",
      ({ id }) => id === "a1",
      () => ({ state: "proposed" }),
    ),
  ],
  [
    "two confirmations of one adjustment",
    [adjustmentsWereSigned],
    change(
      "adjustment confirmation",
      ({ id, answer }) => id === "a1" && "refused" in answer,
      ({ id }) => ({ answer: { accepted: { id } } }),
    ),
  ],
  [
    "an adjustment that was withdrawn and is posted",
    [adjustmentsWereSigned, walletAddsUp, statementHasEveryAct, allMoneyIsSomewhere],
    change(
      "adjustment",
      ({ id }) => id === "a9",
      () => ({ state: "posted" }),
    ),
  ],
  [
    "an adjustment of a paisa more than was proposed",
    [adjustmentsWereSigned, walletAddsUp, statementHasEveryAct, allMoneyIsSomewhere],
    change(
      "adjustment",
      ({ id }) => id === "a1",
      ({ paise }) => ({ paise: paise + 1 }),
    ),
  ],
  [
    "an adjustment that is shown on another receiving account",
    [correctionsAreAtTheirBank],
    change(
      "adjustment",
      ({ id }) => id === "a5",
      () => ({ account: "second account" }),
    ),
  ],
  [
    "an adjustment that is shown on another provider",
    [correctionsAreAtTheirBank],
    change(
      "adjustment",
      ({ id }) => id === "a6",
      () => ({ provider: "razorpayx" }),
    ),
  ],
  [
    "an adjustment that another receiving account has, by its bank's books",
    [correctionsAreAtTheirBank, receivingAccountsAddUp],
    change(
      "bank correction",
      ({ adjustment }) => adjustment === "a5",
      () => ({ account: "second account" }),
    ),
  ],
  [
    "a receiving account that is shown with a paisa more",
    [receivingAccountsAddUp],
    change(
      "account books",
      ({ account }) => account === "second account",
      ({ paise }) => ({ paise: paise + 1 }),
    ),
  ],
  [
    "a move by hand that never reached its provider",
    [correctionsAreAtTheirBank, bankBalancesAddUp],
    change(
      "bank correction",
      ({ bank }) => bank === "cashfree",
      () => undefined,
    ),
  ],
  [
    "a debt that nobody paid and that is gone",
    [debtsArePaidFirst, walletAddsUp, statementHasEveryAct, allMoneyIsSomewhere],
    change(
      "balance",
      ({ tenant }) => tenant === meena,
      () => ({ owedPaise: 0 }),
    ),
  ],
  [
    "a debt that a credit did not pay first",
    [debtsArePaidFirst],
    [
      ...repeat(
        "balance",
        ({ tenant, isFinal }) => tenant !== meena && !isFinal,
        () => ({ owedPaise: 1 }),
      ),
    ],
  ],
  [
    "a transfer that a statement took back is only shown",
    [takenBackIsCorrected],
    change(
      "adjustment",
      ({ id }) => id === "a0",
      () => ({ deposit: null }),
    ),
  ],
  [
    "a deposit that is corrected by more than arrived",
    [takenBackIsCorrected],
    change(
      "adjustment",
      ({ id }) => id === "a2",
      () => ({ deposit: "d5" }),
    ),
  ],
  [
    "a chargeback that our books keep",
    [chargebacksAreBooked],
    repeat(
      "bank chargeback",
      () => true,
      () => ({ reference: "800002" }),
    ),
  ],
  [
    "a chargeback that was debited twice",
    [
      chargebacksAreBooked,
      takenBackIsCorrected,
      walletAddsUp,
      statementHasEveryAct,
      allMoneyIsSomewhere,
    ],
    repeat("adjustment", ({ id }) => id === "c1"),
  ],
  [
    "a chargeback that was debited from another client",
    [chargebacksAreBooked, walletAddsUp, statementHasEveryAct],
    change(
      "adjustment",
      ({ id }) => id === "c1",
      () => ({ client: "noor" }),
    ),
  ],
  [
    "a part that came back and is not shown",
    [partsCameBack],
    change(
      "payout",
      ({ id }) => id === "p4",
      () => ({ returnedPaise: 0 }),
    ),
  ],
  [
    "a part that came back with charges that stay",
    [partsCameBack, payoutHistoryAddsUp, taxAddsUp, allMoneyIsSomewhere],
    change(
      "payout",
      ({ id }) => id === "p4",
      () => ({ returnedChargePaise: 5_90 }),
    ),
  ],
  [
    "a part of which a paisa is missing",
    [
      partsCameBack,
      walletAddsUp,
      statementHasEveryAct,
      allMoneyIsSomewhere,
      providersAgree,
      bankBalancesAddUp,
    ],
    change(
      "bank return",
      ({ reference }) => reference === "RKp4",
      ({ paise }) => ({ paise: paise + 1 }),
    ),
  ],
  [
    "a charge that a bank kept of a return, at the client's expense",
    [failedWasNotPaid, walletAddsUp, allMoneyIsSomewhere, providersAgree],
    change(
      "bank return",
      ({ reference }) => reference === "RKp3",
      () => ({ keptPaise: 0 }),
    ),
  ],
  [
    "a withdrawal with a fee",
    [ownMoneyIsFree, chargedAsQuoted, payoutHistoryAddsUp, taxAddsUp, allMoneyIsSomewhere],
    change(
      "payout",
      ({ id }) => id === "w1",
      () => ({ feePaise: 1 }),
    ),
  ],
  [
    "a withdrawal to an account of another client",
    [ownMoneyIsFree],
    change(
      "own account",
      ({ tenant }) => tenant === meena,
      () => ({ tenant: noor }),
    ),
  ],
  [
    "a closing that paid out a part of the balance",
    [closingsPaidAll],
    change(
      "balance payout",
      () => true,
      ({ balancePaise }) => ({ balancePaise: balancePaise + 1 }),
    ),
  ],
  [
    "a remainder that was larger than what is set aside",
    [closingsPaidAll],
    change(
      "remainder",
      () => true,
      () => ({ paise: 39 }),
    ),
  ],
];
