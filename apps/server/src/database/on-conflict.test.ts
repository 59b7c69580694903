// The guarantee: an insert that counts on the conflict of one index can't fail on another one.
// PostgreSQL looks at the named index first and then writes into all of them: of two equal rows at
// the same moment, the second may meet the first one in another unique index, which is an error.
import pg from "pg";
import { expect, test } from "vitest";
import { listFiles, readText } from "../../../../scripts/list-files.ts";
import { cloneDatabase } from "../../test/clone-database.ts";

const insertWithConflict =
  /insert into (?<table>\w+) \((?<inserted>[^)]*)\)(?:(?!insert into)[\s\S])*?on conflict(?: \((?<columns>[^)]*)\))?/g;

const listed = (columns = "") => columns.split(",").map((column) => column.trim());

/** Each `on conflict` with columns; without them, every index counts. */
function conflictTargets() {
  const sources = [...listFiles("apps/server/src"), ...listFiles("db/functions")].filter(
    (file) => /\.(ts|sql)$/.test(file) && !file.endsWith(".test.ts"),
  );
  return sources
    .flatMap((file) => [...readText(file).matchAll(insertWithConflict)])
    .flatMap(({ groups }) =>
      groups?.["table"] && groups["columns"]
        ? [
            {
              table: groups["table"],
              columns: groups["columns"],
              inserted: listed(groups["inserted"]),
            },
          ]
        : [],
    );
}

test("no other unique index stands beside the one that an insert names for its conflict", async () => {
  const targets = conflictTargets();
  expect(targets.length).toBeGreaterThan(15);
  const { url, drop } = await cloneDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ table: string; columns: string }>(`
    select indrelid::regclass::text as table,
      (select string_agg(attname, ', ' order by place)
       from unnest(indkey) with ordinality as key (number, place)
       join pg_attribute on attrelid = indrelid and attnum = number) as columns
    from pg_index where indisunique
  `);
  await client.end();
  await drop();
  // An id is new for each row; a column that is not inserted is null.
  const others = targets.flatMap(({ table, columns, inserted }) =>
    rows.filter(
      (index) =>
        index.table === table &&
        ![columns, "id"].includes(index.columns) &&
        listed(index.columns).every((column) => inserted.includes(column)),
    ),
  );
  expect(others).toEqual([]);
});
