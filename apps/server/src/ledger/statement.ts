import { sql } from "kysely";
import type { Db } from "../db.ts";
import { dayEnds } from "./day-ends.ts";
import type { PostingKind } from "./posting.ts";

/**
 * A statement of a wallet's available balance: what went in and out of what can be spent.
 * A period is a stretch of the wallet's entries, which are numbered without a gap and never
 * change: whoever has the stretch reads the same lines for ever, in any number of statements.
 */
export interface Stretch {
  readonly walletId: string;
  /** The number of the last entry before it; 0 when there is none. */
  readonly after: bigint;
  /** The number of its last entry. */
  readonly upTo: bigint;
}

/** What the period began with, what came and went, and what it ended with, in paise. */
export interface StatementFigures {
  readonly openingPaise: bigint;
  readonly creditsPaise: bigint;
  readonly debitsPaise: bigint;
  readonly closingPaise: bigint;
  readonly creditCount: bigint;
  readonly debitCount: bigint;
}

/** One change of what can be spent: below zero when money left. */
export interface StatementEntry {
  readonly entry: bigint;
  readonly at: Date;
  readonly kind: Exclude<PostingKind, "settle">;
  /** The deposit or payout that it is about. */
  readonly subjectId: string;
  readonly paise: bigint;
  readonly balancePaise: bigint;
}

type Query = ReturnType<typeof sql>;

/** The entries of a wallet from one instant to before another. */
export async function stretchOf(db: Db, walletId: string, from: Date, before: Date) {
  const [after, upTo] = await Promise.all([
    lastEntryBefore(db, walletId, from),
    lastEntryBefore(db, walletId, before),
  ]);
  return { walletId, after, upTo } satisfies Stretch;
}

/** What a wallet could spend just before an instant, in paise: 0 before its first credit. */
export async function availableBefore(db: Db, walletId: string, instant: Date): Promise<bigint> {
  const entry = await lastEntryBefore(db, walletId, instant);
  const { rows } = await sql<{ paise: bigint }>`
    select ${balanceAt(walletId, entry)} as paise
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/**
 * The number of the wallet's last entry before an instant, in some forty look-ups of the index on
 * the numbers, however long the history. The steps do not depend on how many entries there are:
 * entries that come later never move a boundary that lies in the past.
 */
async function lastEntryBefore(db: Db, walletId: string, instant: Date): Promise<bigint> {
  const { rows } = await sql<{ entry: bigint }>`
    with recursive descent (entry, step) as (
      select 0::bigint, 1::bigint << 40
      union all
      select case when found.created_at < ${instant} then entry + step else entry end, step / 2
      from descent left join ledger_entries as found
        on found.wallet_id = ${walletId} and found.wallet_entry = entry + step
      where step > 0
    )
    select entry from descent where step = 0
  `.execute(db);
  return rows[0]?.entry ?? 0n;
}

/**
 * The figures of a stretch. Opening and closing are the balances that the ledger kept. What came
 * and went is read from its days, and from the entries between the stretch's ends and the nearest
 * ends of days; where that does not agree with the balances, from the entries alone.
 * @throws when the four do not agree: a statement that is not true is never shown.
 */
export async function figuresOf(db: Db, stretch: Stretch): Promise<StatementFigures> {
  const quick = await read(db, stretch, fromDays(stretch));
  if (addsUp(quick)) return quick;
  const figures = await read(db, stretch, fromEntries(stretch));
  if (addsUp(figures)) return figures;
  const { walletId, after, upTo } = stretch;
  throw new Error(`The statement of wallet ${walletId} does not add up: entries ${after}-${upTo}`);
}

function addsUp({ openingPaise, creditsPaise, debitsPaise, closingPaise }: StatementFigures) {
  return openingPaise + creditsPaise - debitsPaise === closingPaise;
}

async function read(db: Db, { walletId, after, upTo }: Stretch, moved: Query) {
  const { rows } = await sql<StatementFigures>`
    select ${balanceAt(walletId, after)} as "openingPaise",
      ${balanceAt(walletId, upTo)} as "closingPaise",
      credit_paise::bigint as "creditsPaise", debit_paise::bigint as "debitsPaise",
      credit_count::bigint as "creditCount", debit_count::bigint as "debitCount"
    from (${moved}) as moved
  `.execute(db);
  const figures = rows[0];
  if (!figures) throw new Error("A sum without a group is always one row");
  return figures;
}

function fromEntries(stretch: Stretch): Query {
  return sql`select ${added} from ledger_entries where ${within(stretch)}`;
}

const figures = ["credit_count", "credit_paise", "debit_count", "debit_paise"] as const;

const added = sql`
  count(*) filter (where amount_paise > 0) as credit_count,
  coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) as credit_paise,
  count(*) filter (where amount_paise < 0) as debit_count,
  coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) as debit_paise
