import { sql } from "kysely";
import type { Db, Tx } from "../database/db.ts";
import { platformLines, totalOf, type Charge } from "./charge.ts";
import { takeOver } from "./hold-request.ts";
import type { Line, LockedWallets, PlatformKind, PostingContext, PostingKind } from "./posting.ts";
import type { Repayment } from "./repay-receivables.ts";
import { now } from "../kernel/clock.ts";
import { lockWallets, writePostings } from "./write-postings.ts";

export { adjustPlatform, adjustWallet } from "./adjust.ts";
export { totalOf, type Charge } from "./charge.ts";
export { holdForRequest, releaseRequests, type RequestHold } from "./hold-request.ts";
export type { LockedWallets, PlatformAccount, PostingContext } from "./posting.ts";
export type { Repayment } from "./repay-receivables.ts";
export { outstandingOf, returnPart, type PartialReturn, type Returned } from "./return-part.ts";
export { setAside } from "./set-aside.ts";

/**
 * Writes the ledger, together with `own-money.ts`; no other code does. All amounts are paise. Every function takes a list, locks
 * the wallets in id order and writes the list in one statement. Call it in the transaction that
 * records why the money moved, so that both are committed or neither is.
 */

export interface Credit {
  readonly walletId: string;
  readonly depositId: string;
  readonly amountPaise: bigint;
  /** `suspense` for money that arrived before its tenant was known. Default: `bank`. */
  readonly from?: "bank" | "suspense";
  /** From `bank`: the receiving account in which it arrived; null for none of ours. */
  readonly receivingAccountId?: string | null;
}

/** Money that arrived for an unknown tenant, in paise. */
export interface SuspenseCredit {
  /** Id of the incoming credit. */
  readonly creditId: string;
  readonly amountPaise: bigint;
  /** The receiving account in which it arrived; null for none of ours. */
  readonly receivingAccountId?: string | null;
}

export interface Balance {
  readonly availablePaise: bigint;
  readonly heldPaise: bigint;
  /** What the tenant owes the platform. */
  readonly receivablePaise: bigint;
  readonly updatedAt: Date | null;
}

/** Opens an empty wallet for each new tenant. The wallet's id is the tenant's. */
export async function open(db: Tx, tenantIds: readonly string[]): Promise<void> {
  await db
    .insertInto("wallets")
    .values(tenantIds.map((id) => ({ id })))
    .execute();
}

/**
 * Locks wallets before a posting, for a caller that reads something under the lock or writes
 * several postings: a second lock after the first could deadlock.
 */
export function lock(db: Tx, walletIds: Iterable<string>): Promise<LockedWallets> {
  return lockWallets(db, walletIds);
}

/**
 * Locks wallets as `lock` does, and takes the instant that their postings and the rows behind them
 * share, so that at midnight both count on the same day.
 */
export async function lockNow(
  db: Tx,
  walletIds: Iterable<string>,
): Promise<Required<PostingContext>> {
  return { locked: await lockWallets(db, walletIds), at: now() };
}

/**
 * Holds money for payouts: available → held, amount + fee + GST each. Charges are decided one by
 * one in list order: one that the wallet can't cover is not held, and a smaller one after it may be.
 * One whose payment request holds its total already takes that over, whatever is available.
 * @returns for each charge, whether it is held.
 */
export async function hold(
  db: Tx,
  charges: readonly Charge[],
  context?: PostingContext,
): Promise<boolean[]> {
  const wallets = context?.locked ?? (await lockWallets(db, walletsOf(charges)));
  const spendable = new Map([...wallets].map(([id, wallet]) => [id, wallet.available]));
  const accepted = charges.map((charge) => {
    if (charge.requestHoldId) return true;
    const left = (spendable.get(charge.walletId) ?? 0n) - totalOf(charge);
    if (left < 0n) return false;
    spendable.set(charge.walletId, left);
    return true;
  });
  const acceptedCharges = charges.filter((_, at) => accepted[at]);
  const postings = acceptedCharges.flatMap((charge) => {
    const { walletId, payoutId: subjectId, requestHoldId: holdId } = charge;
    const paise = totalOf(charge);
    const own = { kind: "hold" as const, subjectId, walletId, lines: availableToHeld(paise) };
    return holdId ? [takeOver({ holdId, walletId, paise }), own] : [own];
  });
  await writePostings(db, wallets, postings, context?.at);
  return accepted;
}

/** The provider paid: held → provider, fee income and GST payable. Possible once per payout. */
export async function settle(
  db: Tx,
  charges: readonly Charge[],
  context?: PostingContext,
): Promise<void> {
  await move(db, "settle", charges, context, (charge) => [
    { account: "held", paise: -totalOf(charge) },
    ...platformLines(charge, 1n),
  ]);
}

/**
 * The payout failed: held → available, the whole total. Possible once per payout.
 * @returns what of it paid off receivables.
 */
export function release(
  db: Tx,
  charges: readonly Charge[],
  context?: PostingContext,
): Promise<Repayment[]> {
  return move(db, "release", charges, context, (charge) => availableToHeld(-totalOf(charge)));
}

