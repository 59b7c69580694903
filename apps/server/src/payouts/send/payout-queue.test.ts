// The guarantee: the queue has every open payout and nothing else at every moment, and a lease or an
// outcome changes no index of the payouts.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { newTenant } from "../../../test/random-history.ts";
import { closeDatabase, database, openDatabase, transaction, type Db } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { queueRule, verifyQueue } from "./verify-queue.ts";

let url = "";
let drop: () => Promise<void>;
let tenantId = "";
beforeAll(async () => {
  ({ drop, url } = await cloneDatabase());
  openDatabase(url, { connections: 8 });
  tenantId = (await newTenant()).tenantId;
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const { below: randomBelow } = seededRandom(20_261_125);

/** Inserts due payouts, in one statement. */
async function accept(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql`
    insert into payouts (id, tenant_id, reference_id, method, beneficiary_name, destination_encrypted,
      destination_hash, destination_end, amount_paise, fee_paise, gst_paise, provider, order_digest,
      due_at, created_at, updated_at)
    select id, ${tenantId}, upper(right(replace(id::text, '-', ''), 20)), 'upi', 'A', '\\x00',
      '\\x00', '@upi', 1000, 5, 1, 'primary', '\\x00', now(), now(), now()
    from unnest(${ids}::uuid[]) as id
  `.execute(db);
  return ids;
}

const isOpen = sql`status in ('pending', 'processing')`;
const changes = {
  lease: sql`status = 'processing', adapter = 'sandbox', due_at = now() + interval '40 s' where ${isOpen}`,
  check: sql`due_at = now() + interval '1 h', status_checks = status_checks + 1, unknown_since = now() where ${isOpen}`,
  return: sql`status = 'pending', adapter = null, unknown_since = null, due_at = now() where ${isOpen}`,
  reroute: sql`provider = 'alternative' where ${isOpen}`,
  withhold: sql`withheld_at = now(), due_at = 'infinity' where status = 'pending'`,
  pay: sql`status = 'success', finished_at = now(), due_at = null where ${isOpen}`,
  fail: sql`status = 'failed', finished_at = now(), due_at = null where ${isOpen}`,
  reverse: sql`status = 'failed', returned_at = now() where status = 'success'`,
  open: sql`status = 'processing', due_at = null where status = 'failed'`,
  complete: sql`utr_number = 'LATER' where status = 'success'`,
};

async function change(db: Db, name: keyof typeof changes, ids: readonly string[]) {
  await sql`update payouts set ${changes[name]} and id = any(${ids}::uuid[])`.execute(db);
}

test("the queue and the finished payouts equal the payouts after any order of changes", async () => {
  const names = Object.keys(changes) as (keyof typeof changes)[];
  const lists = await Promise.all(Array.from({ length: 6 }, () => accept(database(), 20)));
  const play = async (ids: readonly string[]) => {
    for (let step = 0; step < 40; step += 1) {
      const some = ids.filter(() => randomBelow(3) === 0);
      const name = names[randomBelow(names.length)] ?? "lease";
      const isUndone = randomBelow(5) === 0;
      await transaction(async (db) => {
        await change(db, name, some);
        if (isUndone) throw new Error("Undone");
      }).catch((error: Error) => {
        if (error.message !== "Undone") throw error;
      });
    }
  };
  let isOver = false;
  const readers = Array.from({ length: 2 }, async () => {
    while (!isOver) expect(await verifyQueue(database())).toEqual([]);
  });
  await Promise.all(lists.map(play));
  isOver = true;
  await Promise.all(readers);
  expect(await verifyQueue(database())).toEqual([]);
});

describe("the verification reports", () => {
  const faultsAfter = async (statement: string) => {
    let found: string[] = [];
    await transaction(async (db) => {
      await sql.raw(statement).execute(db);
      found = (await verifyQueue(db)).map(({ rule }) => rule);
      throw new Error("Undone");
    }).catch((error: Error) => {
      if (error.message !== "Undone") throw error;
    });
    return [...new Set(found)];
  };
  const one = (table: string) => `ctid = (select ctid from ${table} limit 1)`;

  test.each([
    ["a payout that no worker would find", "delete from payout_queue where", queueRule.open],
    ["another due time", "update payout_queue set due_at = '2001-01-01' where", queueRule.open],
    ["another provider", "update payout_queue set provider = 'other' where", queueRule.open],
    ["an unclear one", "update payout_queue set is_unclear = not is_unclear where", queueRule.open],
    ["a payout that is not listed", "delete from finished_payouts where", queueRule.finished],
    ["another outcome", "update finished_payouts set status = 'other' where", queueRule.finished],
  ])("%s", async (_, statement, rule) => {
    await accept(database(), 1);
    await change(database(), "pay", await accept(database(), 1));
    const table = statement.includes("payout_queue") ? "payout_queue" : "finished_payouts";
    expect(await faultsAfter(`${statement} ${one(table)}`)).toEqual([rule]);
  });
});

test("no index of the payouts has a value that a lease or an outcome changes", async () => {
  const { rows } = await sql<{ index: string }>`
    select pg_get_indexdef(indexrelid) as index from pg_index
    where indrelid = 'payouts'::regclass
  `.execute(database());
  expect(rows.length).toBeGreaterThan(4);
  const changing =
    /\b(status|due_at|adapter|provider\w*|attempts|status_checks|handed_at|updated_at|finished_at|utr_number)\b/;
  expect(rows.filter(({ index }) => changing.test(index))).toEqual([]);
});
