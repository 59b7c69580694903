import { sql } from "kysely";
import type { Db } from "../db.ts";
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
 * The figures of a stretch. Opening and closing are the balances that the ledger kept, the sums
 * are added up from the entries between.
 * @throws when the four do not agree: a statement that is not true is never shown.
 */
export async function figuresOf(db: Db, stretch: Stretch): Promise<StatementFigures> {
  const { walletId, after, upTo } = stretch;
  const { rows } = await sql<StatementFigures>`
    select ${balanceAt(walletId, after)} as "openingPaise",
      ${balanceAt(walletId, upTo)} as "closingPaise",
      coalesce(sum(amount_paise) filter (where amount_paise > 0), 0)::bigint as "creditsPaise",
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0)::bigint as "debitsPaise",
      count(*) filter (where amount_paise > 0) as "creditCount",
      count(*) filter (where amount_paise < 0) as "debitCount"
    from ledger_entries where ${within(stretch)}
  `.execute(db);
  const figures = rows[0];
  if (!figures) throw new Error("A sum without a group is always one row");
  const { openingPaise, creditsPaise, debitsPaise, closingPaise } = figures;
  if (openingPaise + creditsPaise - debitsPaise !== closingPaise) {
    throw new Error(
      `The statement of wallet ${walletId} does not add up: entries ${after}-${upTo}`,
    );
  }
  return figures;
}

/** Some lines of a stretch, oldest first. */
export async function linesOf(
  db: Db,
  stretch: Stretch,
  { limit, skip = 0 }: { readonly limit: number; readonly skip?: number },
): Promise<StatementEntry[]> {
  const { rows } = await sql<StatementEntry>`
    select wallet_entry as entry, ledger_entries.created_at as at, kind, subject_id as "subjectId",
      amount_paise as paise, balance_after_paise as "balancePaise"
    from ledger_entries join ledger_postings on ledger_postings.id = posting_id
    where ${within(stretch)}
    order by wallet_entry limit ${limit} offset ${skip}
  `.execute(db);
  return rows;
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
