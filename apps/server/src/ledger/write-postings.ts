import { now } from "../kernel/clock.ts";
import type { Tx } from "../database/db.ts";
import { sql } from "kysely";
import { dailyTotalsOf } from "./daily-totals.ts";
import { prepared } from "../database/prepared-statements.ts";
import { columnList, unnestRows, type RowOf } from "../database/unnest-rows.ts";

import { noTenantId, type Posting, type Wallet } from "./posting.ts";
import { addRepayments, type NumberedPosting, type Repayment } from "./repay-receivables.ts";

/**
 * Locks wallets for the rest of the transaction, in id order. Closes the race between two batches
 * that share wallets: without an order they could deadlock.
 * @throws {Error} if a wallet does not exist.
 */
export async function lockWallets(db: Tx, ids: Iterable<string>): Promise<Map<string, Wallet>> {
  const walletIds = [...new Set(ids)];
  const { rows } = await sql<Wallet>`
    ${prepared} select id, available_paise as available, held_paise as held, entry_count as "entryCount",
      receivable_paise as receivable
    from wallets where id = any(${walletIds}::uuid[]) order by id for update
  `.execute(db);
  const wallets = new Map(rows.map((wallet) => [wallet.id, wallet]));
  for (const id of walletIds)
    if (!wallets.has(id)) throw new Error(`Wallet ${id} was never opened`);
  return wallets;
}

/**
 * Writes postings on wallets that this transaction has locked, in one statement: the entries with
 * the balance after each, the daily totals and the new balances of the wallets. What is credited
 * to a wallet that owes something pays it off first, in the same statement.
 * @returns what paid off receivables.
 * @throws {Error} for the whole list, from PostgreSQL, if a posting does not sum to zero, a balance
 *   would be negative, or a subject would be credited, held, finished or reversed twice.
 */
export async function writePostings(
  db: Tx,
  wallets: ReadonlyMap<string, Wallet>,
  postings: readonly Posting[],
  at: Date = now(),
): Promise<Repayment[]> {
  if (postings.length === 0) return [];
  const { numbered, repayments } = addRepayments(wallets, postings);
  const headers = numbered.map((posting) => ({
    ...posting,
    subject_id: posting.subjectId,
    tenant_id: posting.walletId ?? noTenantId,
  }));
  const entries = headers.flatMap((posting) => entriesOf(posting, wallets));
  const days = dailyTotalsOf(numbered).map((day) => ({
    wallet_id: day.walletId,
    kind: day.kind,
    count: day.count,
    total: day.totalPaise,
    provider: day.providerPaise,
    fee: day.feePaise,
    gst: day.gstPaise,
  }));
  const changedWallets = [...new Set(numbered.map((posting) => posting.walletId))]
    .filter((id) => id !== null)
    .map((id) => wallets.get(id) as Wallet)
    .map(({ entryCount, ...wallet }) => ({ ...wallet, entry_count: entryCount }));

  await sql`
    ${prepared} with new_postings as (
      insert into ledger_postings (id, kind, subject_id, tenant_id, created_at)
      select id, kind, subject_id, tenant_id, ${at}::timestamptz
      from ${unnestRows("posting", postingColumns, headers)}
    ), new_entries as (
      insert into ledger_entries (${columnList(entryColumns)}, wallet_id, created_at)
      -- A wallet's id is its tenant's, so that it is sent once.
      select *, case when wallet_entry is not null then tenant_id end, ${at}::timestamptz
      from ${unnestRows("entry", entryColumns, entries)}
    ), new_days as (
      insert into ledger_days as stored
      select wallet_id, (${at}::timestamptz at time zone 'Asia/Kolkata')::date, kind, count,
        total, provider, fee, gst
      from ${unnestRows("totals", dayColumns, days)}
      on conflict (wallet_id, day, kind) do update set
        count = stored.count + excluded.count,
        total_paise = stored.total_paise + excluded.total_paise,
        provider_paise = stored.provider_paise + excluded.provider_paise,
        fee_paise = stored.fee_paise + excluded.fee_paise,
        gst_paise = stored.gst_paise + excluded.gst_paise
    )
    update wallets
    set available_paise = after.available, held_paise = after.held,
        entry_count = after.entry_count, receivable_paise = after.receivable, updated_at = ${at}
    from ${unnestRows("after", walletColumns, changedWallets)}
    where wallets.id = after.id
  `.execute(db);
  return repayments;
}

const postingColumns = {
  id: "uuid",
  kind: "text",
  subject_id: "uuid",
  tenant_id: "uuid",
} as const;

const entryColumns = {
  posting_id: "uuid",
  tenant_id: "uuid",
  line: "smallint",
  account: "text",
  amount_paise: "bigint",
  balance_after_paise: "bigint",
  wallet_entry: "bigint",
  receiving_account_id: "uuid",
} as const;

const dayColumns = {
  wallet_id: "uuid",
  kind: "text",
  count: "bigint",
  total: "bigint",
  provider: "bigint",
  fee: "bigint",
  gst: "bigint",
} as const;

const walletColumns = {
  id: "uuid",
  available: "bigint",
  held: "bigint",
  entry_count: "bigint",
  receivable: "bigint",
} as const;

function entriesOf(
  posting: NumberedPosting & { readonly tenant_id: string },
  wallets: ReadonlyMap<string, Wallet>,
): RowOf<typeof entryColumns>[] {
  assertBalanced(posting);
  const wallet = posting.walletId === null ? undefined : wallets.get(posting.walletId);
  if (!wallet && posting.walletId !== null)
    throw new Error(`Wallet ${posting.walletId} is not locked`);
  return posting.lines.map(({ account, paise, receivingAccountId = null }, at) => {
    const entry = {
      posting_id: posting.id,
      tenant_id: posting.tenant_id,
      line: at + 1,
      account,
      amount_paise: paise,
      receiving_account_id: receivingAccountId,
    };
    if (account !== "available" && account !== "held") {
      return { ...entry, balance_after_paise: null, wallet_entry: null };
    }
    if (!wallet) throw new Error(`The ${posting.kind} of ${posting.subjectId} names no wallet`);
    wallet[account] += paise;
    wallet.entryCount += 1n;
    return {
      ...entry,
      balance_after_paise: wallet[account],
      wallet_entry: wallet.entryCount,
    };
  });
}

function assertBalanced({ kind, subjectId, lines }: Posting): void {
  const sum = lines.reduce((total, line) => total + line.paise, 0n);
  if (sum !== 0n) throw new Error(`The ${kind} of ${subjectId} sums to ${sum}, not to zero`);
}
