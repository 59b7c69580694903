import type { PayoutOrder } from "@rokad/contract/payout-form";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import {
  idempotencyKeyReused,
  insufficientBalance,
  payoutNotAuthorised,
  Refusal,
} from "../errors.ts";
import { gather } from "../gather.ts";
import * as ledger from "../ledger/ledger.ts";
import { readSettings } from "../platform/settings.ts";
import { requestDigest } from "../sealing/request-digest.ts";
import type { Tenant } from "../sign-in/person.ts";
import { authorisationRanOut, readAuthorisation } from "./authorisation.ts";
import { chooseProvider } from "./choose-provider.ts";
import type { Initiation } from "./initiation.ts";
import { findEarlierPayouts, findPayoutByKey, recordPayouts } from "./record-payouts.ts";
import { railStandings } from "./rail-standings.ts";
import { newReference } from "./reference.ts";
import { wakeWorker } from "./wake-worker.ts";
import { rupeesToPaise } from "@rokad/money/rupees";

export interface Initiated {
  readonly id: string;
  readonly reference: string;
}

/**
 * Takes amount, fee and GST from the wallet, records the payout and makes it due for a worker,
 * all in one transaction, which it shares with the payouts that are initiated meanwhile.
 * The same idempotency key and order give the first payout again.
 * @throws 403 `PAYOUT_NOT_AUTHORISED`, 409 `IDEMPOTENCY_KEY_REUSED`, 422 `INSUFFICIENT_BALANCE`.
 */
export async function initiatePayout(
  payer: Tenant,
  request: PayoutOrder & { authorization_token: string },
  idempotencyKey: string | undefined,
): Promise<Initiated> {
  const { authorization_token: token, ...order } = request;
  try {
    const initiation = await prepare(payer, order, token, idempotencyKey);
    const outcome = await commitTogether(initiation);
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  } catch (refusal) {
    // A code runs out after minutes, an answer never does: whoever did not hear it may ask again
    // with the same key for as long as it takes.
    if (!idempotencyKey) throw refusal;
    const earlier = await findEarlier(payer, idempotencyKey);
    if (earlier?.requestDigest.equals(requestDigest(order))) return initiatedOf(earlier);
    throw refusal;
  }
}

/**
 * Under the wallet's lock, for two reasons. An earlier try may still be committing on a connection
 * that broke, and nobody may be told that nothing was recorded while it is. And the lock is written
 * to the log, so that this commit too waits for the second server before anything is told.
 */
function findEarlier(payer: Tenant, idempotencyKey: string) {
  return transaction(async (db) => {
    await ledger.lock(db, [payer.id]);
    return findPayoutByKey(db, payer, idempotencyKey);
  });
}

/** @throws 403 `PAYOUT_NOT_AUTHORISED`, 422 `NO_PROVIDER` or `AMOUNT_ABOVE_CAP`. */
async function prepare(
  payer: Tenant,
  order: PayoutOrder,
  token: string,
  idempotencyKey: string | undefined,
): Promise<Initiation> {
  const allowed = readAuthorisation(token, payer.id, order);
  const [settings, standings] = await Promise.all([readSettings(), railStandings()]);
  const amountPaise = rupeesToPaise(order.amount);
  return {
    id: allowed.payoutId,
    payerId: payer.id,
    authorisedUntilMs: allowed.goodUntilMs,
    order,
    amountPaise,
    feePaise: allowed.feePaise,
    gstPaise: allowed.gstPaise,
    provider: chooseProvider(payer, order.method, amountPaise, settings, standings),
    reference: newReference(),
    idempotencyKey,
    requestDigest: requestDigest(order),
  };
}

const commitTogether = gather(commitInitiations, { atMost: 128 });

async function commitInitiations(list: readonly Initiation[]): Promise<(Initiated | Refusal)[]> {
  const outcomes = await transaction(async (db) => {
    // Two requests of one payer meet at the wallet's lock. What was recorded before is looked
    // up after it, so no repeat can slip between the look and the insert.
    const wallets = await ledger.lock(
      db,
      list.map((initiation) => initiation.payerId),
    );
    const decided = await answerRepeats(db, list);
    const fresh = list.filter((initiation) => !decided.has(initiation));
    const held = await ledger.hold(db, fresh.map(chargeOf), wallets);
    const accepted = fresh.filter((_, at) => held[at]);
    await recordPayouts(db, accepted);
    for (const [at, initiation] of fresh.entries()) {
      decided.set(initiation, held[at] ? initiatedOf(initiation) : insufficientBalance());
    }
    return list.map((initiation) => resolve(decided, initiation));
  });
  wakeWorker();
  return outcomes;
}

/** An earlier payout, or an earlier item of the same list whose outcome this one shares. */
type Decision = Initiated | Refusal | { readonly sameAs: Initiation };

async function answerRepeats(db: Tx, list: readonly Initiation[]) {
  const decided = new Map<Initiation, Decision>();
  const earlier = await findEarlierPayouts(db, list);
  const seen = new Map<string, Initiation>();
  for (const initiation of list) {
    const key = initiation.idempotencyKey && `${initiation.payerId} ${initiation.idempotencyKey}`;
    const before = key ? earlier.byKey.get(key) : undefined;
    const sibling = key ? seen.get(key) : undefined;
    const first = before ?? sibling;
    if (first && !first.requestDigest.equals(initiation.requestDigest)) {
      decided.set(initiation, idempotencyKeyReused());
    } else if (before) {
      decided.set(initiation, before);
    } else if (sibling) {
      decided.set(initiation, { sameAs: sibling });
    } else if (earlier.ids.has(initiation.id) || seen.has(initiation.id)) {
      decided.set(initiation, payoutNotAuthorised("This OTP has been used for a payout already"));
    } else if (now().getTime() > initiation.authorisedUntilMs) {
      // It ran out while it waited here. A repeat may have been told so already, which is final.
      decided.set(initiation, authorisationRanOut());
    } else {
      if (key) seen.set(key, initiation);
      seen.set(initiation.id, initiation);
    }
  }
  return decided;
}

function resolve(decided: Map<Initiation, Decision>, initiation: Initiation): Initiated | Refusal {
  const decision = decided.get(initiation);
  if (!decision) throw new Error(`Payout ${initiation.id} was left undecided`);
  return "sameAs" in decision ? resolve(decided, decision.sameAs) : decision;
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