`;

/** What came and went up to the last entry, less what did up to the one before the first. */
function fromDays({ walletId, after, upTo }: Stretch): Query {
  const sums = figures.map((figure) => {
    const [ofDays, ofRest] = [sql.ref(`days.${figure}`), sql.ref(`rest.${figure}`)];
    return sql`
      sum(side * (${ofDays} + sign(ends.entry - days.entry) * ${ofRest})) as ${sql.ref(figure)}
    `;
  });
  return sql`
    with days as materialized (select * from ${dayEnds(walletId)} as days)
    select ${sql.join(sums)}
    from (values (${after}::bigint, -1), (${upTo}::bigint, 1)) as ends (entry, side)
    cross join lateral (
      select * from days order by abs(days.entry - ends.entry), days.entry limit 1
    ) as days
    cross join lateral (
      select ${added} from ledger_entries
      where wallet_id = ${walletId} and account = 'available'
        and wallet_entry > least(days.entry, ends.entry)::bigint
        and wallet_entry <= greatest(days.entry, ends.entry)::bigint
    ) as rest
  `;
}

/** Some lines of a stretch, oldest first. */
export async function linesOf(
  db: Db,
  stretch: Stretch,
  { limit, skip = 0 }: { readonly limit: number; readonly skip?: number },
): Promise<StatementEntry[]> {
  const from = skip > 0 ? await placeOf(db, stretch, skip) : { entry: stretch.after, skip };
  const { rows } = await sql<StatementEntry>`
    select wallet_entry as entry, ledger_entries.created_at as at, kind, subject_id as "subjectId",
      amount_paise as paise, balance_after_paise as "balancePaise"
    from ledger_entries join ledger_postings on ledger_postings.id = posting_id
    where ${within({ ...stretch, after: from.entry })}
    order by wallet_entry limit ${limit} offset ${from.skip}
  `.execute(db);
  return rows;
}

/**
 * Where a page deep in a stretch begins: behind an entry that is the last of its day, and how many
 * lines of the next day are skipped, which are all that has to be read. Of the days that end
 * before the page, the last one at which numbers and clocks agree; else the stretch's own start.
 */
async function placeOf(db: Db, { walletId, after }: Stretch, skip: number) {
  const { rows } = await sql<{ entry: bigint; skip: number }>`
    with days as materialized (
      select entry, credit_count + debit_count as lines,
        (day + 1)::timestamp at time zone 'Asia/Kolkata' as over
      from ${dayEnds(walletId)} as days
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

/** Every line of a stretch, oldest first, some at a time: no connection is kept between. */
export async function* allLinesOf(
  db: Db,
  stretch: Stretch,
  linesAtOnce: number,
): AsyncGenerator<StatementEntry[]> {
  for (let { after } = stretch; ;) {
    const lines = await linesOf(db, { ...stretch, after }, { limit: linesAtOnce });
    if (lines.length > 0) yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < linesAtOnce) return;
    after = last.entry;
  }
}

function within({ walletId, after, upTo }: Stretch) {
  return sql`
    wallet_id = ${walletId} and account = 'available'
      and wallet_entry > ${after} and wallet_entry <= ${upTo}
  `;
}

/** What could be spent after an entry. */
function balanceAt(walletId: string, entry: bigint) {
  return sql`
    coalesce((
      select balance_after_paise from ledger_entries
      where wallet_id = ${walletId} and account = 'available' and wallet_entry <= ${entry}
      order by wallet_entry desc limit 1
    ), 0)::bigint
  `;
}
