import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pgbenchClients, runPgbench } from "./run-pgbench.ts";

export interface ReferenceRun {
  readonly url: string;
  readonly wallets: number;
  readonly seconds: number;
  readonly scratch: string;
}

/**
 * One payout as its own transaction: lock and update the wallet, insert a posting, two entries, the
 * wallet's day and the payout. Rows, indexes, triggers, checks and UUIDv7 ids are the product's.
 */
const statements = {
  wallet: `update wallets set available_paise = available_paise - 1590, held_paise = held_paise + 1590,
      entry_count = entry_count + 2, updated_at = now()
    where id = ('00000000-0000-7000-8000-' || lpad(to_hex($W::int), 12, '0'))::uuid
    returning id as wallet, available_paise as available, held_paise as held, entry_count as entries,
      uuidv7() as payout, uuidv7() as posting`,
  posting: `insert into ledger_postings values ($POSTING, 'hold', $PAYOUT, now(), $WALLET)`,
  entries: `insert into ledger_entries values
      ($POSTING, 1, 'available', $WALLET, -1590, $AVAILABLE, $ENTRIES - 1, now(), $WALLET),
      ($POSTING, 2, 'held', $WALLET, 1590, $HELD, $ENTRIES, now(), $WALLET)`,
  day: `insert into ledger_days as existing values
      ($WALLET, (now() at time zone 'Asia/Kolkata')::date, 'hold', 1, 1590, 0, 0, 0)
    on conflict (wallet_id, day, kind) do update set
      count = existing.count + excluded.count, total_paise = existing.total_paise + excluded.total_paise`,
  payout: `insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email,
      beneficiary_phone, beneficiary_address, destination_encrypted, destination_hash, destination_end,
      ifsc_code, bank_name, amount_paise,
      fee_paise, gst_paise, provider, idempotency_key, order_digest, due_at, created_at, updated_at)
    values ($PAYOUT, $WALLET, upper(right(replace($PAYOUT::text, '-', ''), 20)), 'imps', 'Bench Beneficiary',
      'bench@example.com', '9876543210', '1 Bench Road', decode(repeat('5e', 45), 'hex'),
      decode(repeat('a5', 32), 'hex'), '6789', 'HDFC0000001', 'HDFC Bank', 1000,
      500, 90, 'primary', $PAYOUT::text, '\\x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      now(), now(), now())`,
} as const;

/** Payouts per second with one transaction each, on 16 connections. */
export async function runReference(
  run: ReferenceRun,
): Promise<{ perSecond: number; driver: string }> {
  const hasPgbench = spawnSync("pgbench", ["--version"]).status === 0;
  return hasPgbench
    ? { perSecond: await withPgbench(run), driver: "pgbench" }
    : { perSecond: await withClients(run), driver: "16 connections of a small client" };
}

async function withPgbench({ url, wallets, seconds, scratch }: ReferenceRun): Promise<number> {
  const file = join(scratch, "payout.sql");
  const fill = (text: string) =>
    text
      .replaceAll("$W::int", ":w::int")
      .replaceAll(/\$(POSTING|PAYOUT|WALLET)/g, (_, name: string) => `:${name.toLowerCase()}::uuid`)
      .replaceAll(
        /\$(AVAILABLE|HELD|ENTRIES)/g,
        (_, name: string) => `:${name.toLowerCase()}::bigint`,
      );
  await writeFile(
    file,
    `\\set w random(1, ${wallets})\nbegin;\n${fill(statements.wallet).replaceAll("\n", " ")} \\gset\n${[
      statements.posting,
      statements.entries,
      statements.day,
      statements.payout,
    ]
      .map((statement) => `${fill(statement).replaceAll("\n", " ")};`)
      .join("\n")}\ncommit;\n`,
  );
  return runPgbench({ url, script: file, seconds });
}

async function withClients({ url, wallets, seconds }: ReferenceRun): Promise<number> {
  const endsAt = performance.now() + seconds * 1000;
  let payouts = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: pgbenchClients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      while (performance.now() < endsAt) {
        await insertPayout(client, 1 + Math.floor(Math.random() * wallets));
        payouts += 1;
      }
      await client.end();
    }),
  );
  return (payouts * 1000) / (performance.now() - started);
}

async function insertPayout(client: pg.Client, wallet: number): Promise<void> {
  await client.query("begin");
  const {
    rows: [row],
  } = await client.query({
    name: "wallet",
    text: statements.wallet.replace("$W::int", "$1::int"),
    values: [wallet],
  });
  const run = (name: "posting" | "entries" | "day" | "payout") => {
    const values: unknown[] = [];
    const text = statements[name].replaceAll(/\$([A-Z]+)/g, (_, field: string) => {
      const value = row[field.toLowerCase()];
      const at = values.includes(value) ? values.indexOf(value) : values.push(value) - 1;
      const type = /POSTING|PAYOUT|WALLET/.test(field) ? "uuid" : "bigint";
      return `$${at + 1}::${type}`;
    });
    return client.query({ text, values });
  };
  await run("posting");
  await run("entries");
  await run("day");
  await run("payout");
  await client.query("commit");
}
