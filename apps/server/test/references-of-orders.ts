import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { referenceOf } from "../src/kernel/payout-reference.ts";

interface Row {
  readonly reference: string;
  readonly tenant_id: string;
  readonly key: string | null;
  readonly digest: string;
  readonly content_hash: string | null;
  readonly created_at: Date;
}

/**
 * The payouts that another database, which lost them, would create under another reference. A payout
 * without an order of its own, such as one that a closing sends or a person retries, has no other one.
 */
export async function lostReferences(): Promise<string[]> {
  const { rows } = await sql<Row>`
    select reference_id as reference, payouts.tenant_id, payouts.idempotency_key as key,
      encode(order_digest, 'hex') as digest, encode(content_hash, 'hex') as content_hash,
      coalesce(payment_requests.created_at, payouts.created_at) as created_at
    from payouts left join payment_requests on payout_id = payouts.id
    where payouts.idempotency_key is not null and not exists (
      select from schedule_runs where schedule_runs.payout_id = payouts.id and decided_by is not null
    ) or content_hash is not null and not exists (
      select from request_events where request_id = payment_requests.id and event = 'blocked'
    )
  `.execute(database());
  return rows
    .filter((row) => withoutDay(expectedOf(row)) !== withoutDay(row.reference))
    .map(({ reference }) => reference);
}

function expectedOf({ tenant_id: payerId, key, digest, content_hash: request, created_at }: Row) {
  return referenceOf(key === null ? { request } : { payerId, key, digest }, created_at);
}

/** A test may create a payout on another day than its order. */
const withoutDay = (reference: string) => reference.slice(6);
