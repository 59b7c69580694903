import { sql, type RawBuilder } from "kysely";
import type { Db } from "../database/db.ts";
import { endOfDay, startOfDay } from "../kernel/days.ts";
import type { PostingKind } from "./posting.ts";
import type { EntryRange } from "./statement.ts";

/** The postings of one kind on a wallet, in paise. */
export interface KindTotal {
  readonly count: bigint;
  /** The change of the wallet's accounts, without a sign. */
  readonly totalPaise: bigint;
  /** What the provider paid; negative for what came back. */
  readonly providerPaise: bigint;
  /** Earned fee and GST; negative if refunded. */
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

export type KindTotals = Partial<Record<PostingKind, KindTotal>>;

/** Days in Asia/Kolkata, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The totals of a wallet's postings by kind, from the daily totals: as many rows as days and kinds,
 * however many postings.
 * @param days absent: everything.
 */
export function sumKinds(db: Db, walletId: string, days?: Days): Promise<KindTotals> {
  return readTotals(
    db,
    sql`
      select kind, count, total_paise, provider_paise, fee_paise, gst_paise
      from ledger_days
      where wallet_id = ${walletId} ${days ? sql`and day between ${days.from} and ${days.to}` : sql``}
    `,
  );
}

/**
 * The totals of the available balance's entries in a range by kind, without settlements and charges:
 * where the daily totals do not explain its balances.
 */
export function sumKindsOfEntries(db: Db, range: EntryRange): Promise<KindTotals> {
  return readTotals(
    db,
    sql`
      select kind, 1 as count, abs(amount_paise) as total_paise,
        0 as provider_paise, 0 as fee_paise, 0 as gst_paise
      from ledger_entries join ledger_postings on ledger_postings.id = posting_id
      where wallet_id = ${range.walletId} and account = 'available' and ${inRange(range)}
    `,
  );
}

/**
 * The totals of the postings of some subjects by kind, from their entries: each subject costs a few
 * index look-ups.
 * @param subjects a query of ids: of payouts without charges, and of parts that came back of these.
 * @param within days or entries; absent: everything.
 */
export function sumKindsOfSubjects(
  db: Db,
  walletId: string,
  subjects: RawBuilder<unknown>,
  within?: Days | EntryRange,
): Promise<KindTotals> {
  return readTotals(
    db,
    sql`
      select posting.kind, 1 as count, abs(entry.amount_paise) as total_paise,
        case posting.kind when 'settle' then -entry.amount_paise
          when 'reverse' then -entry.amount_paise
          when 'partial_return' then -entry.amount_paise else 0 end as provider_paise,
        0 as fee_paise, 0 as gst_paise
      from (${subjects}) as subject
      cross join lateral (
        select id, kind from ledger_postings where subject_id = subject.id ${fixedOrder}
      ) as posting
      cross join lateral (
        select amount_paise from ledger_entries
        where posting_id = posting.id and wallet_id = ${walletId}
          -- A hold and a release have an entry on each of the wallet's accounts.
          and (account = 'available' or posting.kind = 'settle')
          and ${within ? isWithin(within) : sql`true`}
        ${fixedOrder}
      ) as entry
    `,
  );
}

/** Reads a lateral subquery for each row before it, by its index, also while statistics are old. */
const fixedOrder = sql`offset 0`;

function isWithin(within: Days | EntryRange): RawBuilder<unknown> {
  if ("after" in within) return inRange(within);
  const { from, to } = within;
  return sql`created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)}`;
}

function inRange({ after, upTo }: EntryRange): RawBuilder<unknown> {
  return sql`wallet_entry > ${after} and wallet_entry <= ${upTo}`;
}

async function readTotals(db: Db, rowsOfKinds: RawBuilder<unknown>): Promise<KindTotals> {
  const { rows } = await sql<KindTotal & { readonly kind: PostingKind }>`
    select kind, sum(count)::bigint as count, sum(total_paise)::bigint as "totalPaise",
      sum(provider_paise)::bigint as "providerPaise", sum(fee_paise)::bigint as "feePaise",
      sum(gst_paise)::bigint as "gstPaise"
    from (${rowsOfKinds}) as kinds group by kind
  `.execute(db);
  return Object.fromEntries(rows.map(({ kind, ...total }) => [kind, total]));
}

/** All postings without those of a part. */
export function subtractKinds(all: KindTotals, part: KindTotals): KindTotals {
  return Object.fromEntries(
    Object.entries(all).map(([kind, total]) => {
      const less = part[kind as PostingKind] ?? noPostings;
      const rest = amounts.map((amount) => [amount, total[amount] - less[amount]]);
      return [kind, Object.fromEntries(rest)];
    }),
  );
}

export const noPostings: KindTotal = {
  count: 0n,
  totalPaise: 0n,
  providerPaise: 0n,
  feePaise: 0n,
  gstPaise: 0n,
};
const amounts = Object.keys(noPostings) as (keyof KindTotal)[];
