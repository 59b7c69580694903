import type { SearchOrder } from "@rokad/contract/search-orders";
import { sql, type RawBuilder } from "kysely";
import { microsecondsOf, timeOf } from "../../database/cursor-time.ts";
import type { Db } from "../../database/db.ts";
import { boundsOf } from "../find-page-range.ts";
import { bytes, hasNeedles } from "./has-needles.ts";
import { amountsRange, type Needle, type Search, type TermRange } from "./read-search.ts";
import { startOf, type Position } from "./search-cursor.ts";
import { kindTable, newestOf, termsOfRow, type Kind } from "./search-kinds.ts";

export interface Query {
  readonly tenantId: string;
  readonly kinds: readonly Kind[];
  /** Without needles, the rows of all amounts: only in order of amount. */
  readonly search: Search;
  readonly order: SearchOrder;
  /** Days in Asia/Kolkata, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A condition on `keys.kind` and `keys.id`, such as a status. */
  readonly condition?: RawBuilder<boolean>;
  readonly after?: Position | undefined;
  readonly limit: number;
}

export interface Match {
  readonly kind: Kind;
  readonly id: string;
}

export interface Matches {
  readonly matches: readonly Match[];
  /** The last entry that was read, after which the search goes on; null at its end. Rows may be few or none before it. */
  readonly next: Position | null;
  /** Too many words begin with what was typed: some of them were not looked up. */
  readonly isTooWide: boolean;
}

/** The entries that one statement reads, and one request in several statements. */
const keysPerStatement = 200;
const keysPerRequest = 2_000;
/** The words that begin with what was typed. */
const termsMax = 64;
/** A needle with fewer entries is looked up before the others. */
const rareMax = 200;

/**
 * The rows that match every needle, in order. It reads the entries of the rarest needle by index and
 * compares the rest with each row, so it costs the same among ten thousand and ten million rows. It
 * counts nothing: a search ends at its page, and goes on from the cursor.
 */
export async function findMatches(db: Db, query: Query): Promise<Matches> {
  const { needles } = query.search;
  const isByAmount = query.order === "largest" || query.order === "smallest";
  if (needles.length === 0 && !isByAmount) return { matches: [], next: null, isTooWide: false };
  const driver = isByAmount ? undefined : await rarestOf(db, query);
  const matches: Match[] = [];
  let { after } = query;
  let read = 0;
  for (;;) {
    const { keys, isTooWide } = await (driver
      ? readKeys(db, { ...query, after }, driver)
      : readAmounts(db, { ...query, after }));
    for (const key of keys) {
      if (key.is_match) matches.push({ kind: key.kind, id: key.id });
      if (matches.length < query.limit) continue;
      const isLast = key === keys.at(-1) && keys.length < keysPerStatement;
      return { matches, next: isLast ? null : startOf(key), isTooWide };
    }
    read += keys.length;
    const last = keys.at(-1);
    if (!last || keys.length < keysPerStatement) return { matches, next: null, isTooWide };
    if (read >= keysPerRequest) return { matches, next: startOf(last), isTooWide };
    after = startOf(last);
  }
}

interface Key extends Position {
  readonly kind: Kind;
  readonly is_match: boolean;
}

interface Keys {
  readonly keys: readonly Key[];
  /** Some of the words were not looked up: there may be matches though there are no keys. */
  readonly isTooWide: boolean;
}

/** The needle with the fewest entries: the first of those that have more than a few. */
async function rarestOf(db: Db, { tenantId, kinds, search }: Query): Promise<Needle> {
  const [first] = search.needles;
  if (!first) throw new Error("A search has at least one needle");
  if (search.needles.length === 1) return first;
  const counts = search.needles.map((needle, at) => {
    const entries = needle.flatMap(({ find }) =>
      kinds.map(
        (kind) => sql`
          (
            select from search_terms
            where tenant_id = ${tenantId} and kind = ${kind}
              and term >= ${find.low} and term < ${find.high}
            limit ${rareMax}
          )
        `,
      ),
    );
    return sql`
      select ${at}::int as at, least(count(*), ${rareMax}) as count
      from (${sql.join(entries, sql` union all `)}) as entries
    `;
  });
  const { rows } = await sql<{ at: number }>`
    select at from (${sql.join(counts, sql` union all `)}) as counts order by count, at limit 1
  `.execute(db);
  return search.needles[rows[0]?.at ?? 0] ?? first;
}

