// The guarantee: whatever locks several payouts, or a payout and something else, takes its locks in
// one order, so that no request and no worker is ended by a deadlock.
import { pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { upiOrder } from "../../../test/payout-world.ts";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { sandboxRecords } from "../../../test/sandbox-records.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { lockProvider } from "../../operations/gateway/pause-provider.ts";
import { lockPayout } from "../decisions/lock-decidable-payout.ts";
import { applyProviderUpdates } from "./apply-provider-updates.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";
import { lockDifferences } from "./record-mismatches.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
beforeAll(async () => {
  world = await openReconciliationWorld();
});
beforeEach(() => world.startOver());
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

test("a resume waits for the first payout of a batch before it holds the second", async () => {
  const params = { id: "primary" } as const;
  const [first, second] = await leasedPayouts(2);
  await world.boss.ask(pauseProvider, { params, body: { reason: "Under maintenance" } });
  // The second is earlier in the table and in the index of what is due.
  await sql`update payouts set due_at = due_at - interval '1 s' where id = ${second}`.execute(
    database(),
  );
  await sql`update payouts set due_at = due_at + interval '1 s' where id = ${first}`.execute(
    database(),
  );
  await meanwhile(
    (db) => lockPayout(db, first),
    () => world.boss.ask(resumeProvider, { params, body: {} }),
    async (db) => expect(await isFree(db, "payouts", second)).toBe(true),
  );
  await makeDueAndSettle();
});

test("a lease that waits for a provider holds no payout", async () => {
  const [payout] = await leasedPayouts(1);
  await world.makeOpenDue();
  const leased = await meanwhile(
    (db) => lockProvider(db, "primary"),
    () => leasePayouts([{ provider: "primary", status: "processing", atMost: 10 }], 30),
    async (db) => expect(await isFree(db, "payouts", payout)).toBe(true),
  );
  expect(leased).toMatchObject([{ id: payout, maySend: true }]);
  await makeDueAndSettle();
});

test("a person who handles a difference locks its payout first, as an update does", async () => {
  const { id, reference } = await world.settledPayout();
  await sandboxRecords.setAmount(reference, 1_000_000n);
  await world.reconcile();
  const difference = await world.onlyDifference();
  await meanwhile(
    (db) => lockPayout(db, id),
    () => world.handle(difference, { reason: "They have booked it wrongly" }),
    async (db) => expect(await isFree(db, "reconciliation_differences", difference.id)).toBe(true),
  );
});

test("a reconciliation lists a payout that another transaction has locked", async () => {
  const { id, reference } = await world.settledPayout();
  await sandboxRecords.setAmount(reference, 1_000_000n);
  await transaction(async (db) => {
    await lockPayout(db, id);
    expect(await world.reconcile()).toMatchObject({ state: "differs", new_count: 1 });
  });
});

test("a batch with other amounts waits for the end of a reconciliation and holds no difference", async () => {
  const references = [await world.settledPayout(), await world.settledPayout()].map(
    ({ reference }) => reference,
  );
  const updates = references.map((reference) => ({
    reference,
    adapter: "sandbox",
    state: "success" as const,
    amountPaise: 7n,
  }));
  await applyProviderUpdates(updates);
  const ids = (await world.differences()).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  await meanwhile(
    lockDifferences,
    () => applyProviderUpdates(updates),
    async (db) => {
      for (const id of ids) expect(await isFree(db, "reconciliation_differences", id)).toBe(true);
    },
  );
});

/** Payouts that a worker has leased and no provider has got, in the order of their ids. */
async function leasedPayouts(count: 1): Promise<[string]>;
async function leasedPayouts(count: 2): Promise<[string, string]>;
async function leasedPayouts(count: number): Promise<string[]> {
  for (let at = 0; at < count; at += 1) await world.payer.pay(upiOrder("asha@okhdfc"));
  const leased = await leasePayouts(slotsInEveryQueue(100), 30);
  expect(leased).toHaveLength(count);
  return leased.map(({ id }) => id).toSorted();
}

/**
 * Starts `other` while a transaction holds `lock`, checks what `other` holds once it waits, and
 * lets it go on.
 * @returns its result.
 */
async function meanwhile<T>(
  lock: (db: Tx) => Promise<unknown>,
  other: () => Promise<T>,
  check: (db: Tx) => Promise<void>,
): Promise<T> {
  const started = await transaction(async (db) => {
    await lock(db);
    const result = other();
    await expect.poll(waitingForLocks).toBe(1);
    await check(db);
    return { result };
  });
  return started.result;
}

/** Whether no other transaction has locked the row. */
async function isFree(
  db: Tx,
  table: "payouts" | "reconciliation_differences",
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} for no key update skip locked
  `.execute(db);
  return rows.length === 1;
}

async function makeDueAndSettle(): Promise<void> {
  await world.makeOpenDue();
  await world.settle();
}
