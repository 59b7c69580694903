import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, idempotencyKeyReused, payoutNotAuthorised } from "../../kernel/errors.ts";
import { authorisationExpired } from "./authorisation.ts";
import type { Decisions } from "./decisions.ts";
import type { Initiation } from "./initiation.ts";
import { findPayerErrors } from "./payout-lock.ts";
import { findEarlierPayouts } from "./record-payouts.ts";
import { findRefusedKeys } from "./refused-keys.ts";

/**
 * Decides what does not depend on the wallet: repeats of a payout, of a refusal or within the group,
 * payers who may not pay, authorisations that were used or expired, and orders without a provider.
 * @returns the first place in the queue for funds of each wallet for which something waits.
 */
export async function decideRepeats(
  db: Tx,
  decisions: Decisions,
): Promise<ReadonlyMap<string, bigint>> {
  const list = decisions.open();
  const refused = await findRefusedKeys(db, list);
  // Under the wallets' locks, which a deactivation holds: closes the race between the two.
  const payerErrorOf = await findPayerErrors(db, list);
  const earlier = await findEarlierPayouts(db, list);
  const inGroup = new Map<string, Initiation>();
  for (const initiation of list) {
    const key = initiation.idempotencyKey && `${initiation.payerId} ${initiation.idempotencyKey}`;
    const before = key ? earlier.byKey.get(key) : undefined;
    const sibling = key ? inGroup.get(key) : undefined;
    const refusedKey = key ? refused.get(key) : undefined;
    const payerError = payerErrorOf(initiation);
    const first = before ?? refusedKey ?? sibling;
    if (first && !first.requestDigest.equals(initiation.requestDigest)) {
      decisions.decide(initiation, idempotencyKeyReused());
    } else if (before) {
      decisions.decide(initiation, before);
    } else if (refusedKey) {
      decisions.decide(initiation, refusedKey.error);
    } else if (payerError) {
      decisions.decide(initiation, payerError);
    } else if (sibling) {
      decisions.decide(initiation, { sameAs: sibling });
    } else if (earlier.ids.has(initiation.id) || inGroup.has(initiation.id)) {
      decisions.refuse(initiation, payoutNotAuthorised("This OTP was already used for a payout"));
    } else if (now().getTime() > initiation.authorisedUntilMs) {
      // It expired while it waited for the group. A repeat may have reported the expiry already.
      decisions.refuse(initiation, authorisationExpired());
    } else {
      if (key) inGroup.set(key, initiation);
      if (initiation.provider instanceof ApiError) {
        decisions.refuse(initiation, initiation.provider);
        continue;
      }
      inGroup.set(initiation.id, initiation);
    }
  }
  return earlier.firstPlaces;
}
