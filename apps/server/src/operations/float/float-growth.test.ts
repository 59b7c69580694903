// The guarantee: the Float page reads each row of the history a bounded number of times, whatever
// PostgreSQL knows about the tables. Rows and pages are counted, because a time limit depends on the
// machine.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countReadRows, type Touched } from "../../../test/count-read-rows.ts";
import { chargePaise, openFloatHistory, type FloatRows } from "../../../test/float-history.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, type Tx } from "../../database/db.ts";
import { readProviderBooks } from "./read-provider-books.ts";
import { reconcileBank } from "./reconcile-bank.ts";

const rows: FloatRows = { deposits: 400, payouts: 400, adjustments: 100, credits: 100 };
/** Four times the rows, and the steps of an index that is deeper. */
const growthMax = 5;

let world: World;
let history: Awaited<ReturnType<typeof openFloatHistory>>;
let added = 0;

beforeAll(async () => {
  world = await openWorld();
  // Statistics are taken when this test says so.
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  `.execute(database());
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(database());
  history = await openFloatHistory();
  await grow(1);
});
afterAll(() => world.close());

/** Adds rows, and imports complete statements, which cover the lines of those before again. */
async function grow(times: number): Promise<void> {
  const of = (kind: keyof FloatRows) => rows[kind] * times;
  added += times;
  await history.add({
    deposits: of("deposits"),
    payouts: of("payouts"),
    adjustments: of("adjustments"),
    credits: of("credits"),
  });
  await history.importStatements();
}

async function touched(): Promise<Record<string, Touched>> {
  const readBooks = (db: Tx) => readProviderBooks("sandbox", { listsCredits: true }, db);
  return {
    "the bank": await countReadRows(reconcileBank),
    "a provider": await countReadRows(readBooks),
  };
}

function expectGrowth(before: Record<string, Touched>, after: Record<string, Touched>): void {
  for (const [part, { rows: rowsBefore, pages }] of Object.entries(before)) {
    const now = after[part];
    expect(now?.rows, `rows of ${part}, ${rowsBefore} before`).toBeLessThan(rowsBefore * growthMax);
    expect(now?.pages, `pages of ${part}, ${pages} before`).toBeLessThan(pages * growthMax);
  }
}

async function expectBooks(): Promise<void> {
  const { accounts } = await reconcileBank(database());
  for (const { reconciliation } of accounts)
    expect(reconciliation).toMatchObject({
      statement_only: { count: 0 },
      books_only: { count: 0 },
      unexplained: { amount: 0 },
    });
  const books = await readProviderBooks("sandbox", { listsCredits: true });
  expect(books.unbooked_paise).toBe(BigInt(added * rows.payouts) * chargePaise);
}

test("reads in proportion to the history without statistics, with new and with old ones", async () => {
  await expectBooks();
  const small = await touched();
  await grow(3);
  const large = await touched();
  expectGrowth(small, large);
  await sql`analyze`.execute(database());
  expectGrowth(small, await touched());
  await grow(12);
  expectGrowth(large, await touched());
  await expectBooks();
});