/**
 * The bank returned a settled payout: amount, fee and GST → available, as a separate posting.
 * @param charges without what partial returns brought back before: see `outstandingOf`.
 * @returns what of it paid off receivables.
 */
export function reverse(
  db: Tx,
  charges: readonly Charge[],
  context?: PostingContext,
): Promise<Repayment[]> {
  return move(db, "reverse", charges, context, (charge) => [
    { account: "available", paise: totalOf(charge) },
    ...platformLines(charge, -1n),
  ]);
}

/**
 * Money for a tenant arrived in the platform's bank account: bank → available, or suspense →
 * available. Possible once per deposit, from whichever account.
 * @returns what of it paid off receivables.
 */
export async function credit(
  db: Tx,
  credits: readonly Credit[],
  context?: PostingContext,
): Promise<Repayment[]> {
  const wallets = context?.locked ?? (await lockWallets(db, walletsOf(credits)));
  const postings = credits.map(
    ({ walletId, depositId, amountPaise, from = "bank", receivingAccountId = null }) => ({
      kind: "credit" as const,
      walletId,
      subjectId: depositId,
      lines: [
        { account: from, paise: -amountPaise, receivingAccountId },
        { account: "available" as const, paise: amountPaise },
      ],
    }),
  );
  return writePostings(db, wallets, postings, context?.at);
}

/**
 * Money arrived for an unknown tenant: bank → suspense. Possible once per incoming credit. Call it
 * after the credit's row is written, because a posting's id must be created after its transaction
 * has a transaction id (see `CheckpointWriter`).
 */
export function suspend(db: Tx, list: readonly SuspenseCredit[]): Promise<void> {
  return moveSuspended(db, "suspend", list, 1n);
}

/**
 * Money leaves the suspense account because it was sent back or was a duplicate: suspense → bank.
 * Possible once per incoming credit; the caller holds the lock of its row.
 */
export function giveBack(db: Tx, list: readonly SuspenseCredit[]): Promise<void> {
  return moveSuspended(db, "return", list, -1n);
}

/** The available and held balance of a wallet, in paise. */
export async function balance(db: Db, walletId: string): Promise<Balance> {
  const row = await db
    .selectFrom("wallets")
    .select([
      "available_paise as availablePaise",
      "held_paise as heldPaise",
      "receivable_paise as receivablePaise",
      "updated_at as updatedAt",
    ])
    .where("id", "=", walletId)
    .executeTakeFirst();
  if (!row) throw new Error(`Wallet ${walletId} was never opened`);
  return row;
}

/**
 * The balance of every account, in paise; together they are zero. Sums all entries, for a
 * verification: `sumAccounts` returns the same from the daily totals.
 */
export async function trialBalance(db: Db): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; paise: bigint }>`
    select account, sum(amount_paise)::bigint as paise from ledger_entries group by account
  `.execute(db);
  return Object.fromEntries(rows.map((row) => [row.account, row.paise]));
}

/** The totals of all wallets, in paise, for a comparison with the accounts of the ledger. */
export async function sumWallets(db: Db) {
  const { rows } = await sql<{
    count: number;
    owingCount: number;
    availablePaise: bigint;
    receivablePaise: bigint;
  }>`
    select count(*)::int as count, coalesce(sum(available_paise), 0)::bigint as "availablePaise",
      (count(*) filter (where receivable_paise > 0))::int as "owingCount",
      coalesce(sum(receivable_paise), 0)::bigint as "receivablePaise"
    from wallets
  `.execute(db);
  return rows[0] ?? { count: 0, owingCount: 0, availablePaise: 0n, receivablePaise: 0n };
}

async function moveSuspended(
  db: Tx,
  kind: PlatformKind,
  list: readonly SuspenseCredit[],
  sign: 1n | -1n,
): Promise<void> {
  const postings = list.map(({ creditId, amountPaise, receivingAccountId = null }) => ({
    kind,
    subjectId: creditId,
    walletId: null,
    lines: [
      { account: "bank" as const, paise: -sign * amountPaise, receivingAccountId },
      { account: "suspense" as const, paise: sign * amountPaise },
    ],
  }));
  await writePostings(db, new Map(), postings);
}

/** Writes one posting for each charge. Locks the wallets unless `context` has them. */
async function move(
  db: Tx,
  kind: PostingKind,
  charges: readonly Charge[],
  context: PostingContext | undefined,
  linesOf: (charge: Charge) => Line[],
): Promise<Repayment[]> {
  const wallets = context?.locked ?? (await lockWallets(db, walletsOf(charges)));
  const postings = charges.map((charge) => ({
    kind,
    subjectId: charge.payoutId,
    walletId: charge.walletId,
    lines: linesOf(charge),
  }));
  return writePostings(db, wallets, postings, context?.at);
}

function walletsOf(list: readonly { readonly walletId: string }[]): string[] {
  return list.map(({ walletId }) => walletId);
}

function availableToHeld(paise: bigint): Line[] {
  return [
    { account: "available", paise: -paise },
    { account: "held", paise },
  ];
}
