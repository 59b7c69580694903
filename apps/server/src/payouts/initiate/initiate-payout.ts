import type { PayoutOrder } from "@rokad/contract/payout-form";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import {
  idempotencyKeyReused,
  insufficientBalance,
  payoutNotAuthorised,
  ApiError,
} from "../../kernel/errors.ts";
import { batch } from "../../database/batch.ts";
import * as ledger from "../../ledger/ledger.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import type { Tenant } from "../../kernel/person.ts";
import { authorisationExpired, readAuthorisation } from "./authorisation.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import type { Initiation } from "./initiation.ts";
import { findPayerErrors } from "./payout-lock.ts";
import { findRefusedKeys, recordRefusedKeys } from "./refused-keys.ts";
import { findEarlierPayouts, findPayoutByKey, recordPayouts } from "./record-payouts.ts";
import { providerStatuses } from "../provider-status.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { rupeesToPaise } from "@rokad/money/rupees";

export interface Initiated {
  readonly id: string;
  readonly reference: string;
}

/**
 * Holds amount, fee and GST in the wallet, records the payout and makes it due for a worker. One
 * transaction does this for every payout of a batch (group commit). The same idempotency key with
 * the same order returns the first payout, and after a refusal the same refusal while an
 * authorisation can live.
 * @throws 403 `PAYOUT_NOT_AUTHORISED`, 409 `IDEMPOTENCY_KEY_REUSED`, 422 `INSUFFICIENT_BALANCE`,
 *   429 `PAYOUTS_LOCKED`, 403 `ACCOUNT_INACTIVE`.
 */
export async function initiatePayout(
  payer: Tenant,
  request: PayoutOrder & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  const { authorization_token: token, ...order } = request;
  try {
    const initiation = await prepare(payer, order, token, idempotencyKey);
    const outcome = await initiateInBatch(initiation);
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  } catch (error) {
    // The code expires after minutes, but a repeat of an accepted payout must succeed at any time.
    if (!idempotencyKey) throw error;
    const earlier = await findEarlier(payer, idempotencyKey);
    if (earlier?.requestDigest.equals(requestDigest(order))) return initiatedOf(earlier);
    throw error;
  }
}

/**
 * Finds an earlier payout under the wallet's lock. Closes the race with an earlier attempt that
 * still commits on a broken connection. The lock also writes to the WAL, so this commit waits for
 * the standby before the client gets an answer.
 */
function findEarlier(payer: Tenant, idempotencyKey: string) {
  return transaction(async (db) => {
    await ledger.lock(db, [payer.id]);
    return findPayoutByKey(db, payer, idempotencyKey);
  });
}

/** @throws 403 `PAYOUT_NOT_AUTHORISED`. */
async function prepare(
  payer: Tenant,
  order: PayoutOrder,
  token: string,
  idempotencyKey: string | undefined,
): Promise<Initiation> {
  const authorisation = readAuthorisation(token, payer.id, order);
  const [settings, statuses] = await Promise.all([readSettings(), providerStatuses()]);
  const amountPaise = rupeesToPaise(order.amount);
  return {
    id: authorisation.payoutId,
    payerId: payer.id,
    authorisedUntilMs: authorisation.expiresAtMs,
    order,
    amountPaise,
    feePaise: authorisation.feePaise,
    gstPaise: authorisation.gstPaise,
    provider: asValue(() => chooseProvider(payer, order.method, amountPaise, settings, statuses)),
    reference: newReference(),
    idempotencyKey,
    requestDigest: requestDigest(order),
  };
}

/** An `ApiError` as a value, so that the batch can store the refusal under its lock. */
function asValue<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const initiateInBatch = batch(commitInitiations, { atMost: 128 });

async function commitInitiations(list: readonly Initiation[]): Promise<(Initiated | ApiError)[]> {
  const outcomes = await transaction(async (db) => {
    // Closes the race between two requests of one payer: earlier payouts are read after the
    // wallet's lock, so no repeat is inserted between this read and our insert.
    const wallets = await ledger.lock(
      db,
      list.map((initiation) => initiation.payerId),
    );
    const { decisions, refusals } = await decideRepeats(db, list);
    const fresh = list.filter((initiation) => !decisions.has(initiation));
    const isHeld = await ledger.hold(db, fresh.map(chargeOf), wallets);
    await recordPayouts(
      db,
      fresh.filter((_, at) => isHeld[at]),
    );
    for (const [at, initiation] of fresh.entries()) {
      const outcome = isHeld[at] ? initiatedOf(initiation) : insufficientBalance();
      decisions.set(initiation, outcome);
      if (outcome instanceof ApiError) refusals.set(initiation, outcome);
    }
    await recordRefusedKeys(db, refusals);
    return list.map((initiation) => resolve(decisions, initiation));
  });
  wakeWorker();
  return outcomes;
}

/** A payout, an error, or an earlier item of the same batch whose outcome this one shares. */
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
  const payerErrors = await findPayerErrors(
    db,
    list.map(({ payerId }) => payerId),
  );
  const earlier = await findEarlierPayouts(db, list);
  const inBatch = new Map<string, Initiation>();
  for (const initiation of list) {
    const key = initiation.idempotencyKey && `${initiation.payerId} ${initiation.idempotencyKey}`;
    const before = key ? earlier.byKey.get(key) : undefined;
    const sibling = key ? inBatch.get(key) : undefined;
    const refusedKey = key ? refused.get(key) : undefined;
    const payerError = payerErrors.get(initiation.payerId);
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
      // It expired while it waited for the batch. A repeat may have reported the expiry already.
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
  return { decisions, refusals };
}

function resolve(
  decisions: Map<Initiation, Decision>,
  initiation: Initiation,
): Initiated | ApiError {
  const decision = decisions.get(initiation);
  if (!decision) throw new Error(`Payout ${initiation.id} has no decision`);
  return "sameAs" in decision ? resolve(decisions, decision.sameAs) : decision;
}

function initiatedOf({ id, reference }: Initiated): Initiated {
  return { id, reference };
}

function chargeOf(initiation: Initiation): ledger.Charge {
  return {
    walletId: initiation.payerId,
    payoutId: initiation.id,
    amountPaise: initiation.amountPaise,
    feePaise: initiation.feePaise,
    gstPaise: initiation.gstPaise,
  };
}
