import { mapPayoutFields } from "@rokad/contract/payout-fields";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { publishChange } from "../../database/publish-change.ts";
import { columnList, unnestRows, type RowOf } from "../../database/unnest-rows.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import { totalOf, type LockedWallets } from "../../ledger/ledger.ts";
import { encryptDestination } from "../destination.ts";
import { sumMissing } from "./funds-places.ts";
import type { Initiation } from "./initiation.ts";

/** What becomes of payouts that nothing else refuses. Those of neither list are refused for funds. */
interface FundsDecision {
  /** The wallet covers them: held and created now. */
  readonly covered: readonly Initiation[];
  /** Accepted without a hold, and created once funds arrive. */
  readonly waiting: readonly Initiation[];
}

/**
 * Divides payouts, in their order, by what the locked wallets cover. First in, first out: while a
 * payout of a wallet waits, or one before it in this list does, a later one does not overtake it, also
 * if the wallet covers it. Withdrawals take no part: they pay the tenant itself. Nor does what is on
 * hold for its payment request: it takes nothing that is available.
 * @param firstPlaces of the wallets for which something waits already, read under their locks.
 */
export async function divideByFunds(
  db: Tx,
  list: readonly Initiation[],
  wallets: LockedWallets,
  firstPlaces: FirstPlaces,
): Promise<FundsDecision> {
  const settings = await findSettings(db, list, wallets, firstPlaces);
  const spendable = new Map([...wallets].map(([id, wallet]) => [id, wallet.available]));
  const newlyQueued = new Set<string>();
  const covered: Initiation[] = [];
  const waiting: Initiation[] = [];
  for (const initiation of list) {
    const { payerId } = initiation;
    if (initiation.requestHoldId) {
      covered.push(initiation);
      continue;
    }
    const left = (spendable.get(payerId) ?? 0n) - totalOf(initiation);
    const isNext = !newlyQueued.has(payerId) && isFirst(initiation, firstPlaces.get(payerId));
    if ((initiation.withdrawal || isNext) && left >= 0n) {
      spendable.set(payerId, left);
      covered.push(initiation);
    } else if (initiation.waitsForFunds && settings.get(payerId)?.is_on) {
      newlyQueued.add(payerId);
      waiting.push(initiation);
    }
  }
  return { covered, waiting: await withinLimit(db, waiting) };
}

/** The first place in the queue of each wallet that has one. */
type FirstPlaces = ReadonlyMap<string, bigint>;

/** Whether nothing of the wallet waits before it. What has no place is behind everything that waits. */
function isFirst({ fundsPlace, isFunding }: Initiation, firstPlace: bigint | undefined): boolean {
  if (isFunding || firstPlace === undefined) return true;
  return fundsPlace !== undefined && fundsPlace <= firstPlace;
}

interface QueueSettings {
  readonly tenant_id: string;
  readonly is_on: boolean;
  readonly wait_hours: number;
}

/** Of the payers that need them: where the wallet covers everything and nobody waits, nothing is read. */
async function findSettings(
  db: Tx,
  list: readonly Initiation[],
  wallets: LockedWallets,
  firstPlaces: FirstPlaces,
): Promise<ReadonlyMap<string, QueueSettings>> {
  const needed = new Map<string, bigint>();
  for (const initiation of list) {
    const { payerId, requestHoldId } = initiation;
    if (requestHoldId) continue;
    needed.set(payerId, (needed.get(payerId) ?? 0n) + totalOf(initiation));
  }
  const payers = [...needed.keys()].filter(
    (id) => firstPlaces.has(id) || (wallets.get(id)?.available ?? 0n) < (needed.get(id) ?? 0n),
  );
  return readSettingsOf(db, payers);
}

async function readSettingsOf(
  db: Tx,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, QueueSettings>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("funds_queue_settings")
    .select(["tenant_id", "is_on", "wait_hours"])
    .where("tenant_id", "in", tenantIds)
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row]));
}

/** Without those for which the queue of their wallet has no room. */
async function withinLimit(db: Tx, list: readonly Initiation[]): Promise<Initiation[]> {
  if (list.length === 0) return [];
  const { rows } = await sql<{ tenant_id: string; count: bigint }>`
    select tenant_id, count(*) from funds_queue
    where state = 'waiting' and tenant_id = any(${list.map(({ payerId }) => payerId)}::uuid[])
    group by tenant_id
  `.execute(db);
  const counts = new Map(rows.map(({ tenant_id: id, count }) => [id, Number(count)]));
  return list.filter(({ payerId }) => {
    const count = (counts.get(payerId) ?? 0) + 1;
    counts.set(payerId, count);
    return count <= limits.fundsQueuePayoutsMax;
  });
}

