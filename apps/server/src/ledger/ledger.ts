import { sql } from "kysely";
import type { Db, Tx } from "../db.ts";
import {
  lockWallets,
  write,
  type Line,
  type PostingKind,
  type SuspenseKind,
  type Wallet,
} from "./posting.ts";

/**
 * The only way in to the books. All amounts are paise; every verb takes a list, locks the
 * wallets in id order and writes the whole list in one statement. A verb is called inside the
 * transaction that also records why the money moved, so that both are kept or neither is.
 */

/** What a payout takes: what the beneficiary gets, our fee, and the GST on the fee. */
export interface Charge {
  readonly walletId: string;
  readonly payoutId: string;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

export interface Credit {
  readonly walletId: string;
  readonly depositId: string;
  readonly amountPaise: bigint;
  /** `suspense` for money that had arrived before anybody knew whose it was. */
  readonly from?: "bank" | "suspense";
}

/** Money that arrived and belongs to no tenant as far as anybody knows, in paise. */
export interface Suspended {
  /** The incoming credit that it came with. */
  readonly creditId: string;
  readonly amountPaise: bigint;
}

export interface Balance {
  readonly availablePaise: bigint;
  readonly heldPaise: bigint;
  readonly updatedAt: Date | null;
}

/** Amount + fee + GST. */
export function totalOf(charge: Pick<Charge, "amountPaise" | "feePaise" | "gstPaise">): bigint {
  return charge.amountPaise + charge.feePaise + charge.gstPaise;
}

/** Opens a wallet at zero for each new tenant; the wallet carries the tenant's id. */
export async function open(db: Tx, tenantIds: readonly string[]): Promise<void> {
  await db
    .insertInto("wallets")
    .values(tenantIds.map((id) => ({ id })))
    .execute();
}

/** Wallets that this transaction has locked, as they stand after what it has done to them. */
export type LockedWallets = ReadonlyMap<string, Wallet>;

/**
 * Locks wallets now, for a caller that looks at something under the lock before it calls a
 * verb, or calls several verbs and must not lock the second one's wallets after the first's.
 */
export function lock(db: Tx, walletIds: Iterable<string>): Promise<LockedWallets> {
  return lockWallets(db, walletIds);
}

/**
 * Sets money aside for payouts: available → held, amount + fee + GST each.
 * Each is accepted or refused on its own, in list order: one that the wallet can't cover is
 * refused, and a smaller one behind it may still fit.
 * @param locked from `lock`, when the caller has locked these wallets already.
 * @returns for each of the list, whether it is held.
 */
export async function hold(
  db: Tx,
  charges: readonly Charge[],
  locked?: LockedWallets,
): Promise<boolean[]> {
  const wallets = locked ?? (await lockWallets(db, walletsOf(charges)));
  const spendable = new Map([...wallets].map(([id, wallet]) => [id, wallet.available]));
  const accepted = charges.map((charge) => {
    const left = (spendable.get(charge.walletId) ?? 0n) - totalOf(charge);
    if (left < 0n) return false;
    spendable.set(charge.walletId, left);
    return true;
  });
  const held = charges.filter((_, at) => accepted[at]);
  await move(db, "hold", held, { locked: wallets }, (charge) => availableToHeld(totalOf(charge)));
  return accepted;
}

/** Wallets that are locked, and the instant of a posting when the caller keeps it elsewhere too. */
export interface Under {
  readonly locked: LockedWallets;
  /** Taken under the lock, so that a wallet's entries follow each other. */
  readonly at?: Date;
}

/** The provider paid: held → provider, fee income and GST payable. Once for each payout. */
export function settle(db: Tx, charges: readonly Charge[], under?: Under): Promise<void> {
  return move(db, "settle", charges, under, (charge) => [
    { account: "held", paise: -totalOf(charge) },
    ...earned(charge, 1n),
  ]);
}

/** The payout failed: everything that was held becomes available again. Once for each payout. */
export function release(db: Tx, charges: readonly Charge[], under?: Under): Promise<void> {
  return move(db, "release", charges, under, (charge) => availableToHeld(-totalOf(charge)));
}

/** The bank returned a settled payout: amount, fee and GST come back as a credit of its own. */
export function reverse(db: Tx, charges: readonly Charge[], under?: Under): Promise<void> {
  return move(db, "reverse", charges, under, (charge) => [
    { account: "available", paise: totalOf(charge) },
    ...earned(charge, -1n),
  ]);
}

/**
 * Money arrived on our bank account for a tenant: bank → available, or suspense → available.
 * Once for each deposit, wherever it came from.
 */
export async function credit(db: Tx, credits: readonly Credit[]): Promise<void> {
  const wallets = await lockWallets(db, walletsOf(credits));
  const arrived = credits.map(({ walletId, depositId, amountPaise, from = "bank" }) => ({
    kind: "credit" as const,
    walletId,
    subjectId: depositId,
    lines: [
      { account: from, paise: -amountPaise },
      { account: "available" as const, paise: amountPaise },
    ],
  }));
  await write(db, wallets, arrived);
}

/**
 * Money arrived for nobody: bank → suspense. Once for each incoming credit. Called after the
 * credit's row is written: a posting's id must be younger than its transaction (see `Sealer`).
 */
export function suspend(db: Tx, list: readonly Suspended[]): Promise<void> {
  return moveSuspended(db, "suspend", list, 1n);
}

/**
 * Money leaves the suspense account and our bank account, because it was sent back or had been
 * counted before: suspense → bank. Once for each incoming credit, under its row's lock.
 */
export function giveBack(db: Tx, list: readonly Suspended[]): Promise<void> {
  return moveSuspended(db, "return", list, -1n);
}

/** What a wallet can spend now, and what is set aside for payouts under way. */
export async function balance(db: Db, walletId: string): Promise<Balance> {
  const row = await db
    .selectFrom("wallets")
    .select([
      "available_paise as availablePaise",
      "held_paise as heldPaise",
      "updated_at as updatedAt",
    ])
    .where("id", "=", walletId)
    .executeTakeFirst();
  if (!row) throw new Error(`Wallet ${walletId} was never opened`);
  return row;
}

/**
 * The sum of every account of a kind, in paise; together they are zero. From the entries themselves,
 * for a verification: `sumAccounts` tells the same from what is kept of each day.
 */
export async function trialBalance(db: Db): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; paise: bigint }>`
    select account, sum(amount_paise)::bigint as paise from ledger_entries group by account
  `.execute(db);
  return Object.fromEntries(rows.map((row) => [row.account, row.paise]));
}

