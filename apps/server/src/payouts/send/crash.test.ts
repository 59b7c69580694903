import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../../test/payout-world.ts";
import { until } from "../../../test/disturbances.ts";
import { killableServer } from "../../../test/killable-server.ts";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { verifyRollups } from "../../rollups/verify-rollups.ts";
import { openTestKeys } from "../../../test/encryption-key.ts";
import { useSecret } from "../../kernel/app-secret.ts";
import { withAuthorisation, openPayers, type OpenPayer } from "../../../test/open-payers.ts";
import type { PayoutOrder } from "@rokad/contract/payout-form";

// The guarantee: the server may be killed at any line, and every accepted payout gets one outcome.
// The bank has paid it as often as the ledger says: once or not at all.

const kills = 20;
const leaseSeconds = 1;
const secret = "crash-crash-crash-crash-crash-crash-";

let server: Awaited<ReturnType<typeof killableServer>>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  const { url } = clone;
  ({ drop } = clone);
  server = await killableServer({ url, secret, leaseSeconds });
  openDatabase(url, { connections: 6 });
  useSecret(secret);
  await openTestKeys();
});

afterAll(async () => {
  await server?.kill();
  await closeDatabase();
  await drop();
});

const destinations = [
  impsOrder(),
  upiOrder("someone@upi"),
  upiOrder("failure@upi"),
  upiOrder("timeout@upi"),
  upiOrder("down@upi"),
  upiOrder("slowfail@upi"),
  impsOrder({ account_number: "02014457596969", ifsc_code: "CITI0000001" }),
];

/** Repeats one payout with one key until there is an answer, through any number of crashes. */
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
    const answer = await fetch(`${server.origin}/api/v1/payouts/initiate`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${payer.token}`,
        "idempotency-key": key,
      },
      body: JSON.stringify(withAuthorisation(payer, order)),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined);
    if (answer?.status === 201) {
      const { data } = (await answer.json()) as { data: { id: string } };
      return data.id;
    }
    if (answer && answer.status < 500) throw new Error(await answer.text());
    // Long enough that the attempts leave the processor to the server that starts.
    await wait(50);
  }
  return undefined;
}

async function openPayouts(): Promise<number> {
  const rows = await database()
    .selectFrom("payouts")
    .select("id")
    .where("due_at", "is not", null)
    .execute();
  return rows.length;
}

test(`killed ${kills} times while payouts run, every accepted payout reaches one outcome`, async () => {
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
    await server.start();
    // On a slow machine the first payouts take their time.
    const before = acknowledged.length;
    await until(async () => acknowledged.length > before + 1 && (await openPayouts()) > 0);
    await wait(Math.random() * 500);
    if ((await openPayouts()) > 0) killedAtWork += 1;
    await server.kill();
  }
  over = true;
  await server.start();
  await Promise.all(streams);
  // Every open payout finishes automatically, one within seconds of another: a killed worker does
  // not delay the next status check.
  let open = 0;
  await until(
    async () => (open = await openPayouts()) === 0,
    () => open,
  );
  // The bank reports late returns with updates of their own.
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
    )
    .toBe(0);
  await server.kill();

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
  expect(await verifyRollups(database())).toEqual([]);
  const sums = await trialBalance(database());
  expect(Object.values(sums).reduce((sum, paise) => sum + paise, 0n)).toBe(0n);
  expect(sums.held ?? 0n).toBe(0n);
});

/** Transfers whose record at the bank differs from our payout. */
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
