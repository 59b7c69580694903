import { transaction } from "../../database/db.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { findPayoutByKey } from "./record-payouts.ts";

export interface Initiated {
  readonly id: string;
  readonly reference: string;
  /** It has no payout yet: it waits for funds and is created under this id once they arrive. */
  readonly isWaiting?: boolean;
}

export function initiatedOf({ id, reference, isWaiting = false }: Initiated): Initiated {
  return { id, reference, ...(isWaiting && { isWaiting }) };
}

/** The payout that an earlier request with this idempotency key and content created. */
export async function findRepeated(
  payer: Tenant,
  request: object,
  idempotencyKey: string | undefined,
): Promise<Initiated | undefined> {
  if (!idempotencyKey) return undefined;
  const earlier = await findEarlier(payer, idempotencyKey);
  return earlier?.requestDigest.equals(requestDigest(request)) ? initiatedOf(earlier) : undefined;
}

/**
 * Finds an earlier payout under the wallet's lock. Closes the race with an earlier attempt that
 * still commits on a broken connection. The lock also writes to the WAL, so this commit waits for
 * the standby before the client gets an answer.
 */
function findEarlier(payer: Tenant, idempotencyKey: string) {
  return transaction(async (db) => {
    await ledger.lock(db, [payer.tenantId]);
    return findPayoutByKey(db, payer, idempotencyKey);
  });
}
