import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import { dayEndBalances } from "./day-end-balances.ts";
import type { PostingKind } from "./posting.ts";

/**
 * A period of a wallet's statement as a range of entry numbers. Entries are numbered without gaps
 * and never change, so a range gives the same lines in every query. A statement covers the
 * available balance only.
 */
export interface EntryRange {
  readonly walletId: string;
  /** The number of the last entry before the range; 0 if there is none. */
  readonly after: bigint;
  /** The number of its last entry. */
  readonly upTo: bigint;
}

/** Opening and closing balance of a range, and its credits and debits, in paise. */
export interface StatementTotals {
  readonly openingPaise: bigint;
  readonly creditsPaise: bigint;
  readonly debitsPaise: bigint;
  readonly closingPaise: bigint;
  readonly creditCount: bigint;
  readonly debitCount: bigint;
}

/** One change of the available balance; negative for a debit. */
export interface StatementEntry {
  readonly entry: bigint;
  readonly at: Date;
  readonly kind: Exclude<PostingKind, "settle">;
  /** Id of the deposit or payout. */
  readonly subjectId: string;
  readonly paise: bigint;
  readonly balancePaise: bigint;
}

type Query = ReturnType<typeof sql>;

/** The range of a wallet's entries from one instant to before another. */
export async function findEntryRange(db: Db, walletId: string, from: Date, before: Date) {
  const [after, upTo] = await Promise.all([
    lastEntryBefore(db, walletId, from),
    lastEntryBefore(db, walletId, before),
  ]);
  return { walletId, after, upTo } satisfies EntryRange;
}

/** The available balance just before an instant, in paise: 0 before the first credit. */
export async function availableBefore(db: Db, walletId: string, instant: Date): Promise<bigint> {
  const entry = await lastEntryBefore(db, walletId, instant);
  const { rows } = await sql<{ paise: bigint }>`
    select ${balanceAt(walletId, entry)} as paise
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/**
 * The number of the wallet's last entry before an instant: a binary search over entry numbers with
 * 41 index look-ups, however long the history. Later entries never change the result for a past
 * instant, because the steps do not depend on the number of entries.
 */
async function lastEntryBefore(db: Db, walletId: string, instant: Date): Promise<bigint> {
  const { rows } = await sql<{ entry: bigint }>`
    with recursive search (entry, step) as (
      select 0::bigint, 1::bigint << 40
      union all
      select case when probe.created_at < ${instant} then entry + step else entry end, step / 2
      from search left join ledger_entries as probe
        on probe.wallet_id = ${walletId} and probe.wallet_entry = entry + step
      where step > 0
    )
    select entry from search where step = 0
  `.execute(db);
  return rows[0]?.entry ?? 0n;
}

/**
 * The totals of a range. Opening and closing are the balances stored with the entries. Credits and
 * debits come from the daily totals and the entries between the ends of the range and the nearest
 * day ends; if they do not match the balances, from the entries alone.
 * @throws {Error} if the totals still do not match: a wrong statement is never shown.
 */
export async function readStatementTotals(db: Db, range: EntryRange): Promise<StatementTotals> {
  const fromTotals = await readTotals(db, range, fromDailyTotals(range));
  if (addsUp(fromTotals)) return fromTotals;
  const totals = await readTotals(db, range, fromEntries(range));
  if (addsUp(totals)) return totals;
  const { walletId, after, upTo } = range;
  throw new Error(`The statement of wallet ${walletId} does not add up: entries ${after}-${upTo}`);
}

function addsUp({ openingPaise, creditsPaise, debitsPaise, closingPaise }: StatementTotals) {
  return openingPaise + creditsPaise - debitsPaise === closingPaise;
}

async function readTotals(db: Db, { walletId, after, upTo }: EntryRange, movements: Query) {
  const { rows } = await sql<StatementTotals>`
    select ${balanceAt(walletId, after)} as "openingPaise",
      ${balanceAt(walletId, upTo)} as "closingPaise",
      credit_paise::bigint as "creditsPaise", debit_paise::bigint as "debitsPaise",
      credit_count::bigint as "creditCount", debit_count::bigint as "debitCount"
    from (${movements}) as movements
  `.execute(db);
  const totals = rows[0];
  if (!totals) throw new Error("An aggregate without a group returned no row");
  return totals;
}

/** The available balance before a range and after it, in paise, as stored with the entries. */
export async function readRangeBalances(db: Db, { walletId, after, upTo }: EntryRange) {
  const { rows } = await sql<Pick<StatementTotals, "openingPaise" | "closingPaise">>`
    select ${balanceAt(walletId, after)} as "openingPaise",
      ${balanceAt(walletId, upTo)} as "closingPaise"
  `.execute(db);
  return rows[0] ?? { openingPaise: 0n, closingPaise: 0n };
}

function fromEntries(range: EntryRange): Query {
  return sql`select ${sums} from ledger_entries where ${inRange(range)}`;
}

const columns = ["credit_count", "credit_paise", "debit_count", "debit_paise"] as const;

const sums = sql`
  count(*) filter (where amount_paise > 0) as credit_count,
  coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) as credit_paise,
  count(*) filter (where amount_paise < 0) as debit_count,
  coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) as debit_paise
