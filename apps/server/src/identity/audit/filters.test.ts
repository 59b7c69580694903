// The guarantee: for any filter, the pages, the count and the file have exactly the matching rows,
// even when the servers' clocks disagree with the order of the rows.
import { text } from "node:stream/consumers";
import type { AuditGroup } from "@rokad/contract/audit";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { newTenant } from "../../../test/random-history.ts";
import { disableGuards, tamper } from "../../../test/tamper.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { exportLog } from "./export-log.ts";
import { listLog } from "./list-log.ts";
import { prepareLogQuery, selectLogRows, type AuditFilter } from "./queries.ts";
import { verifyLog } from "./verify-log.ts";

const midnight = Date.parse("2026-02-28T18:30:00Z");
const acts = ["sign_in.succeeded", "sign_in.failed", "setting.changed", "job.retried"] as const;
const rows = 120;
let people: { tenantId: string; mobile: string }[] = [];
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 4 });
  for (let nth = 0; nth < 3; nth += 1) people.push(await newTenant());
  people = people.toSorted((a, b) => (a.mobile < b.mobile ? -1 : 1));
  // The times jump within twenty days, and a third of them is exactly midnight in India.
  await sql`
    insert into audit_log (
      seq, at, act, actor_id, subject_kind, subject_id, previous_hash, hash
    )
    select 0, ${new Date(midnight)}::timestamptz - make_interval(
        days => n * 7 % 20, secs => case when n % 3 = 0 then 0 else n * 7919 % 86400 end
      ), (${[...acts]}::text[])[1 + n * 5 / 3 % 4], (${idsAnd(null)}::uuid[])[1 + n % 4], 'person',
      (${idsAnd("txn_fees")}::text[])[1 + n / 4 % 4], '', ''
    from generate_series(1, ${rows}::int) as n order by n
  `.execute(database());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const idsAnd = <T>(other: T) => [...people.map(({ tenantId }) => tenantId), other];
const day = fc
  .integer({ min: -22, max: 2 })
  .map((days) => new Date(midnight + days * 86_400_000 + 19_800_000).toISOString().slice(0, 10));
const filters = fc.record({
  group: fc.constantFrom<(AuditGroup | "all" | undefined)[]>(
    undefined,
    "all",
    "sign_in",
    "setting",
    "webhook",
  ),
  person: fc.constantFrom(undefined, 0, 1, 2, "93000", "nobody"),
  search: fc.constantFrom(undefined, undefined, 0, 2, "txn_fees", "#17", "23", "nothing"),
  from: fc.option(day, { nil: undefined }),
  to: fc.option(day, { nil: undefined }),
  limit: fc.integer({ min: 1, max: 40 }),
});

test("pages, count and file of random filters match a plain query", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async ({ person, search, limit, ...rest }) => {
      const filter: AuditFilter = {
        ...rest,
        person: typeof person === "number" ? people[person]?.mobile : person,
        search: typeof search === "number" ? people[search]?.tenantId.toUpperCase() : search,
      };
      const expected = await selectBySpecification(filter);
      const seen: number[] = [];
      for (let before: number | undefined; ;) {
        const page = await listLog({ ...filter, before, limit });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data.map(({ seq }) => seq));
        if (page.next === null) break;
        before = page.next;
      }
      expect(seen).toEqual(expected);
      expect(await selectAsInLongLog(filter)).toEqual(expected);
      const file = await exportLog(filter);
      expect(file.rowCount).toBe(BigInt(expected.length));
      const lines = (await text(file.content)).trim().split("\r\n").slice(1);
      expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

/** Pretends that the range has a million rows, so that the query uses the index of each subject. */
async function selectAsInLongLog(filter: AuditFilter): Promise<number[]> {
  const query = await prepareLogQuery(filter);
  if (query === null) return [];
  const long = { ...query, range: { ...query.range, count: 1_000_000n } };
  return (await selectLogRows(long, undefined, rows)).map(({ seq }) => Number(seq));
}

/** The filter's meaning as one plain query over every row. */
async function selectBySpecification({
  group,
  person,
  search,
  from,
  to,
}: AuditFilter): Promise<number[]> {
  const { rows: matches } = await sql<{ seq: bigint }>`
    select seq from audit_log
    where (${group ?? "all"} = 'all' or split_part(act, '.', 1) = ${group ?? ""})
      and (${person ?? null}::text is null or exists (
        select from people where mobile like '%' || ${person ?? ""} || '%'
          and (people.id = actor_id or people.id::text = subject_id)
      ))
      and (${search ?? null}::text is null or lower(${search ?? ""}) in (
        subject_id, actor_id::text, seq::text, '#' || seq
      ))
      and at >= ${from ? startOfDay(from) : "-infinity"} and at < ${to ? endOfDay(to) : "infinity"}
    order by seq desc
  `.execute(database());
  return matches.map(({ seq }) => Number(seq));
}

test("a name that too many people have is refused in the list and in the file", async () => {
  const addNamesakes = (from: number, to: number) =>
    sql`
      insert into people (id, mobile, name, created_at, updated_at)
      select gen_random_uuid(), (7100000000 + n)::text, 'Namesake ' || n, now(), now()
      from generate_series(${from}::int, ${to}::int) as n
    `.execute(database());
  const filter = { person: "namesake" };
  await addNamesakes(1, 200);
  expect((await listLog({ ...filter, limit: 1 })).data).toEqual([]);
  await addNamesakes(201, 201);
  const refusal = { status: 400, fields: { person: expect.stringContaining("More than 200") } };
  await expect(listLog({ ...filter, limit: 1 })).rejects.toMatchObject(refusal);
  await expect(exportLog(filter)).rejects.toMatchObject(refusal);
});

test("the check finds a day whose index does not match its rows", async () => {
  expect((await verifyLog(database())).faults).toEqual([]);
  await disableGuards(["audit_days"]);
  const { rows: days } = await sql<{ day: string; act: string }>`
    select day::text, act from audit_days order by day, act limit 2
  `.execute(database());
  const [first, second] = days.map(({ day: of, act }) => ({
    where: `day = '${of}' and act = '${act}'`,
    fault: `the index of ${of} (${act}) does not match its rows`,
  }));
  await tamper(`update audit_days set first_seq = first_seq + 1 where ${first?.where}`);
  await tamper(`delete from audit_days where ${second?.where}`);
  const { faults } = await verifyLog(database());
  expect(faults.toSorted()).toEqual([first?.fault, second?.fault].toSorted());
});
