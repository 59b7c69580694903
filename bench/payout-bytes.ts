import pg from "pg";
import { transaction } from "../apps/server/src/database/db.ts";
import { requestDigest } from "../apps/server/src/database/encryption/request-digest.ts";
import { findSuperuser } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { now } from "../apps/server/src/kernel/clock.ts";
import { ApiError } from "../apps/server/src/kernel/errors.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import { newReference } from "../apps/server/src/kernel/payout-reference.ts";
import { initiateAll } from "../apps/server/src/payouts/initiate/initiate-payout.ts";
import type { Initiation } from "../apps/server/src/payouts/initiate/initiation.ts";
import { applyProviderUpdates } from "../apps/server/src/payouts/send/apply-provider-updates.ts";
import { leasePayouts, slotsInEveryQueue } from "../apps/server/src/payouts/send/lease-payouts.ts";
import { useProviders } from "../apps/server/src/providers/configured-providers.ts";
import { sandboxProvider } from "../apps/server/src/providers/sandbox/sandbox.ts";
import { openCostMeter } from "./measure-cost.ts";
import { createTenants, tenantId } from "./create-tenants.ts";
import { order, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";
import { assertBooksBalance } from "./settle.ts";

const wallets = 10_000;
const payouts = 12_000;
const acceptedAtOnce = 64;
const settledAtOnce = 200;
const authorisedMs = 3_600_000;

/** Bytes of the write-ahead log and of the disk, by table with its indexes. */
type Bytes = ReadonlyMap<string, { readonly log: number; readonly disk: number }>;

/**
 * What a payout writes, by table: the write-ahead log without page images, and the growth of tables and
 * indexes without vacuum. It does not depend on the machine's load.
 */
export function benchPayoutBytes(): Promise<Row[]> {
  return withNewPostgres(async ({ scratch }) => {
    const bank = sandboxProvider({ settleMs: 0 });
    useProviders({ primary: bank, alternative: bank });
    await createTenants(wallets);
    const { url } = await findSuperuser(scratch);
    const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, "/rokad") });
    await client.connect();
    try {
      await prepareServer(client);
      const meter = openCostMeter({ dataDir: scratch, client });
      const timed = (work: () => Promise<void>) => async () => {
        const { postgresMicros } = await meter.measure(async () => {
          await work();
          return payouts;
        });
        console.log(`${work.name}: ${Math.round(postgresMicros)} µs of PostgreSQL's time a payout`);
      };
      const accepted = await measure(client, timed(accept));
      const paid = await measure(client, timed(leaseAndPay));
      await assertBooksBalance();
      print(accepted, paid);
      return [
        rowOf("log", "Write-ahead log", sum(accepted, "log") + sum(paid, "log"), first.log),
        rowOf("disk", "Disk", sum(accepted, "disk") + sum(paid, "disk"), first.disk),
      ];
    } finally {
      await client.end();
    }
  });
}

/** The first measurement of these bytes, of November 2026. */
const first = { log: 9_805, disk: 4_991 };

async function prepareServer(client: pg.Client): Promise<void> {
  await client.query("create extension pg_walinspect");
  await client.query("alter system set full_page_writes = off");
  await client.query("alter system set autovacuum = off");
  await client.query("alter system set fsync = off");
  await client.query("select pg_reload_conf()");
}

async function accept(): Promise<void> {
  for (let from = 0; from < payouts; from += acceptedAtOnce) {
    const count = Math.min(acceptedAtOnce, payouts - from);
    const list = Array.from({ length: count }, (_, at) => initiationOf(from + at));
    const results = await transaction((db) => initiateAll(db, list));
    const error = results.find((result) => result instanceof ApiError);
    if (error) throw error;
  }
}

/** Takes the wallets in an order without neighbours, as tenants act. */
function initiationOf(number: number): Initiation {
  const payerId = tenantId(1 + ((number * 7_919) % wallets));
  return {
    id: newId(),
    payerId,
    memberId: payerId,
    authorisedUntilMs: now().getTime() + authorisedMs,
    order,
    amountPaise: 1_000n,
    feePaise: 500n,
    gstPaise: 90n,
    provider: "primary",
    reference: newReference(),
    idempotencyKey: newId(),
    requestDigest: requestDigest(order),
  };
}

