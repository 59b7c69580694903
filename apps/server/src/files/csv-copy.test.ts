// The guarantee: a file that PostgreSQL writes equals, byte for byte, that of `csv-file.ts`, whatever
// the rows contain; and a cancelled file releases its connection.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../test/world.ts";
import { copyCsv, type CsvCopy } from "./csv-copy.ts";
import { instantCell, rupeesCell, textCell } from "./csv-cells.ts";
import { csvText, type Cell } from "./csv-file.ts";
import { database } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await sql`create table written (number int, words text, at timestamptz, paise bigint, encrypted bytea, id uuid)`.execute(
    database(),
  );
});
afterAll(() => world.close());

const difficult = [
  ..."=+-@\t\r\n＝＋－＠",
  "",
  " ",
  "=cmd|' /C calc'!A0",
  "-1+1",
  "\t=1",
  "＝1",
  "a,b",
  'say "hi"',
  '"',
  '""',
  ",",
  "two\n=lines()",
  "two\r\nlines",
  "\\.",
  "\\N",
  "NULL",
  "\\x00",
  "' or 1=1 --",
  "$1 $2",
  "रोकड़ ₹ 😀",
  "\u{FEFF}x",
  "\u2028",
];

const csv: CsvCopy = {
  columns: [
    ["Words", textCell(sql`words`)],
    ["At", instantCell(sql`at`)],
    ["Encrypted", sql`null::text`],
    ["Paise", rupeesCell(sql`paise`)],
    ["Again", textCell(sql`words`)],
  ],
  encrypted: {
    title: "Encrypted",
    bytes: sql`encrypted`,
    rowId: sql`id`,
    decrypt: (_id, bytes) => bytes.toString("utf8"),
  },
  from: sql`written order by number`,
};

interface Written {
  readonly words: string | null;
  readonly at: Date;
  readonly paise: bigint;
  readonly encrypted: string | null;
}

async function bothWays(rows: readonly Written[]): Promise<[string, string]> {
  await sql`truncate written`.execute(database());
  const values = rows.map(({ words, at, paise, encrypted }, number) => {
    const bytes = encrypted === null ? null : Buffer.from(encrypted);
    return sql`(${number}, ${words}, ${at}, ${paise}, ${bytes}, ${newId()})`;
  });
  await sql`insert into written values ${sql.join(values)}`.execute(database());
  const cells = rows.map(({ words, at, paise, encrypted }) => [words, at, encrypted, paise, words]);
  return [await joined(copyCsv(database(), csv, 10)), await asRows(csv, cells)];
}

/** Keeps the byte order mark, which reading as text would remove. */
async function joined(bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}

async function asRows({ columns }: CsvCopy, rows: readonly (readonly Cell[])[]): Promise<string> {
  async function* each() {
    yield* rows;
  }
  const titles = columns.map(([title]) => title);
  let whole = "";
  for await (const part of csvText(titles, each())) whole += part;
  return Buffer.from(whole).toString("latin1");
}

test("writes every difficult cell as csv-file.ts does", async () => {
  const [written, expected] = await bothWays(
    difficult.map((words, nth) => ({
      words,
      at: new Date(1_790_000_000_999 + nth * 12_345_678),
      paise: BigInt(nth - 5) * 101n,
      encrypted: nth % 3 === 0 ? null : words,
    })),
  );
  expect(written).toBe(expected);
});

test("writes every random cell as csv-file.ts does", async () => {
  const words = fc.oneof(
    fc.constantFrom(...difficult),
    // PostgreSQL stores no NUL and no lone surrogate, and no call accepts them.
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
    fc
      .array(fc.constantFrom('"', ",", "\r", "\n", "=", "'", "a"), { maxLength: 6 })
      .map((all) => all.join("")),
  );
  const row = fc.record({
    words: fc.option(words),
    encrypted: fc.option(words),
    at: fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
    paise: fc.bigInt(-(10n ** 15n), 10n ** 15n),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const [written, expected] = await bothWays(rows);
      expect(written).toBe(expected);
    }),
    { numRuns: 12 },
  );
});

test("treats values in a filter as values", async () => {
  const words = textCell(sql`words`);
  const both: CsvCopy = {
    columns: [
      ["Words", words],
      ["Again", words],
    ],
    from: sql`written`,
  };
  await sql`truncate written`.execute(database());
  const values = difficult.map((each) => sql`(${each})`);
  await sql`insert into written (words) values ${sql.join(values)}`.execute(database());
  for (const each of difficult) {
    const copy = copyCsv(database(), { ...both, from: sql`written where words = ${each}` }, 10);
    expect(await joined(copy)).toBe(await asRows(both, [[each, each]]));
    expect(copy.rows()).toBe(1n);
  }
});

test("a value that can't be decrypted fails the file and discards its connection", async () => {
  await sql`truncate written`.execute(database());
  await sql`insert into written select n, 'x', now(), n, '\\x00', gen_random_uuid() from generate_series(1, 5000) n`.execute(
    database(),
  );
  const decrypt = () => {
    throw new Error("altered");
  };
  const broken = { ...csv, encrypted: { ...csv.encrypted!, decrypt } };
  for (let time = 0; time < 12; time += 1) {
    await expect(joined(copyCsv(database(), broken, 10))).rejects.toThrow("altered");
  }
  expect(await sql`select 1 as one`.execute(database())).toMatchObject({ rows: [{ one: 1 }] });
});

test("a file over its time limit releases its connection, even if the reader is idle", async () => {
  await sql`truncate written`.execute(database());
  await sql`insert into written select n, repeat('x', 500), now(), n from generate_series(1, 40000) n`.execute(
    database(),
  );
  const pieces = copyCsv(database(), csv, 2)[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.next();
  const copying = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query like 'copy%' and state <> 'idle'
    `.execute(database());
    return rows[0]?.count;
  };
  expect(await copying()).toBe(1);
  await expect.poll(copying).toBe(0);
  await expect(async () => {
    for (let piece = await pieces.next(); !piece.done;) piece = await pieces.next();
  }).rejects.toThrow("took more than 2 s");
});
