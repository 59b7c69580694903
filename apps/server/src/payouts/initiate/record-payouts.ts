import { mapPayoutFields } from "@rokad/contract/payout-fields";
import { sql } from "kysely";
import { ApiError } from "../../kernel/errors.ts";
import type { Tx } from "../../database/db.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import type { Tenant } from "../../kernel/person.ts";
import { encryptDestination } from "../destination.ts";
import type { Initiation } from "./initiation.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { columnList, unnestRows, type RowOf } from "../../database/unnest-rows.ts";

const columns = {
  id: "uuid",
  tenant_id: "uuid",
  reference_id: "text",
  method: "text",
  ...mapPayoutFields(() => "text" as const),
  ifsc_code: "text",
  bank_name: "text",
  destination_encrypted: "bytea",
  destination_hash: "bytea",
  destination_end: "text",
  amount_paise: "bigint",
  fee_paise: "bigint",
  gst_paise: "bigint",
  provider: "text",
  idempotency_key: "text",
  order_digest: "bytea",
  payout_kind: "text",
  bank_account_id: "uuid",
  closing_id: "uuid",
  initiated_by: "uuid",
} as const;

/** Inserts accepted payouts, due at once, in one statement. @param at the time of their holds. */
export async function recordPayouts(db: Tx, list: readonly Initiation[], at: Date): Promise<void> {
  if (list.length === 0) return;
  await sql`
    ${prepared} insert into payouts (${columnList(columns)}, due_at, created_at, updated_at)
    select *, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from ${unnestRows("accepted", columns, list.map(rowOf))}
  `.execute(db);
}

function rowOf({ order, ...payout }: Initiation): RowOf<typeof columns> {
  if (payout.provider instanceof ApiError) throw payout.provider;
  const destination = encryptDestination(payout.id, order);
  return {
    id: payout.id,
    tenant_id: payout.payerId,
    reference_id: payout.reference,
    method: order.method,
    ...mapPayoutFields((name) => order[name] || null),
    ifsc_code: order.method === "imps" ? order.ifsc_code : null,
    bank_name: order.method === "imps" ? (findBank(order.ifsc_code)?.bank_name ?? null) : null,
    destination_encrypted: destination.encrypted,
    destination_hash: destination.hash,
    destination_end: destination.end,
    amount_paise: payout.amountPaise,
    fee_paise: payout.feePaise,
    gst_paise: payout.gstPaise,
    provider: payout.provider,
    idempotency_key: payout.idempotencyKey ?? null,
    order_digest: payout.requestDigest,
    payout_kind: payout.withdrawal ? "withdrawal" : "payout",
    bank_account_id: payout.withdrawal?.bankAccountId ?? null,
    closing_id: payout.withdrawal?.closingId ?? null,
    initiated_by: payout.memberId === payout.payerId ? null : payout.memberId,
  };
}

interface ExistingPayout {
  readonly id: string;
  readonly reference: string;
  readonly requestDigest: Buffer;
  /** It waits for funds, or its wait ended without a payout. */
  readonly isWaiting: boolean;
}

/**
 * Recorded payouts with one of these ids or idempotency keys, also those that wait for funds or
 * were not funded; and the first place in the queue of each wallet for which something waits.
 */
export async function findEarlierPayouts(db: Tx, list: readonly Initiation[]) {
  const ids = list.map(({ id }) => id);
  const keys = unnestRows(
    "keys",
    { tenant_id: "uuid", idempotency_key: "text" },
    list.flatMap(({ payerId, idempotencyKey }) =>
      idempotencyKey === undefined ? [] : [{ tenant_id: payerId, idempotency_key: idempotencyKey }],
    ),
  );
  const { rows } = await sql<EarlierRow | QueuedWallet>`
    ${prepared} select id, reference_id as reference, order_digest as "requestDigest", tenant_id,
      idempotency_key, false as "isWaiting"
    from payouts where id = any(${ids}::uuid[])
    union all
    select id, reference_id, order_digest, payouts.tenant_id, payouts.idempotency_key, false
    from ${keys} join payouts using (tenant_id, idempotency_key)
    union all
    select id, reference_id, order_digest, tenant_id, idempotency_key, true
    from funds_queue where id = any(${ids}::uuid[]) and state <> 'funded'
    union all
    select id, reference_id, order_digest, funds_queue.tenant_id, funds_queue.idempotency_key, true
    from ${keys} join funds_queue
      on funds_queue.tenant_id = keys.tenant_id and funds_queue.idempotency_key = keys.idempotency_key
    where state <> 'funded'
    union all
    select null, first_place::text, null, wallet_id, null, true
    from unnest(${list.map(({ payerId }) => payerId)}::uuid[]) as wallets (wallet_id)
    cross join lateral (
      select least(
        (select min(place) from funds_queue where tenant_id = wallet_id and state = 'waiting'),
        (
          select min(funds_place) from payout_batches
          where tenant_id = wallet_id and funds_place is not null
        )
      ) as first_place
    ) as queue
    where first_place is not null
  `.execute(db);
  const earlier = rows.filter((row): row is EarlierRow => row.id !== null);
  return {
    ids: new Set(earlier.map((row) => row.id)),
    byKey: new Map(earlier.map((row) => [`${row.tenant_id} ${row.idempotency_key ?? ""}`, row])),
    firstPlaces: new Map(
      rows.flatMap((row) => (row.id === null ? [[row.tenant_id, BigInt(row.reference)]] : [])),
    ),
  };
}

interface EarlierRow extends ExistingPayout {
  readonly tenant_id: string;
  readonly idempotency_key: string | null;
}

/** A wallet of which something waits for funds. */
interface QueuedWallet {
  readonly id: null;
  /** The first place. */
  readonly reference: string;
  readonly tenant_id: string;
}

/** The payer's payout with an idempotency key. */
export async function findPayoutByKey(
  db: Tx,
  payer: Tenant,
  key: string,
): Promise<ExistingPayout | undefined> {
  const { rows } = await sql<ExistingPayout>`
    select id, reference_id as reference, order_digest as "requestDigest", false as "isWaiting"
    from payouts where tenant_id = ${payer.tenantId} and idempotency_key = ${key}
    union all
    select id, reference_id, order_digest, true from funds_queue
    where tenant_id = ${payer.tenantId} and idempotency_key = ${key} and state <> 'funded'
  `.execute(db);
  return rows[0];
}
