import type { Tx } from "../database/db.ts";
import type { LockedWallets, PlatformAccount, Posting } from "./posting.ts";
import type { Repayment } from "./repay-receivables.ts";
import { lockWallets, writePostings } from "./write-postings.ts";

/** A correction of a tenant's wallet against an account of the platform, in paise. */
export interface WalletAdjustment {
  readonly adjustmentId: string;
  readonly walletId: string;
  readonly amountPaise: bigint;
  readonly direction: "credit" | "debit";
  readonly account: PlatformAccount;
}

/** A movement between two accounts of the platform, in paise. */
export interface PlatformAdjustment {
  readonly adjustmentId: string;
  readonly amountPaise: bigint;
  readonly debitAccount: PlatformAccount;
  readonly creditAccount: PlatformAccount;
}

/**
 * Corrects a wallet: available → account for a debit, account → available for a credit. A debit takes
 * what is available, never what is held for payouts; the tenant owes the rest: receivable →
 * available, before the debit. Possible once per adjustment.
 * @param locked from `lock`, if the caller has locked the wallet already.
 * @returns what the tenant now owes of a debit, and what of a credit paid off receivables.
 */
export async function adjustWallet(
  db: Tx,
  { adjustmentId: subjectId, walletId, amountPaise, direction, account }: WalletAdjustment,
  locked?: LockedWallets,
): Promise<{ owedPaise: bigint; repayments: Repayment[] }> {
  const wallets = locked ?? (await lockWallets(db, [walletId]));
  const available = wallets.get(walletId)?.available ?? 0n;
  const isDebit = direction === "debit";
  const owedPaise = isDebit && amountPaise > available ? amountPaise - available : 0n;
  const sign = isDebit ? -1n : 1n;
  const postings: Posting[] = [
    {
      kind: isDebit ? "adjust_debit" : "adjust_credit",
      subjectId,
      walletId,
      lines: [
        { account: "available", paise: sign * amountPaise },
        { account, paise: -sign * amountPaise },
      ],
    },
  ];
  if (owedPaise > 0n) {
    postings.unshift({
      kind: "owe",
      subjectId,
      walletId,
      lines: [
        { account: "receivable", paise: -owedPaise },
        { account: "available", paise: owedPaise },
      ],
    });
  }
  return { owedPaise, repayments: await writePostings(db, wallets, postings) };
}

/**
 * Moves money between two accounts of the platform. Possible once per adjustment. Call it after the
 * adjustment's row is written, because a posting's id must be created after its transaction has a
 * transaction id (see `CheckpointWriter`).
 */
export async function adjustPlatform(
  db: Tx,
  { adjustmentId: subjectId, amountPaise, debitAccount, creditAccount }: PlatformAdjustment,
): Promise<void> {
  await writePostings(db, new Map(), [
    {
      kind: "adjust",
      subjectId,
      walletId: null,
      lines: [
        { account: debitAccount, paise: -amountPaise },
        { account: creditAccount, paise: amountPaise },
      ],
    },
  ]);
}
