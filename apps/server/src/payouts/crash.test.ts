import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../test/payout-world.ts";
import { testLogFile } from "../../test/test-log.ts";
import { cloneDatabase } from "../../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { newId } from "../ids.ts";
import { trialBalance } from "../ledger/ledger.ts";
import { verifyBooks } from "../ledger/verify.ts";
import { verifySums } from "../sums/verify-sums.ts";
import { openTestKeys, testEncryptionKey } from "../../test/encryption-key.ts";
import { useSecret } from "../secrets.ts";
import { authorised, openPayers, type OpenPayer } from "../../test/open-payers.ts";
import type { PayoutOrder } from "@rokad/contract/payout-form";

// The guarantee of this file: the server may be killed at any line, and every payout that was
// accepted reaches one end, paid by the bank as often as the books say: once or not at all.

const kills = 20;
const claimSeconds = 1;
const secret = "crash-crash-crash-crash-crash-crash-";
const port = 3_950 + Number(process.env.VITEST_POOL_ID ?? 0);

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ url, drop } = clone);
  openDatabase(url, { connections: 6 });
  useSecret(secret);
  await openTestKeys();
});

/** The one that runs now: a test that is given up leaves none behind. */
let running: ChildProcess | undefined;

afterAll(async () => {
  running?.kill("SIGKILL");
  await closeDatabase();
  await drop();
});

/** What it prints is kept: its warnings about what it found after a crash are expected here. */
const output = openSync(testLogFile(), "a");

function startServer(): ChildProcess {
  running = fork(join(import.meta.dirname, "../main.ts"), {
    env: {
      ...process.env,
      NODE_ENV: "development",
      DATABASE_URL: url,
      APP_SECRET: secret,
      ENCRYPTION_KEY: testEncryptionKey,
      DEMO_ACCOUNTS: "0",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "debug",
      SANDBOX_SETTLE_MS: "120",
      WORKER_POLL_MS: "20",
      CLAIM_SECONDS: String(claimSeconds),
      PROVIDER_TIMEOUT_MS: "100",
    },
    stdio: ["ignore", output, output, "ipc"],
  });
  return running;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, "exit");
  server.kill("SIGKILL");
  await gone;
}

const destinations = [
  impsOrder(),
  upiOrder("someone@upi"),
  upiOrder("failure@upi"),
  upiOrder("timeout@upi"),
  upiOrder("down@upi"),
  upiOrder("slowfail@upi"),
  impsOrder({ account_number: "02014457596969", ifsc_code: "CITI0000001" }),
];

/** Sends one payout under one key until there is an answer, through as many crashes as it takes. */
async function payThroughCrashes(
  payer: OpenPayer,
  which: number,
  isOver: () => boolean,
): Promise<string | undefined> {
  const order = {
    ...destinations[which % destinations.length],
    amount: 10 + (which % 90),
  } as PayoutOrder;
  const key = newId();
  while (!isOver()) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/payouts/initiate`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${payer.token}`,
        "idempotency-key": key,
      },
      body: JSON.stringify(authorised(payer, order)),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    if (answer?.status === 201) {
      const { data } = (await answer.json()) as { data: { id: string } };
      return data.id;
    }
    if (answer && answer.status < 500) throw new Error(await answer.text());
    await wait(10);
  }
  return undefined;
}

async function isUp(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(25);
  }
  throw new Error("The server did not come up");
}

async function openPayouts(): Promise<number> {
  const rows = await database()
    .selectFrom("payouts")
    .select("id")
    .where("due_at", "is not", null)
    .execute();
  return rows.length;
}

test(`killed ${kills} times while payouts run, every accepted payout reaches one end`, async () => {
  const payers = await openPayers(4);
  const acknowledged: string[] = [];
  let over = false;
  let which = 0;
  const streams = payers.map(async (payer) => {
    while (!over) {
      const id = await payThroughCrashes(payer, (which += 1), () => over);
      if (id) acknowledged.push(id);
      await wait(20);
    }
  });

  let killedAtWork = 0;
  for (let round = 0; round < kills; round += 1) {
    const server = startServer();
    await isUp();
    await wait(Math.random() * 500);
    if ((await openPayouts()) > 0) killedAtWork += 1;
    await kill(server);
  }
  over = true;
  const last = startServer();
  await isUp();
  await Promise.all(streams);
  // Everything that is open comes to its end by itself; 90 s is many times what the slowest
  // takes, because no killed worker makes the next look later.
  for (let tries = 0; tries < 900 && (await openPayouts()) > 0; tries += 1) await wait(100);
  // The bank's late returns are told by notices of their own.
  await expect
    .poll(
      async () =>
        (
          await database()
            .selectFrom("sandbox_bank.transfers")
            .select("reference")
            .where("next_at", "is not", null)
            .execute()
        ).length,
      { timeout: 20_000 },
    )
    .toBe(0);
  await kill(last);

  expect(killedAtWork).toBeGreaterThan(kills / 2);
  expect(acknowledged.length).toBeGreaterThan(kills);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const payouts = await database().selectFrom("payouts").select(["id", "status"]).execute();
  expect(
    payouts.filter((payout) => payout.status !== "success" && payout.status !== "failed"),
  ).toEqual([]);
  const recorded = new Set(payouts.map((payout) => payout.id));
  expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([]);

  expect(await bankAgainstBooks()).toEqual([]);
  expect(await verifyBooks(database())).toEqual([]);
  expect(await verifySums(database())).toEqual([]);
  const sums = await trialBalance(database());
  expect(Object.values(sums).reduce((sum, paise) => sum + paise, 0n)).toBe(0n);
  expect(sums.held ?? 0n).toBe(0n);
}, 240_000);

/** Each transfer where the bank's own record and our payout do not say the same. */
async function bankAgainstBooks() {
  const { rows } = await sql`
    select coalesce(payouts.reference_id, bank.reference) as reference,
      bank.state, payouts.status, payouts.provider_state
    from payouts full join sandbox_bank.transfers as bank on bank.reference = payouts.reference_id
    where bank.amount_paise is distinct from payouts.amount_paise
      or (bank.state, payouts.status) not in
        (values ('success', 'success'), ('failed', 'failed'), ('reversed', 'failed'))
      or bank.state <> payouts.provider_state
      or (bank.state = 'success' and bank.utr is distinct from payouts.utr_number)
  `.execute(database());
  return rows;
}
