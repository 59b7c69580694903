import type { Claim, ClaimResult } from "./claim.ts";
import { correctionsAreAtTheirBank, receivingAccountsAddUp } from "./claims/accounts.ts";
import {
  adjustmentsWereSigned,
  debtsArePaidFirst,
  takenBackIsCorrected,
} from "./claims/adjustments.ts";
import { batchesWereSigned, requestsWereApproved } from "./claims/approvals.ts";
import { balancesFollowOrders } from "./claims/balances-in-order.ts";
import { batchesAddUp, filesArePaidOnce } from "./claims/batches.ts";
import { chargebacksAreBooked } from "./claims/chargebacks.ts";
import { closingsPaidAll, ownMoneyIsFree } from "./claims/closings.ts";
import { creditedOnce, takenBackIsShown, virtualCreditsAreKnown } from "./claims/credits.ts";
import {
  depositHistoryAddsUp,
  payoutHistoryAddsUp,
  taxAddsUp,
  walletHistoryAddsUp,
} from "./claims/histories.ts";
import { outcomesStay } from "./claims/outcomes-stay.ts";
import {
  failedWasNotPaid,
  paidOnce,
  paymentsWereAnswered,
  returnsWerePaid,
  successWasPaid,
} from "./claims/payments.ts";
import {
  chargedAsQuoted,
  everyEffectWasAnswered,
  oneEffect,
  refusedHasNoEffect,
} from "./claims/requests.ts";
import { programsStayWithinLimits, revokedKeysSendNothing } from "./claims/programs.ts";
import { partsCameBack } from "./claims/returns.ts";
import { holdsCameBack } from "./claims/request-holds.ts";
import { statementAddsUp, statementHasEveryAct } from "./claims/statements.ts";
import { allMoneyIsSomewhere, bankBalancesAddUp, providersAgree } from "./claims/totals.ts";
import { fundedInOrder, unfundedMovedNothing } from "./claims/waits.ts";
import { decisionsTookEffect, heldIsOpen, walletAddsUp } from "./claims/wallets.ts";
import { indexObservations } from "./index-observations.ts";
import type { Observation } from "./observations.ts";

/** Every claim. A new one is an entry here and a faulty record in `check-claims.test.ts`. */
export const claims: readonly Claim[] = [
  paidOnce,
  successWasPaid,
  failedWasNotPaid,
  paymentsWereAnswered,
  returnsWerePaid,
  oneEffect,
  everyEffectWasAnswered,
  refusedHasNoEffect,
  chargedAsQuoted,
  creditedOnce,
  virtualCreditsAreKnown,
  takenBackIsShown,
  decisionsTookEffect,
  walletAddsUp,
  heldIsOpen,
  balancesFollowOrders,
  outcomesStay,
  statementAddsUp,
  statementHasEveryAct,
  holdsCameBack,
  walletHistoryAddsUp,
  payoutHistoryAddsUp,
  depositHistoryAddsUp,
  taxAddsUp,
  allMoneyIsSomewhere,
  providersAgree,
  bankBalancesAddUp,
  adjustmentsWereSigned,
  debtsArePaidFirst,
  takenBackIsCorrected,
  correctionsAreAtTheirBank,
  receivingAccountsAddUp,
  chargebacksAreBooked,
  partsCameBack,
  ownMoneyIsFree,
  closingsPaidAll,
  filesArePaidOnce,
  batchesAddUp,
  requestsWereApproved,
  batchesWereSigned,
  programsStayWithinLimits,
  revokedKeysSendNothing,
  fundedInOrder,
  unfundedMovedNothing,
];

/** Checks every claim on the observations of a run. */
export function checkClaims(observations: readonly Observation[]): ClaimResult[] {
  const index = indexObservations(observations);
  return claims.map(({ claim, check }) => ({ claim, ...check(index) }));
}
