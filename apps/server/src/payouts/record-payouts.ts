import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { findBank } from "../platform/find-bank.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sealDestination } from "./destination.ts";
import type { Initiation } from "./initiation.ts";
import { keptPlan } from "../kept-plans.ts";

/** Inserts accepted payouts, due at once, in one statement. */
export async function recordPayouts(db: Tx, list: readonly Initiation[]): Promise<void> {
  if (list.length === 0) return;
  const at = now();
  const rows = list.map(({ order, ...payout }) => ({
    ...payout,
    ...order,
    ifscCode: order.method === "imps" ? order.ifsc_code : null,
    bankName: order.method === "imps" ? (findBank(order.ifsc_code)?.bank_name ?? null) : null,
    destination: sealDestination(payout.id, order),
  }));
  await sql`
    ${keptPlan} insert into payouts (
      id, person_id, reference_id, method, beneficiary_name, beneficiary_email,
      beneficiary_phone, beneficiary_address, ifsc_code, bank_name,
      destination_sealed, destination_hash, destination_end,
      amount_paise, fee_paise, gst_paise, remarks, provider, idempotency_key, order_digest,
      due_at, created_at, updated_at
    )
    select *, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${rows.map((r) => r.id)}::uuid[],
      ${rows.map((r) => r.payerId)}::uuid[],
      ${rows.map((r) => r.reference)}::text[],
      ${rows.map((r) => r.method)}::text[],
      ${rows.map((r) => r.beneficiary_name)}::text[],
      ${rows.map((r) => r.beneficiary_email)}::text[],
      ${rows.map((r) => r.beneficiary_phone)}::text[],
      ${rows.map((r) => r.beneficiary_address)}::text[],
      ${rows.map((r) => r.ifscCode)}::text[],
      ${rows.map((r) => r.bankName)}::text[],
      ${rows.map((r) => r.destination.sealed)}::bytea[],
      ${rows.map((r) => r.destination.hash)}::bytea[],
      ${rows.map((r) => r.destination.end)}::text[],
      ${rows.map((r) => r.amountPaise)}::bigint[],
      ${rows.map((r) => r.feePaise)}::bigint[],
      ${rows.map((r) => r.gstPaise)}::bigint[],
      ${rows.map((r) => r.remarks || null)}::text[],
      ${rows.map((r) => r.provider)}::text[],
      ${rows.map((r) => r.idempotencyKey ?? null)}::text[],
      ${rows.map((r) => r.requestDigest)}::bytea[]
    )
  `.execute(db);
}

interface Earlier {
  readonly id: string;
  readonly reference: string;
  readonly requestDigest: Buffer;
}

/** Payouts that were recorded before under one of these ids or idempotency keys. */
export async function findEarlierPayouts(db: Tx, list: readonly Initiation[]) {
  const keyed = list.filter((initiation) => initiation.idempotencyKey !== undefined);
  const { rows } = await sql<Earlier & { person_id: string; idempotency_key: string | null }>`
    ${keptPlan} select id, reference_id as reference, order_digest as "requestDigest", person_id, idempotency_key
    from payouts where id = any(${list.map((initiation) => initiation.id)}::uuid[])
    union all
    select id, reference_id, order_digest, payouts.person_id, payouts.idempotency_key
    from unnest(
      ${keyed.map((initiation) => initiation.payerId)}::uuid[],
      ${keyed.map((initiation) => initiation.idempotencyKey)}::text[]
    ) as asked (person_id, idempotency_key)
    join payouts using (person_id, idempotency_key)
  `.execute(db);
  return {
    ids: new Set(rows.map((row) => row.id)),
    byKey: new Map(rows.map((row) => [`${row.person_id} ${row.idempotency_key ?? ""}`, row])),
  };
}

/** The payer's payout that was recorded under an idempotency key. */
export async function findPayoutByKey(
  db: Tx,
  payer: Tenant,
  key: string,
): Promise<Earlier | undefined> {
  return db
    .selectFrom("payouts")
    .select(["id", "reference_id as reference", "order_digest as requestDigest"])
    .where("person_id", "=", payer.id)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}
