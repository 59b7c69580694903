// The guarantee: a search reads a bounded number of rows by index, whatever it finds and however many
// rows there are.
import { CompiledQuery, sql, type QueryExecutor } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, type Db } from "../../database/db.ts";
import { findMatches, type Query } from "../../rollups/search/find-matches.ts";
import { readSearch } from "../../rollups/search/read-search.ts";

let world: World;
let small: string;
let large: string;
beforeAll(async () => {
  world = await openWorld();
  [small, large] = [await tenantWith(1_000), await tenantWith(40_000)];
  await sql`vacuum analyze payouts`.execute(database());
  await sql`vacuum analyze search_terms`.execute(database());
  await sql`update search_head set at = now() + interval '1 hour'`.execute(database());
});
afterAll(() => world.close());

/** A tenant with copies of a payout: each has a word of its own and one that all have. */
async function tenantWith(count: number): Promise<string> {
  const owner = await world.operator({ wallet: "₹10,000" });
  await owner.pay(impsOrder({ beneficiary_name: "Common Payee" }));
  await world.work();
  await sql`
    with copies as (
      insert into payouts
      select (copy).* from (
        select jsonb_populate_record(payouts, jsonb_build_object(
          'id', gen_random_uuid(), 'reference_id', 'C' || left(md5(${owner.id} || n), 18),
          'idempotency_key', null, 'amount_paise', 10000 + n,
          'beneficiary_name', 'Common Payee number' || n,
          'created_at', created_at - n * interval '1 minute'
        ) - 'reference_id' || jsonb_build_object(
          'reference_id', upper('C' || left(md5(${owner.id} || n), 18))
        )) as copy
        from payouts cross join generate_series(1, ${count}) as n where tenant_id = ${owner.id}
      ) as copied
      returning payouts
    )
    insert into search_terms (tenant_id, kind, term, at, subject_id)
    select ${owner.id}, 'payout', term, (payouts).created_at, (payouts).id
    from copies cross join lateral unnest(search_terms_of_payout(payouts)) as term
    where left(term, 1) not in ('r', 'h')
  `.execute(database());
  return owner.id;
}

const cases: readonly (readonly [string, Query["order"]])[] = [
  ["common", "newest"],
  ["common", "oldest"],
  ["com payee", "newest"],
  ["common number4", "newest"],
  ["number", "newest"],
  ["100.50", "newest"],
  ["common nowhere", "newest"],
  ["nothing", "newest"],
  ["6789", "newest"],
  ["C0FFEE00", "newest"],
  ["", "largest"],
  ["", "smallest"],
  ["nothing", "largest"],
];

/** Of all statements of a request: what it reads at most, by how it works. */
const buffersMax = 25_000;

test.each(cases)("a search for %j in the order %s reads by index only", async (text, order) => {
  const [few, many] = [await explain(small, text, order), await explain(large, text, order)];
  expect([few.scans, many.scans]).toEqual([[], []]);
  expect(many.buffers).toBeLessThan(buffersMax);
  expect(many.found).toBeGreaterThanOrEqual(Math.min(few.found, 20));
});

/** The statements of a search, with their sequential scans of the tables that grow, and buffers. */
async function explain(tenantId: string, text: string, order: Query["order"]) {
  const statements: CompiledQuery[] = [];
  const { matches } = await findMatches(recording(statements), {
    tenantId,
    kinds: ["payout"],
    search: readSearch(text),
    order,
    limit: 20,
  });
  let buffers = 0;
  const scans: string[] = [];
  for (const { sql: statement, parameters } of statements) {
    const { rows } = await database().executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${statement}`, [...parameters]),
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (!plan) throw new Error("A statement has no plan");
    buffers += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    scans.push(...scansIn(plan));
  }
  return { buffers, scans, found: matches.length };
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

const smallTables = new Set(["search_head"]);

function scansIn(plan: Plan): string[] {
  const own =
    plan["Node Type"] === "Seq Scan" && !smallTables.has(plan["Relation Name"] ?? "")
      ? [plan["Relation Name"] ?? ""]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)];
}

/** The database, which notes the statements that it runs. */
function recording(statements: CompiledQuery[]): Db {
  const executor = database().getExecutor();
  const noting: Pick<QueryExecutor, "transformQuery" | "compileQuery" | "executeQuery"> = {
    transformQuery: (...query) => executor.transformQuery(...query),
    compileQuery: (...query) => executor.compileQuery(...query),
    executeQuery: (query) => {
      statements.push(query);
      return executor.executeQuery(query);
    },
  };
  return { getExecutor: () => noting } as unknown as Db;
}

async function page(search: string, rest: Partial<Query> = {}) {
  return findMatches(database(), {
    tenantId: large,
    kinds: ["payout"],
    search: readSearch(search),
    order: "newest",
    limit: 20,
    ...rest,
  });
}

test("a page of a frequent word continues where it ended", async () => {
  const first = await page("common");
  const second = await page("common", { after: first.next ?? undefined });
  expect(new Set([...first.matches, ...second.matches].map(({ id }) => id)).size).toBe(40);
});

test("says that a search is too wide, and that one without rows may go on", async () => {
  const wide = await page("number");
  expect([wide.isTooWide, wide.matches.length]).toEqual([true, 20]);
  const none = await page("number", { from: "2020-01-01", to: "2020-01-01" });
  expect(none).toEqual({ matches: [], next: null, isTooWide: true });
  const rare = await page("common payee", { condition: sql<boolean>`false` });
  expect([rare.matches, typeof rare.next?.time, rare.isTooWide]).toEqual([[], "string", false]);
});