/** The next entries of a needle, in order of time. */
async function readKeys(db: Db, query: Query, driver: Needle): Promise<Keys> {
  const { tenantId, kinds } = query;
  const { since, until } = boundsOf(query);
  const isAscending = query.order === "oldest";
  const direction = isAscending ? sql`asc` : sql`desc`;
  const beyond = isAscending ? sql`>` : sql`<`;
  const { after } = query;
  const within = sql`
    at >= ${since} and at < ${until} and ${
      after ? sql`(at, id) ${beyond} (${timeOf(after)}, ${after.id}::uuid)` : sql`true`
    }
  `;
  const ranges = kinds.flatMap((kind) =>
    driver.map(({ find }) => sql`(${kind}, ${find.low}, ${find.high})`),
  );
  const newest = kinds.flatMap((kind) => newestOf(kind, tenantId));
  const byReference = kinds.flatMap((kind) => {
    const { ofReference } = kindTable[kind];
    return ofReference ? [ofReference(tenantId, query.search.references)] : [];
  });
  const { rows } = await sql<(Key | { readonly id: null }) & { readonly is_too_wide: boolean }>`
    with recursive ranges (kind, low, high) as (values ${sql.join(ranges)}),
    starts as (
      select kind, high, (
        select term from search_terms as entry
        where entry.tenant_id = ${tenantId} and entry.kind = ranges.kind
          and entry.term >= low and entry.term < high
        order by entry.tenant_id, entry.kind, entry.term limit 1
      ) as term
      from ranges
      union all
      -- Skips the other entries of a term, so that a frequent word costs what a rare one does.
      select kind, high, (
        select term from search_terms as entry
        where entry.tenant_id = ${tenantId} and entry.kind = starts.kind
          and entry.term > starts.term and entry.term < high
        order by entry.tenant_id, entry.kind, entry.term limit 1
      )
      from starts where term is not null
    ),
    terms as materialized (
      select kind, term from starts where term is not null limit ${termsMax + 1}
    ),
    stored as (
      select kind, at, id from terms cross join lateral (
        select at, id from (
          select tenant_id, entry.kind, entry.term, at, subject_id as id from search_terms as entry
          where entry.tenant_id = ${tenantId} and entry.kind = terms.kind
            and entry.term = terms.term
        ) as entries
        where ${within}
        order by at ${direction}, id ${direction}
        limit ${keysPerStatement}
      ) as newest
    ),
    -- Rows whose terms no worker has written yet.
    unwritten as (
      select kind, at, id from (${sql.join(newest, sql` union all `)}) as newest
      where ${within} and exists (
        select from unnest(terms) as term join ranges on ranges.kind = newest.kind
        where term ${bytes} >= low and term ${bytes} < high
      )
    ),
    keys as materialized (
      select * from (
        select * from stored union select * from unwritten
        union select * from (${
          byReference.length > 0 ? sql.join(byReference, sql` union all `) : noKeys
        }) as referenced where ${within}
      ) as found
      order by at ${direction}, id ${direction} limit ${keysPerStatement}
    )
    select compared.*, width.is_too_wide
    from (select count(*) > ${termsMax} as is_too_wide from terms) as width
    left join (
      select keys.kind, keys.id, at, ${microseconds} as time, '' as term,
        ${matchesAll(query)} as is_match
      from keys cross join lateral (select ${termsOfRow(kinds, tenantId)} as terms) as own
    ) as compared on true
    order by at ${direction}, id ${direction}
  `.execute(db);
  return {
    keys: rows.flatMap((row) => (row.id === null ? [] : [row])),
    isTooWide: rows[0]?.is_too_wide ?? false,
  };
}

/** The next entries of amounts, in order of amount. */
async function readAmounts(db: Db, query: Query): Promise<Keys> {
  const { tenantId, kinds, after } = query;
  const { since, until } = boundsOf(query);
  const isAscending = query.order === "smallest";
  const direction = isAscending ? sql`asc` : sql`desc`;
  const beyond = isAscending ? sql`>` : sql`<`;
  const continued = after
    ? sql`(term, at, id) ${beyond} (${after.term}, ${timeOf(after)}, ${after.id}::uuid)`
    : sql`true`;
  const ofAmount = ({ low, high }: TermRange) =>
    sql`term ${bytes} >= ${low} and term ${bytes} < ${high}`;
  const entries = kinds.map(
    (kind) => sql`
      (
        select kind, term, at, id from (
          select tenant_id, kind, term, at, subject_id as id from search_terms
          where tenant_id = ${tenantId} and kind = ${kind} and ${ofAmount(amountsRange)}
        ) as entries
        where ${continued}
        order by term ${direction}, at ${direction}, id ${direction} limit ${keysPerStatement}
      )
      union
      select kind, term, at, id from (${sql.join(newestOf(kind, tenantId), sql` union all `)}) as newest
      cross join lateral unnest(terms) as term
      where ${ofAmount(amountsRange)} and ${continued}
    `,
  );
  const { rows } = await sql<Key>`
    with keys as materialized (
      select * from (${sql.join(entries, sql` union `)}) as entries
      order by term ${direction}, at ${direction}, id ${direction} limit ${keysPerStatement}
    )
    select keys.kind, keys.id, ${microseconds} as time, keys.term,
      at >= ${since} and at < ${until} and keys.term = any(own.terms) and ${matchesAll(query)}
        as is_match
    from keys cross join lateral (select ${termsOfRow(kinds, tenantId)} as terms) as own
    order by keys.term ${direction}, at ${direction}, id ${direction}
  `.execute(db);
  return { keys: rows, isTooWide: false };
}

/** Whether a row still has a term of each needle, and meets the condition of the history. */
function matchesAll({ search, condition }: Query): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    own.terms is not null and ${hasNeedles(search, sql`own.terms`)}
      and ${condition ?? sql`true`},
    false
  )`;
}

const noKeys = sql`select null as kind, null::timestamptz as at, null::uuid as id where false`;

const microseconds = microsecondsOf(sql`at`);
