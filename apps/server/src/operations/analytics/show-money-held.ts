import { heldAgeMinutes, type MoneyHeld } from "@rokad/contract/platform-analytics";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { csvFile, type Cell } from "../../files/csv-file.ts";
import { today } from "../../kernel/days.ts";
import { database, transaction, type Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { totalHolds } from "../../payouts/requests/request-holds.ts";

interface Bucket {
  readonly bucket: number;
  readonly count: bigint;
  readonly paise: bigint;
  readonly oldest: Date;
}

/** Money held for payouts without an outcome, by age, and for requests, with available money and pending deposits. */
export function showMoneyHeld(): Promise<MoneyHeld> {
  // One snapshot, so that wallets and payouts match.
  return transaction(async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db);
    const buckets = await bucketsOf(db);
    const wallets = await db
      .selectFrom("wallets")
      .select((eb) => [
        eb.fn.countAll<bigint>().as("count"),
        sql<bigint>`coalesce(sum(available_paise), 0)::bigint`.as("available"),
        sql<bigint>`coalesce(sum(held_paise), 0)::bigint`.as("held"),
      ])
      .executeTakeFirstOrThrow();
    const deposits = await db
      .selectFrom("deposits")
      .select((eb) => [
        eb.fn.countAll<bigint>().as("count"),
        sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as("paise"),
        sql<Date | null>`min(created_at)`.as("oldest"),
      ])
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow();
    return {
      held: heldOf(buckets, await totalHolds(db), wallets.held),
      available: { total: inr(wallets.available), wallets: Number(wallets.count) },
      pending_deposits: {
        total: inr(deposits.paise),
        count: Number(deposits.count),
        oldest_at: deposits.oldest?.toISOString() ?? null,
      },
    };
  });
}

/** Payouts without an outcome, found by the queue. */
const open = sql`payouts.id in (select payout_id from payout_queue)
  and status in ('pending', 'processing')`;

async function bucketsOf(db: Db): Promise<Bucket[]> {
  const edges = heldAgeMinutes.map((minutes) => minutes * 60);
  const { rows } = await sql<Bucket>`
    select width_bucket(
        extract(epoch from (${now()}::timestamptz - created_at))::double precision,
        ${edges}::double precision[]
      ) as bucket,
      count(*) as count, sum(amount_paise + fee_paise + gst_paise)::bigint as paise,
      min(created_at) as oldest
    from payouts where ${open} group by 1
  `.execute(db);
  return rows;
}

function heldOf(
  buckets: readonly Bucket[],
  requests: { readonly count: number; readonly paise: bigint },
  ledgerPaise: bigint,
): MoneyHeld["held"] {
  const sum = (of: "count" | "paise") => buckets.reduce((total, each) => total + each[of], 0n);
  const times = buckets.map(({ oldest }) => oldest.getTime());
  return {
    total: inr(sum("paise")),
    count: Number(sum("count")),
    by_age: [0, ...heldAgeMinutes].map((minutes, at) => {
      const group = buckets.find(({ bucket }) => bucket === at);
      return {
        from_minutes: minutes,
        to_minutes: heldAgeMinutes[at] ?? null,
        count: Number(group?.count ?? 0n),
        total: inr(group?.paise ?? 0n),
      };
    }),
    requests: { total: inr(requests.paise), count: requests.count },
    ledger_total: inr(ledgerPaise),
    oldest_at: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
  };
}

const titles = [
  "Requested At",
  "Reference",
  "Tenant",
  "Method",
  "Provider",
  "Status",
  "Amount",
  "Fee",
  "GST",
  "Held",
];

/** Exports the payouts that hold money now as CSV, oldest first. */
export function exportMoneyHeld(): StreamedFile {
  return csvFile(`money-held-${today()}.csv`, titles, rowsOf());
}

async function* rowsOf(): AsyncGenerator<Cell[]> {
  const payouts = database()
    .selectFrom("payouts")
    .innerJoin("tenants", "tenants.id", "payouts.tenant_id")
    .select([
      "payouts.created_at",
      "reference_id",
      "tenants.name",
      "method",
      "provider",
      "status",
      "amount_paise",
      "fee_paise",
      "gst_paise",
    ])
    .where(sql<boolean>`${open}`)
    .orderBy("payouts.created_at")
    .orderBy("payouts.id")
    .stream(500);
  for await (const row of payouts) {
    yield [
      row.created_at,
      row.reference_id,
      row.name,
      row.method.toUpperCase(),
      row.provider,
      row.status,
      row.amount_paise,
      row.fee_paise,
      row.gst_paise,
      row.amount_paise + row.fee_paise + row.gst_paise,
    ];
  }
}
