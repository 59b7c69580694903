import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { addressNotAllowed } from "../../identity/api-keys/find-key.ts";
import { isListed } from "../../identity/api-keys/networks.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Refuse } from "./decisions.ts";
import type { Initiation } from "./initiation.ts";
import { clientReferenceUsed } from "./client-reference.ts";
import { limitsMissing, readKeys, whyAboveLimits, type KeyOfDay } from "./key-limits.ts";
import type { KeyOrder } from "./key-order.ts";

type KeyInitiation = Initiation & { readonly keyOrder: KeyOrder };
/** The API keys of a group's payouts, with what they may send and have sent on one day. */
export interface KeysOfDay {
  readonly day: string;
  readonly keys: ReadonlyMap<string, KeyOfDay>;
}

/**
 * The caller holds the wallets' locks, as every payout of a key and every change of it does: two
 * payouts that fit the day's limit only alone come one after the other, and none starts after a
 * revocation.
 */
export async function readKeysOf(db: Tx, list: readonly Initiation[]): Promise<KeysOfDay> {
  // Once, so that a payout at midnight is checked and counted on one day.
  const day = today();
  const ids = new Set(list.filter(isOfKey).map(({ keyOrder }) => keyOrder.keyId));
  return { day, keys: await readKeys(db, [...ids], day) };
}

/** The owner who signed a key's limits confirmed the payout with them. */
export function confirmedBySigner(initiation: Initiation, { keys }: KeysOfDay): Initiation {
  const signer = isOfKey(initiation) && keys.get(initiation.keyOrder.keyId)?.signed_by;
  return signer ? { ...initiation, memberId: signer } : initiation;
}

/**
 * Checks the payouts of API keys against the limits that an owner signed, and reserves their client
 * references.
 */
export async function reserveKeyOrders(
  db: Tx,
  open: readonly Initiation[],
  keysOfDay: KeysOfDay,
  refuse: Refuse,
): Promise<void> {
  const own = open.filter(isOfKey);
  if (own.length === 0) return;
  const { keys } = keysOfDay;
  const sendable = own.filter((initiation) => {
    const error = whyNotSendable(initiation, keys.get(initiation.keyOrder.keyId));
    if (error) refuse(initiation, error);
    return !error;
  });
  const usedPaise = new Map([...keys].map(([id, { used_paise: used }]) => [id, used]));
  for (const initiation of await insertOrders(db, sendable, keysOfDay, refuse)) {
    const key = keys.get(initiation.keyOrder.keyId) as KeyOfDay;
    const used = usedPaise.get(key.id) ?? 0n;
    const error = whyAboveLimits(key, initiation.amountPaise, used);
    if (error) refuse(initiation, error);
    else usedPaise.set(key.id, used + initiation.amountPaise);
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

function whyNotSendable(
  { keyOrder }: KeyInitiation,
  key: KeyOfDay | undefined,
): ApiError | undefined {
  if (!key || key.is_over)
    return new ApiError(401, "API_KEY_REVOKED", "The API key ended while the payout arrived.");
  if (!key.networks) return limitsMissing();
  return isListed(key.networks, keyOrder.address) ? undefined : addressNotAllowed(keyOrder.address);
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
  { keys, day }: KeysOfDay,
  refuse: Refuse,
): Promise<KeyInitiation[]> {
  if (sendable.length === 0) return [];
  const rows = sendable.map(({ id, payerId, amountPaise, keyOrder }) => ({
    id,
    tenant_id: payerId,
    key_id: keyOrder.keyId,
    limits_id: keys.get(keyOrder.keyId)?.limits_id ?? null,
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
    const error = await clientReferenceUsed(db, initiation.payerId, reference);
    // A payout of this group that has the reference may be refused later: then nothing has its id.
    const sibling = sendable.find(({ id }) => id === error.fields?.["id"]);
    refuse(initiation, error, sibling);
  }
  return sendable.filter(({ id }) => ids.has(id));
}