/** Stores accepted payouts that wait, at the end of their wallets' queues and in their order. */
export async function recordWaiting(db: Tx, list: readonly Initiation[]): Promise<void> {
  if (list.length === 0) return;
  const settings = await readSettingsOf(
    db,
    list.map(({ payerId }) => payerId),
  );
  const rows = list.map((initiation) => rowOf(initiation, settings.get(initiation.payerId)));
  await sql`
    insert into funds_queue (${columnList(columns)}, created_at)
    select ${columnList(columns)}, ${now()}::timestamptz
    from ${unnestRows("accepted", columns, rows)}
  `.execute(db);
  const payers = Map.groupBy(list, ({ payerId }) => payerId);
  for (const [payerId, own] of payers) await notifyWaiting(db, payerId, own);
  await publishChange(db, payers.keys(), ["payouts", "notifications"]);
}

/** One notification for all that were accepted together. */
async function notifyWaiting(db: Tx, personId: string, own: readonly Initiation[]): Promise<void> {
  const [first] = own;
  if (!first) return;
  const missing = await sumMissing(db, personId);
  const amount = own.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  const what =
    own.length === 1
      ? `${formatMoney(inr(amount))} to ${first.order.beneficiary_name} waits`
      : `${own.length} payouts of ${formatMoney(inr(amount))} wait`;
  const add = missing > 0n ? `. Add ${formatMoney(inr(missing))} to send all that wait` : "";
  const detail = `${what} for funds${add}`;
  await notify(db, [{ personId, kind: "payout_waits", subjectId: first.id, detail }]);
}

const hourSeconds = 60 * 60;

function rowOf(
  initiation: Initiation,
  { wait_hours: hours }: Pick<QueueSettings, "wait_hours"> = { wait_hours: limits.fundsWaitHours },
): RowOf<typeof columns> {
  const { order, amountPaise, feePaise, gstPaise } = initiation;
  const destination = encryptDestination(initiation.id, order);
  const isImps = order.method === "imps";
  return {
    id: initiation.id,
    tenant_id: initiation.payerId,
    member_id: initiation.memberId,
    source: initiation.source ?? "console",
    request_id: initiation.scheduleId ? null : (initiation.requestId ?? null),
    schedule_id: initiation.scheduleId ?? null,
    reference_id: initiation.reference,
    method: order.method,
    ...mapPayoutFields((name) => order[name] || null),
    ifsc_code: isImps ? order.ifsc_code : null,
    bank_name: isImps ? (findBank(order.ifsc_code)?.bank_name ?? null) : null,
    destination_encrypted: destination.encrypted,
    destination_hash: destination.hash,
    destination_end: destination.end,
    destination_id: initiation.destination?.id ?? null,
    amount_paise: amountPaise,
    fee_paise: feePaise,
    gst_paise: gstPaise,
    order_encrypted: encrypt(
      "payout waiting for funds",
      initiation.id,
      JSON.stringify({ order, charges: chargesOf(initiation) }),
    ),
    order_digest: initiation.requestDigest,
    idempotency_key: initiation.idempotencyKey ?? null,
    expires_at: secondsFromNow(hours * hourSeconds),
    // A quarter of the wait before its end.
    reminder_at: secondsFromNow(hours * hourSeconds * 0.75),
  };
}

/** Amount, fee and GST in paise, as text. */
export function chargesOf({
  amountPaise,
  feePaise,
  gstPaise,
}: Pick<Initiation, "amountPaise" | "feePaise" | "gstPaise">): string {
  return `${amountPaise} ${feePaise} ${gstPaise}`;
}

const columns = {
  id: "uuid",
  tenant_id: "uuid",
  member_id: "uuid",
  source: "text",
  request_id: "uuid",
  schedule_id: "uuid",
  reference_id: "text",
  method: "text",
  ...mapPayoutFields(() => "text" as const),
  ifsc_code: "text",
  bank_name: "text",
  destination_encrypted: "bytea",
  destination_hash: "bytea",
  destination_end: "text",
  destination_id: "uuid",
  amount_paise: "bigint",
  fee_paise: "bigint",
  gst_paise: "bigint",
  order_encrypted: "bytea",
  order_digest: "bytea",
  idempotency_key: "text",
  expires_at: "timestamptz",
  reminder_at: "timestamptz",
} as const;
