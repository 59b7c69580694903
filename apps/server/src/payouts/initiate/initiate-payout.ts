import { transaction, type Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import {
  insufficientBalance,
  insufficientForWithdrawal,
  tenantClosing,
  ApiError,
} from "../../kernel/errors.ts";
import { groupCommit } from "../../database/group-commit.ts";
import * as ledger from "../../ledger/ledger.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readAuthorisation } from "./authorisation.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { accountNotApproved, lockApprovedAccounts } from "./approved-accounts.ts";
import { decideRepeats } from "./decide-repeats.ts";
import { Decisions, type Refuse } from "./decisions.ts";
import type { Initiation, ReadOrder } from "./initiation.ts";
import { newInitiation } from "./new-initiation.ts";
import { lockPayableDestinations } from "./payable-destinations.ts";
import {
  confirmedBySigner,
  readKeysOf,
  reserveKeyOrders,
  settleKeyOrders,
} from "./reserve-key-orders.ts";
import { planAdvices } from "./plan-advices.ts";
import { recordPolicies, refuseUnapproved } from "./refuse-unapproved.ts";
import { recordRefusedKeys } from "./refused-keys.ts";
import { findRepeated, initiatedOf, type Initiated } from "./find-repeated.ts";
import { recordPayouts } from "./record-payouts.ts";
import { providerStatuses } from "../provider-status.ts";
import { recordTraces } from "../payout-traces.ts";
import { recordBeneficiaries, recordRepeatReasons } from "./record-references.ts";
import { divideByFunds, recordWaiting } from "./wait-for-funds.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { rupeesToPaise } from "@rokad/money/rupees";

/**
 * Commits what `prepare` returns with the next group. A repeat of an accepted payout succeeds at any
 * time, although its code expired, or its beneficiary or the limits of its key changed since.
 * @throws what `prepare` and the group commit refuse.
 */
export async function initiateOnce(
  payer: Tenant,
  request: object,
  idempotencyKey: string | undefined,
  prepare: () => Promise<Initiation>,
): Promise<Initiated> {
  try {
    const outcome = await initiateInGroup(await prepare());
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  } catch (error) {
    const earlier = await findRepeated(payer, request, idempotencyKey);
    if (earlier) return earlier;
    throw error;
  }
}

interface AuthorisedOrder extends ReadOrder {
  /** What a repeat of the idempotency key must have in common. */
  readonly request: object;
  readonly token: string;
  readonly idempotencyKey: string | undefined;
  readonly withdrawal?: { readonly bankAccountId: string };
}

/** The payout that a code authorised, with its charges of then. @throws 403 `PAYOUT_NOT_AUTHORISED`. */
export async function prepareInitiation(
  payer: Tenant,
  { order, request, token, idempotencyKey, withdrawal, destination }: AuthorisedOrder,
): Promise<Initiation> {
  const authorisation = readAuthorisation(token, payer, order);
  const [settings, statuses] = await Promise.all([readSettings(), providerStatuses()]);
  return newInitiation(
    { payer, settings, statuses },
    {
      id: authorisation.payoutId,
      payerId: payer.tenantId,
      memberId: payer.member.id,
      authorisedUntilMs: authorisation.expiresAtMs,
      payer,
      order,
      withdrawal,
      destination,
      amountPaise: rupeesToPaise(order.amount),
      feePaise: authorisation.feePaise,
      gstPaise: authorisation.gstPaise,
      idempotencyKey,
      requestDigest: requestDigest(request),
      waitsForFunds: withdrawal === undefined,
    },
  );
}

const initiateInGroup = groupCommit(commitInitiations, { atMost: 128, name: "initiate" });

async function commitInitiations(list: readonly Initiation[]): Promise<(Initiated | ApiError)[]> {
  const outcomes = await transaction((db) => initiateAll(db, list));
  wakeWorker();
  return outcomes;
}

/**
 * Decides and records payouts in one transaction, each accepted or refused on its own. The caller
 * wakes the worker after the commit.
 */
export async function initiateAll(
  db: Tx,
  requested: readonly Initiation[],
): Promise<(Initiated | ApiError)[]> {
  // Closes the race between two requests of one payer: earlier payouts are read after the
  // wallet's lock, so no repeat is inserted between this read and our insert.
  const wallets = await ledger.lock(
    db,
    requested.map((initiation) => initiation.payerId),
  );
  const keys = await readKeysOf(db, requested);
  const list = requested.map((initiation) => confirmedBySigner(initiation, keys));
  const decisions = new Decisions(list);
  const { refuse } = decisions;
  const firstPlaces = await decideRepeats(db, decisions);
  await refuseForAccounts(db, decisions.open(), refuse);
  // A change of the policy takes the wallet's lock too, so none takes effect between this and the hold.
  const policies = await refuseUnapproved(db, decisions.open(), refuse);
  await reserveKeyOrders(db, decisions.open(), keys, refuse);
  const fresh = decisions.open();
  const { covered, waiting } = await divideByFunds(db, fresh, wallets, firstPlaces);
  // Ledger and payouts share one instant, so that at midnight both count on the same day.
  const at = now();
  const isHeld = await ledger.hold(db, covered.map(chargeOf), { locked: wallets, at });
  const accepted = covered.filter((_, index) => isHeld[index]);
  await recordPayouts(db, accepted, at);
  await recordTraces(db, accepted);
  await recordPolicies(db, accepted, policies);
  await recordBeneficiaries(db, accepted);
  await planAdvices(db, accepted);
  await settleKeyOrders(db, list, accepted);
  await recordWaiting(db, waiting);
  for (const initiation of accepted) decisions.decide(initiation, initiatedOf(initiation));
  for (const initiation of waiting)
    decisions.decide(initiation, { ...initiatedOf(initiation), isWaiting: true });
  for (const initiation of decisions.open()) {
    refuse(initiation, initiation.withdrawal ? insufficientForWithdrawal() : insufficientBalance());
  }
  await recordRefusedKeys(db, decisions.refusals());
  await recordRepeatReasons(db, accepted);
  return decisions.outcomes();
}

/**
 * Refuses what may not start any more: anything of a tenant that is being closed, a withdrawal to an
 * account that is not approved, and a payout to a beneficiary's account that ended. Closes the race
 * with the start of a closing, which takes the wallet's lock, with a review of the account, and with
 * a change of the beneficiary.
 */
async function refuseForAccounts(
  db: Tx,
  open: readonly Initiation[],
  refuse: Refuse,
): Promise<void> {
  const closing = await findClosing(
    db,
    open.map(({ payerId }) => payerId),
  );
  const accounts = open.flatMap(({ withdrawal }) => withdrawal?.bankAccountId ?? []);
  const approved = await lockApprovedAccounts(db, accounts);
  const unpayable = await lockPayableDestinations(
    db,
    open.flatMap(({ destination }) => destination ?? []),
  );
  for (const initiation of open) {
    const { withdrawal, payerId, destination } = initiation;
    const error = closing.has(payerId)
      ? tenantClosing()
      : withdrawal && !approved.has(withdrawal.bankAccountId)
        ? accountNotApproved()
        : destination && unpayable.get(destination.id);
    if (error) refuse(initiation, error);
  }
}

function chargeOf(initiation: Initiation): ledger.Charge {
  return {
    walletId: initiation.payerId,
    payoutId: initiation.id,
    amountPaise: initiation.amountPaise,
    feePaise: initiation.feePaise,
    gstPaise: initiation.gstPaise,
    requestHoldId: initiation.requestHoldId,
  };
}
