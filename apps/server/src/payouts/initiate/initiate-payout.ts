import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import {
  idempotencyKeyReused,
  insufficientBalance,
  insufficientForWithdrawal,
  payoutNotAuthorised,
  tenantClosing,
  ApiError,
  resultOrRefusal,
} from "../../kernel/errors.ts";
import { groupCommit } from "../../database/group-commit.ts";
import * as ledger from "../../ledger/ledger.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import type { Tenant } from "../../kernel/person.ts";
import { authorisationExpired, readAuthorisation } from "./authorisation.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { accountNotApproved, lockApprovedAccounts } from "./approved-accounts.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import type { Initiation, RequestedOrder } from "./initiation.ts";
import { lockPayableDestinations, type NamedDestination } from "./payable-destinations.ts";
import {
  confirmedBySigner,
  readKeysOf,
  reserveKeyOrders,
  settleKeyOrders,
} from "./reserve-key-orders.ts";
import { planAdvices } from "./plan-advices.ts";
import { findPayerErrors } from "./payout-lock.ts";
import { recordPolicies, refuseUnapproved } from "./refuse-unapproved.ts";
import { findRefusedKeys, recordRefusedKeys } from "./refused-keys.ts";
import { findRepeated, initiatedOf, type Initiated } from "./find-repeated.ts";
import { findEarlierPayouts, recordPayouts } from "./record-payouts.ts";
import { providerStatuses } from "../provider-status.ts";
import { recordBeneficiaries, recordRepeatReasons } from "./record-references.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { divideByFunds, recordWaiting } from "./wait-for-funds.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { rupeesToPaise } from "@rokad/money/rupees";

/** The payout of a form, to data that the payer typed. @throws as `initiateOrder`. */
export function initiatePayout(
  payer: Tenant,
  request: RequestedOrder & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  const { authorization_token: token, ...order } = request;
  return initiateOrder(payer, { order, token, idempotencyKey });
}

interface AuthorisedOrder {
  readonly order: RequestedOrder;
  /** What a repeat of the idempotency key must have in common. Default: the order. */
  readonly request?: object;
  readonly token: string;
  readonly idempotencyKey: string | undefined;
  readonly withdrawal?: { readonly bankAccountId: string };
  /** The destination that the order was read from. */
  readonly destination?: NamedDestination | undefined;
}

/**
 * Holds amount, fee and GST in the wallet, records the payout and makes it due for a worker. If the
 * wallet does not cover it, it waits for funds where the tenant wants that. One transaction does this for every payout of a batch (group commit). The same idempotency key with
 * the same order returns the first payout, and after a refusal the same refusal while an
 * authorisation can live.
 * @throws 403 `PAYOUT_NOT_AUTHORISED`, 409 `IDEMPOTENCY_KEY_REUSED`, `BENEFICIARY_NOT_PAYABLE`, 422
 *   `INSUFFICIENT_BALANCE`, 429 `PAYOUTS_LOCKED`, 403 `ACCOUNT_INACTIVE`.
 */
export async function initiateOrder(
  payer: Tenant,
  authorised: AuthorisedOrder,
): Promise<Initiated> {
  const { order, request = order, idempotencyKey } = authorised;
  return initiateOnce(payer, request, idempotencyKey, () => prepare(payer, authorised));
}

/**
 * Commits what `prepare` returns with the next batch. A repeat of an accepted payout succeeds at any
 * time, although its code expired or the limits of its key changed since.
 * @throws what `prepare` and the group commit refuse.
 */
export async function initiateOnce(
  payer: Tenant,
  request: object,
  idempotencyKey: string | undefined,
  prepareInitiation: () => Promise<Initiation>,
): Promise<Initiated> {
  try {
    const outcome = await initiateInGroup(await prepareInitiation());
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  } catch (error) {
    const earlier = await findRepeated(payer, request, idempotencyKey);
    if (earlier) return earlier;
    throw error;
  }
}

