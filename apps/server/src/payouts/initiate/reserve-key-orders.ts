import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { addressNotAllowed } from "../../identity/api-keys/find-key.ts";
import { isListed } from "../../identity/api-keys/networks.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Initiation } from "./initiation.ts";
import { clientReferenceUsed } from "./client-reference.ts";
import { dayLimitExceeded, payoutLimitExceeded } from "./key-limit-errors.ts";
import type { KeyOrder } from "./key-order.ts";

type KeyInitiation = Initiation & { readonly keyOrder: KeyOrder };
type Refuse = (initiation: Initiation, error: ApiError) => void;

/**
 * Checks the payouts of API keys against the limits that an owner signed, and reserves their client
 * references. The caller holds the wallet's lock, as every payout of the key and every change of it
 * does: two payouts that fit the day's limit only alone come one after the other, and none starts
 * after a revocation.
 */
export async function reserveKeyOrders(
  db: Tx,
  open: readonly Initiation[],
  refuse: Refuse,
): Promise<void> {
  const own = open.filter(isOfKey);
  if (own.length === 0) return;
  // Once, so that a payout at midnight is checked and counted on one day.
  const day = today();
  const keys = await readKeys(db, own, day);
  const sendable = own.filter((initiation) => {
    const error = whyNotSendable(initiation, keys.get(initiation.keyOrder.keyId));
    if (error) refuse(initiation, error);
    return !error;
  });
  const reserved = await insertOrders(db, sendable, day, refuse);
  const usedPaise = new Map([...keys].map(([id, { used_paise: used }]) => [id, used]));
  for (const initiation of reserved) {
    const { keyId } = initiation.keyOrder;
    const limit = keys.get(keyId)?.per_day_paise ?? 0n;
    const used = usedPaise.get(keyId) ?? 0n;
    if (used + initiation.amountPaise > limit) refuse(initiation, dayLimitExceeded(limit, used));
    else usedPaise.set(keyId, used + initiation.amountPaise);
  }
}

/** Counts the accepted payouts on their key's day, and gives back what the others had reserved. */
export async function settleKeyOrders(
  db: Tx,
  list: readonly Initiation[],
  accepted: readonly Initiation[],
): Promise<void> {
  const own = list.filter(isOfKey);
  if (own.length === 0) return;
  const isAccepted = new Set(accepted);
  const refused = own.filter((initiation) => !isAccepted.has(initiation));
  if (refused.length > 0) {
    await db
      .deleteFrom("api_orders")
      .where(
        "id",
        "in",
        refused.map(({ id }) => id),
      )
      .execute();
  }
  const counted = own.filter((initiation) => isAccepted.has(initiation)).map(({ id }) => id);
  if (counted.length === 0) return;
  await sql`
    ${prepared} insert into api_key_days (key_id, tenant_id, day, paise)
    select key_id, tenant_id, day, sum(amount_paise)::bigint
    from api_orders where id = any(${counted}::uuid[])
    group by key_id, tenant_id, day
    on conflict (key_id, day) do update set paise = api_key_days.paise + excluded.paise
  `.execute(db);
}

function isOfKey(initiation: Initiation): initiation is KeyInitiation {
  return initiation.keyOrder !== undefined;
}

interface KeyRow {
  readonly id: string;
  readonly is_over: boolean;
  readonly limits_id: string | null;
  readonly networks: string[] | null;
  readonly per_payout_paise: bigint | null;
  readonly per_day_paise: bigint | null;
  readonly used_paise: bigint;
}

async function readKeys(
  db: Tx,
  own: readonly KeyInitiation[],
  day: string,
): Promise<ReadonlyMap<string, KeyRow>> {
  const ids = [...new Set(own.map(({ keyOrder }) => keyOrder.keyId))];
  const { rows } = await sql<KeyRow>`
    ${prepared} select api_keys.id, limits_id, api_key_limits.networks, per_payout_paise,
      per_day_paise, coalesce(paise, 0)::bigint as used_paise,
      revoked_at is not null or disabled_at is not null
        or (expires_at is not null and expires_at <= ${now()}) as is_over
    from api_keys
    left join api_key_limits on api_key_limits.id = limits_id
    left join api_key_days on api_key_days.key_id = api_keys.id and day = ${day}::date
    where api_keys.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function whyNotSendable(
  { keyOrder, amountPaise }: KeyInitiation,
  key: KeyRow | undefined,
): ApiError | undefined {
  if (!key || key.is_over)
    return new ApiError(401, "API_KEY_REVOKED", "The API key ended while the payout arrived.");
  const { limits_id: limitsId, per_payout_paise: perPayout, networks } = key;
  if (limitsId !== keyOrder.limitsId || perPayout === null)
    return new ApiError(
      403,
      "KEY_LIMITS_MISSING",
      "The API key's limits changed while the payout arrived, so nothing was sent.",
    );
  if (!networks || !isListed(networks, keyOrder.address))
    return addressNotAllowed(keyOrder.address);
  if (amountPaise <= perPayout) return undefined;
  return payoutLimitExceeded(perPayout);
}

const columns = {
  id: "uuid",
  tenant_id: "uuid",
  key_id: "uuid",
  limits_id: "uuid",
  amount_paise: "bigint",
  client_reference: "text",
  metadata: "text",
} as const;

/**
 * Stores the payouts with their client references. A reference that another payout or request has,
 * also one in progress, refuses its payout.
 */
async function insertOrders(
  db: Tx,
  sendable: readonly KeyInitiation[],
  day: string,
  refuse: Refuse,
): Promise<KeyInitiation[]> {
  if (sendable.length === 0) return [];
  const rows = sendable.map(({ id, payerId, amountPaise, keyOrder }) => ({
    id,
    tenant_id: payerId,
    key_id: keyOrder.keyId,
    limits_id: keyOrder.limitsId,
    amount_paise: amountPaise,
    client_reference: keyOrder.clientReference,
    metadata: keyOrder.metadata && JSON.stringify(keyOrder.metadata),
  }));
  const inserted = await sql<{ id: string }>`
    ${prepared} insert into api_orders (${columnList(columns)}, kind, day, created_at)
    select id, tenant_id, key_id, limits_id, amount_paise, client_reference, metadata::jsonb,
      'payout', ${day}::date, ${now()}::timestamptz
    from ${unnestRows("orders", columns, rows)}
    on conflict do nothing returning id
  `.execute(db);
  const ids = new Set(inserted.rows.map(({ id }) => id));
  const refused = sendable.filter(({ id }) => !ids.has(id));
  for (const initiation of refused) {
    const reference = initiation.keyOrder.clientReference ?? "";
    refuse(initiation, await clientReferenceUsed(db, initiation.payerId, reference));
  }
  return sendable.filter(({ id }) => ids.has(id));
}