`;

/** The totals up to the last entry minus the totals up to the entry before the first. */
function fromDailyTotals({ walletId, after, upTo }: EntryRange): Query {
  const differences = columns.map((column) => {
    const [ofDays, ofRest] = [sql.ref(`days.${column}`), sql.ref(`rest.${column}`)];
    return sql`
      sum(side * (${ofDays} + sign(ends.entry - days.entry) * ${ofRest})) as ${sql.ref(column)}
    `;
  });
  return sql`
    with days as materialized (select * from ${dayEndBalances(walletId)} as days)
    select ${sql.join(differences)}
    from (values (${after}::bigint, -1), (${upTo}::bigint, 1)) as ends (entry, side)
    cross join lateral (
      select * from days order by abs(days.entry - ends.entry), days.entry limit 1
    ) as days
    cross join lateral (
      select ${sums} from ledger_entries
      where wallet_id = ${walletId} and account = 'available'
        and wallet_entry > least(days.entry, ends.entry)::bigint
        and wallet_entry <= greatest(days.entry, ends.entry)::bigint
    ) as rest
  `;
}

/** Lines of a range, oldest first, after the first `skip` ones. */
export async function readStatementLines(
  db: Db,
  range: EntryRange,
  { limit, skip = 0 }: { readonly limit: number; readonly skip?: number },
): Promise<StatementEntry[]> {
  const start = skip > 0 ? await findPageStart(db, range, skip) : { entry: range.after, skip };
  const { rows } = await sql<StatementEntry>`
    select wallet_entry as entry, ledger_entries.created_at as at, kind, subject_id as "subjectId",
      amount_paise as paise, balance_after_paise as "balancePaise"
    from ledger_entries join ledger_postings on ledger_postings.id = posting_id
    where ${inRange({ ...range, after: start.entry })}
    order by wallet_entry limit ${limit} offset ${start.skip}
  `.execute(db);
  return rows;
}

/**
 * The start of a page deep in a range: an entry that is the last of its day, and the number of
 * lines to skip after it, so that only these are read. Uses the last day before the page at whose
 * end entry numbers and clocks agree, otherwise the start of the range.
 */
async function findPageStart(db: Db, { walletId, after }: EntryRange, skip: number) {
  const { rows } = await sql<{ entry: bigint; skip: number }>`
    with days as materialized (
      select entry, credit_count + debit_count as lines,
        (day + 1)::timestamp at time zone 'Asia/Kolkata' as over
      from ${dayEndBalances(walletId)} as days
    ), start as (
      select days.lines + sign(${after} - days.entry) * (
        select count(*) from ledger_entries
        where wallet_id = ${walletId} and account = 'available'
          and wallet_entry > least(days.entry, ${after})::bigint
          and wallet_entry <= greatest(days.entry, ${after})::bigint
      ) as lines
      from days order by abs(days.entry - ${after}), days.entry limit 1
    ), near as (
      select days.* from days, start
      where days.entry > ${after} and days.lines <= start.lines + ${skip}
      order by days.entry desc limit 3
    )
    select near.entry::bigint as entry, (start.lines + ${skip} - near.lines)::int as skip
    from near, start
    where exists (select from ${entryOf(walletId, sql`near.entry`)} and created_at < over)
      and not exists (select from ${entryOf(walletId, sql`near.entry + 1`)} and created_at < over)
    order by near.entry desc limit 1
  `.execute(db);
  return rows[0] ?? { entry: after, skip };
}

function entryOf(walletId: string, entry: Query): Query {
  return sql`ledger_entries where wallet_id = ${walletId} and wallet_entry = (${entry})::bigint`;
}

/** Every line of a range, oldest first, in lists. No connection is held between two lists. */
export async function* streamStatementLines(
  db: Db,
  range: EntryRange,
  linesAtOnce: number,
): AsyncGenerator<StatementEntry[]> {
  for (let { after } = range; ;) {
    const lines = await readStatementLines(db, { ...range, after }, { limit: linesAtOnce });
    if (lines.length > 0) yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < linesAtOnce) return;
    after = last.entry;
  }
}

function inRange({ walletId, after, upTo }: EntryRange) {
  return sql`
    wallet_id = ${walletId} and account = 'available'
      and wallet_entry > ${after} and wallet_entry <= ${upTo}
  `;
}

/** The available balance after an entry. */
function balanceAt(walletId: string, entry: bigint) {
  return sql`
    coalesce((
      select balance_after_paise from ledger_entries
      where wallet_id = ${walletId} and account = 'available' and wallet_entry <= ${entry}
      order by wallet_entry desc limit 1
    ), 0)::bigint
  `;
}