async function leaseAndPay(): Promise<void> {
  const slots = slotsInEveryQueue(settledAtOnce);
  for (let paid = 0; paid < payouts;) {
    const leased = await leasePayouts(slots, 40);
    if (leased.length === 0) throw new Error(`Only ${paid} of ${payouts} payouts were leased`);
    paid += leased.length;
    await applyProviderUpdates(
      leased.map(({ reference, adapter, amount_paise }, at) => ({
        reference,
        adapter,
        state: "success" as const,
        utr: String(532_900_000_000 + paid + at),
        providerReference: `pout_${reference}`,
        rawState: "processed",
        amountPaise: amount_paise,
        isAnswer: true as const,
      })),
    );
  }
}

async function measure(client: pg.Client, work: () => Promise<void>): Promise<Bytes> {
  const start = await positionOf(client);
  const before = await sizesOf(client);
  await work();
  const end = await positionOf(client);
  const logs = await logBytes(client, start, end);
  const after = await sizesOf(client);
  const names = [...new Set([...logs.keys(), ...after.keys()])];
  return new Map(
    names
      .map((name) => {
        const log = (logs.get(name) ?? 0) / payouts;
        const disk = ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / payouts;
        return [name, { log, disk }] as const;
      })
      .filter(([, { log, disk }]) => Math.round(log) > 0 || Math.round(disk) > 0),
  );
}

async function positionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query("select pg_current_wal_insert_lsn() as position");
  return rows[0].position;
}

async function sizesOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query(`
    select relname, pg_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
  `);
  return new Map(rows.map(({ relname, bytes }) => [relname, bytes]));
}

/** Log bytes by relation; a record of several relations counts for each in equal parts. */
async function logBytes(client: pg.Client, start: string, end: string) {
  const { rows } = await client.query(
    `with blocks as (
      select start_lsn, coalesce(relname, 'other') as name
      from pg_get_wal_block_info($1, $2, false) as block
      left join pg_class on pg_relation_filenode(pg_class.oid) = block.relfilenode
    ), shares as (
      select start_lsn, name, 1.0 / count(*) over (partition by start_lsn) as share from blocks
    )
    select coalesce(name, lower(resource_manager)) as name,
      sum(record_length * coalesce(share, 1))::float8 as bytes
    from pg_get_wal_records_info($1, $2) left join shares using (start_lsn)
    group by 1`,
    [start, end],
  );
  return new Map<string, number>(rows.map(({ name, bytes }) => [name, bytes]));
}

function sum(bytes: Bytes, figure: "log" | "disk"): number {
  return [...bytes.values()].reduce((total, each) => total + each[figure], 0);
}

function print(accepted: Bytes, paid: Bytes): void {
  const names = [...new Set([...accepted.keys(), ...paid.keys()])].toSorted();
  const cell = (bytes: Bytes, name: string) => {
    const { log, disk } = bytes.get(name) ?? { log: 0, disk: 0 };
    return `${Math.round(log)} (${Math.round(disk)})`;
  };
  console.log("log (disk) in bytes per payout: accepted, leased and paid");
  for (const name of names)
    console.log(`${name.padEnd(36)} ${cell(accepted, name).padEnd(14)} ${cell(paid, name)}`);
  const total = (bytes: Bytes) =>
    `${Math.round(sum(bytes, "log"))} (${Math.round(sum(bytes, "disk"))})`;
  console.log(`${"all".padEnd(36)} ${total(accepted).padEnd(14)} ${total(paid)}`);
}

function rowOf(key: string, name: string, bytes: number, referred: number): Row {
  return {
    key: `payout_bytes_${key}`,
    name: `${name} of a payout accepted and paid, without page images and vacuum`,
    reference: "the first measurement",
    measured: `${Math.round(bytes)} B`,
    referred: `${referred} B`,
    ratio: bytes / referred,
    goal: { atMost: 0.5 },
  };
}