/** @throws 403 `PAYOUT_NOT_AUTHORISED`. */
async function prepare(
  payer: Tenant,
  { order, request = order, token, idempotencyKey, withdrawal, destination }: AuthorisedOrder,
): Promise<Initiation> {
  const authorisation = readAuthorisation(token, payer, order);
  const [settings, statuses] = await Promise.all([readSettings(), providerStatuses()]);
  const amountPaise = rupeesToPaise(order.amount);
  return {
    id: authorisation.payoutId,
    payerId: payer.tenantId,
    memberId: payer.member.id,
    authorisedUntilMs: authorisation.expiresAtMs,
    payer,
    order,
    withdrawal,
    destination,
    amountPaise,
    feePaise: authorisation.feePaise,
    gstPaise: authorisation.gstPaise,
    provider: resultOrRefusal(() =>
      chooseProvider(payer, order.method, amountPaise, settings, statuses),
    ),
    reference: newReference(),
    idempotencyKey,
    requestDigest: requestDigest(request),
    waitsForFunds: withdrawal === undefined,
  };
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
  const { decisions, refusals, firstPlaces } = await decideRepeats(db, list);
  const refuse = (initiation: Initiation, error: ApiError) => {
    decisions.set(initiation, error);
    refusals.set(initiation, error);
  };
  const open = () => list.filter((initiation) => !decisions.has(initiation));
  await refuseForAccounts(db, open(), refuse);
  // A change of the policy takes the wallet's lock too, so none takes effect between this and the hold.
  const policies = await refuseUnapproved(db, open(), refuse);
  await reserveKeyOrders(db, open(), keys, refuse);
  const fresh = open();
  const { covered, waiting } = await divideByFunds(db, fresh, wallets, firstPlaces);
  const isHeld = await ledger.hold(db, covered.map(chargeOf), wallets);
  const accepted = covered.filter((_, at) => isHeld[at]);
  await recordPayouts(db, accepted);
  await recordPolicies(db, accepted, policies);
  await recordBeneficiaries(db, accepted);
  await planAdvices(db, accepted);
  await settleKeyOrders(db, list, accepted);
  await recordWaiting(db, waiting, wallets);
  for (const initiation of accepted) decisions.set(initiation, initiatedOf(initiation));
  for (const initiation of waiting)
    decisions.set(initiation, { ...initiatedOf(initiation), isWaiting: true });
  for (const initiation of open()) {
    refuse(initiation, initiation.withdrawal ? insufficientForWithdrawal() : insufficientBalance());
  }
  await recordRefusedKeys(db, refusals);
  await recordRepeatReasons(db, accepted);
  return list.map((initiation) => resolve(decisions, initiation));
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
  refuse: (initiation: Initiation, error: ApiError) => void,
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

/** A payout, an error, or an earlier item of the same group whose outcome this one shares. */
type Decision = Initiated | ApiError | { readonly sameAs: Initiation };

async function decideRepeats(db: Tx, list: readonly Initiation[]) {
  const decisions = new Map<Initiation, Decision>();
  /** New refusals; a repeat of the key gets them too. */
  const refusals = new Map<Initiation, ApiError>();
  const refuse = (initiation: Initiation, error: ApiError) => {
    decisions.set(initiation, error);
    refusals.set(initiation, error);
  };
  const refused = await findRefusedKeys(db, list);
  // Under the wallets' locks, which a deactivation holds: closes the race between the two.
  const payerErrorOf = await findPayerErrors(db, list);
  const earlier = await findEarlierPayouts(db, list);
  const inBatch = new Map<string, Initiation>();
  for (const initiation of list) {
    const key = initiation.idempotencyKey && `${initiation.payerId} ${initiation.idempotencyKey}`;
    const before = key ? earlier.byKey.get(key) : undefined;
    const sibling = key ? inBatch.get(key) : undefined;
    const refusedKey = key ? refused.get(key) : undefined;
    const payerError = payerErrorOf(initiation);
    const first = before ?? refusedKey ?? sibling;
    if (first && !first.requestDigest.equals(initiation.requestDigest)) {
      decisions.set(initiation, idempotencyKeyReused());
    } else if (before) {
      decisions.set(initiation, before);
    } else if (refusedKey) {
      decisions.set(initiation, refusedKey.error);
    } else if (payerError) {
      decisions.set(initiation, payerError);
    } else if (sibling) {
      decisions.set(initiation, { sameAs: sibling });
    } else if (earlier.ids.has(initiation.id) || inBatch.has(initiation.id)) {
      refuse(initiation, payoutNotAuthorised("This OTP was already used for a payout"));
    } else if (now().getTime() > initiation.authorisedUntilMs) {
      // It expired while it waited for the group. A repeat may have reported the expiry already.
      refuse(initiation, authorisationExpired());
    } else {
      if (key) inBatch.set(key, initiation);
      if (initiation.provider instanceof ApiError) {
        refuse(initiation, initiation.provider);
        continue;
      }
      inBatch.set(initiation.id, initiation);
    }
  }
  return { decisions, refusals, firstPlaces: earlier.firstPlaces };
}

function resolve(
  decisions: Map<Initiation, Decision>,
  initiation: Initiation,
): Initiated | ApiError {
  const decision = decisions.get(initiation);
  if (!decision) throw new Error(`Payout ${initiation.id} has no decision`);
  return "sameAs" in decision ? resolve(decisions, decision.sameAs) : decision;
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
