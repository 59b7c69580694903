import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { newId } from "../ids.ts";
import { sql } from "kysely";
import { daySumsOf } from "./day-sums.ts";
import { keptPlan } from "../kept-plans.ts";

/** The two accounts of a tenant, and those of the platform. */
export type TenantAccount = "available" | "held";
export type PlatformAccount = "bank" | "provider" | "fee_income" | "gst_payable" | "suspense";

/**
 * One signed amount on one account, in paise. Positive is owed by us or earned by us, negative
 * is what we have or have paid: a deposit is bank −, available +.
 */
export interface Line {
  readonly account: TenantAccount | PlatformAccount;
  readonly paise: bigint;
}

/** On a tenant's wallet. */
export type PostingKind = "credit" | "hold" | "settle" | "release" | "reverse";
/** On accounts of the platform alone. */
export type SuspenseKind = "suspend" | "return";

/** Whose a posting is that is on no wallet: a tenant id that no tenant has. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** A posting about one deposit, payout or incoming credit, on one tenant's wallet or on none. */
export interface Posting {
  readonly kind: PostingKind | SuspenseKind;
  readonly subjectId: string;
  readonly walletId: string | null;
  readonly lines: readonly Line[];
}

/** A locked wallet as it stands after the postings applied to it so far. */
export interface Wallet {
  readonly id: string;
  available: bigint;
  held: bigint;
  entryCount: bigint;
}

/**
 * Locks wallets for the rest of the transaction, always in id order: two batches that share
 * wallets then wait for one another instead of for ever.
 * @throws when a wallet does not exist: nobody calls with one that was not opened.
 */
export async function lockWallets(db: Tx, ids: Iterable<string>): Promise<Map<string, Wallet>> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<Wallet>`
    ${keptPlan} select id, available_paise as available, held_paise as held, entry_count as "entryCount"
    from wallets where id = any(${wanted}::uuid[]) order by id for update
  `.execute(db);
  const wallets = new Map(rows.map((wallet) => [wallet.id, wallet]));
  for (const id of wanted) if (!wallets.has(id)) throw new Error(`Wallet ${id} was never opened`);
  return wallets;
}

/**
 * Writes postings on wallets that this transaction has locked: the entries with the balance
 * after each, and the wallets' new balances, in one statement however many there are.
 * PostgreSQL refuses the whole batch when a posting does not sum to zero, a balance would fall
 * below zero, or a subject would be credited, held, finished or reversed a second time.
 */
export async function write(
  db: Tx,
  wallets: ReadonlyMap<string, Wallet>,
  postings: readonly Posting[],
  at: Date = now(),
): Promise<void> {
  if (postings.length === 0) return;
  const headers = postings.map((posting) => ({
    ...posting,
    id: newId(),
    tenantId: posting.walletId ?? nobody,
  }));
  const entries = headers.flatMap((posting) => entriesOf(posting, wallets));
  const days = daySumsOf(postings);
  const touched = [...new Set(postings.map((posting) => posting.walletId))]
    .filter((id) => id !== null)
    .map((id) => wallets.get(id) as Wallet);

  await sql`
    ${keptPlan} with new_postings as (
      insert into ledger_postings (id, kind, subject_id, tenant_id, created_at)
      select *, ${at}::timestamptz
      from unnest(
        ${headers.map((p) => p.id)}::uuid[],
        ${headers.map((p) => p.kind)}::text[],
        ${headers.map((p) => p.subjectId)}::uuid[],
        ${headers.map((p) => p.tenantId)}::uuid[]
      )
    ), new_entries as (
      insert into ledger_entries (
        posting_id, tenant_id, line, account, amount_paise, balance_after_paise, wallet_entry,
        wallet_id, created_at
      )
      -- A wallet has its tenant's id, so that it need not be sent twice.
      select *, case when wallet_entry is not null then tenant_id end, ${at}::timestamptz
      from unnest(
        ${entries.map((e) => e.postingId)}::uuid[],
        ${entries.map((e) => e.tenantId)}::uuid[],
        ${entries.map((e) => e.line)}::smallint[],
        ${entries.map((e) => e.account)}::text[],
        ${entries.map((e) => e.paise)}::bigint[],
        ${entries.map((e) => e.balanceAfter)}::bigint[],
        ${entries.map((e) => e.walletEntry)}::bigint[]
      ) as entry (
        posting_id, tenant_id, line, account, amount_paise, balance_after_paise, wallet_entry
      )
    ), new_days as (
      insert into ledger_days as kept
      select wallet_id, (${at}::timestamptz at time zone 'Asia/Kolkata')::date, kind, count,
        total, provider, fee, gst
      from unnest(
        ${days.map((d) => d.walletId)}::uuid[],
        ${days.map((d) => d.kind)}::text[],
        ${days.map((d) => d.count)}::bigint[],
        ${days.map((d) => d.totalPaise)}::bigint[],
        ${days.map((d) => d.providerPaise)}::bigint[],
        ${days.map((d) => d.feePaise)}::bigint[],
        ${days.map((d) => d.gstPaise)}::bigint[]
      ) as moved (wallet_id, kind, count, total, provider, fee, gst)
      on conflict (wallet_id, day, kind) do update set
        count = kept.count + excluded.count,
        total_paise = kept.total_paise + excluded.total_paise,
        provider_paise = kept.provider_paise + excluded.provider_paise,
        fee_paise = kept.fee_paise + excluded.fee_paise,
        gst_paise = kept.gst_paise + excluded.gst_paise
    )
    update wallets
    set available_paise = after.available, held_paise = after.held,
        entry_count = after.entry_count, updated_at = ${at}
    from unnest(
      ${touched.map((w) => w.id)}::uuid[],
      ${touched.map((w) => w.available)}::bigint[],
      ${touched.map((w) => w.held)}::bigint[],
      ${touched.map((w) => w.entryCount)}::bigint[]
    ) as after (id, available, held, entry_count)
    where wallets.id = after.id
  `.execute(db);
}

function entriesOf(
  posting: Posting & { readonly id: string; readonly tenantId: string },
  wallets: ReadonlyMap<string, Wallet>,
) {
  assertBalanced(posting);
  const wallet = posting.walletId === null ? undefined : wallets.get(posting.walletId);
  if (!wallet && posting.walletId !== null)
    throw new Error(`Wallet ${posting.walletId} is not locked`);
  return posting.lines.map(({ account, paise }, at) => {
    const { id: postingId, tenantId } = posting;
    const entry = { postingId, tenantId, line: at + 1, account, paise };
    if (account !== "available" && account !== "held") {
      return { ...entry, balanceAfter: null, walletEntry: null };
    }
    if (!wallet) throw new Error(`The ${posting.kind} of ${posting.subjectId} names no wallet`);
    wallet[account] += paise;
    wallet.entryCount += 1n;
    return {
      ...entry,
      balanceAfter: wallet[account],
      walletEntry: wallet.entryCount,
    };
  });
}

function assertBalanced({ kind, subjectId, lines }: Posting): void {
  const sum = lines.reduce((total, line) => total + line.paise, 0n);
  if (sum !== 0n) throw new Error(`The ${kind} of ${subjectId} sums to ${sum}, not to zero`);
}