/** What all wallets together say, in paise: to be held against the accounts of the ledger. */
export async function sumWallets(db: Db): Promise<{ count: number; availablePaise: bigint }> {
  const { rows } = await sql<{ count: number; availablePaise: bigint }>`
    select count(*)::int as count, coalesce(sum(available_paise), 0)::bigint as "availablePaise"
    from wallets
  `.execute(db);
  return rows[0] ?? { count: 0, availablePaise: 0n };
}

function moveSuspended(
  db: Tx,
  kind: SuspenseKind,
  list: readonly Suspended[],
  sign: 1n | -1n,
): Promise<void> {
  const postings = list.map(({ creditId, amountPaise }) => ({
    kind,
    subjectId: creditId,
    walletId: null,
    lines: [
      { account: "bank" as const, paise: -sign * amountPaise },
      { account: "suspense" as const, paise: sign * amountPaise },
    ],
  }));
  return write(db, new Map(), postings);
}

/** Writes one posting of a kind for each charge, on wallets that are locked here if not before. */
async function move(
  db: Tx,
  kind: PostingKind,
  charges: readonly Charge[],
  under: Under | undefined,
  linesOf: (charge: Charge) => Line[],
): Promise<void> {
  const wallets = under?.locked ?? (await lockWallets(db, walletsOf(charges)));
  const postings = charges.map((charge) => ({
    kind,
    subjectId: charge.payoutId,
    walletId: charge.walletId,
    lines: linesOf(charge),
  }));
  await write(db, wallets, postings, under?.at);
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

/** A free payout has no fee line: an entry is never zero. */
function earned(charge: Charge, sign: 1n | -1n): Line[] {
  const lines: Line[] = [
    { account: "provider", paise: sign * charge.amountPaise },
    { account: "fee_income", paise: sign * charge.feePaise },
    { account: "gst_payable", paise: sign * charge.gstPaise },
  ];
  return lines.filter((line) => line.paise !== 0n);
}
