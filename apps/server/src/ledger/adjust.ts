import type { Tx } from "../database/db.ts";
import type { Line, LockedWallets, PlatformAccount, Posting } from "./posting.ts";
import type { Repayment } from "./repay-receivables.ts";
import { lockWallets, writePostings } from "./write-postings.ts";

/** A correction of a tenant's wallet against an account of the platform, in paise. */
export interface WalletAdjustment {
  readonly adjustmentId: string;
  readonly walletId: string;
  readonly amountPaise: bigint;
  readonly direction: "credit" | "debit";
  readonly account: PlatformAccount;
  /** On `bank`: the receiving account; null for none of ours. */
  readonly receivingAccountId: string | null;
}

/** A movement between two accounts of the platform, in paise. */
export interface PlatformAdjustment {
  readonly adjustmentId: string;
  readonly amountPaise: bigint;
  readonly debitAccount: PlatformAccount;
  readonly creditAccount: PlatformAccount;
  /** On `bank`: the receiving account; null for none of ours. */
  readonly receivingAccountId: string | null;
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
  { adjustmentId: subjectId, walletId, amountPaise, direction, ...against }: WalletAdjustment,
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
        platformLine(against.account, -sign * amountPaise, against.receivingAccountId),
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
  { adjustmentId: subjectId, amountPaise, receivingAccountId, ...accounts }: PlatformAdjustment,
): Promise<void> {
  await writePostings(db, new Map(), [
    {
      kind: "adjust",
      subjectId,
      walletId: null,
      lines: [
        platformLine(accounts.debitAccount, -amountPaise, receivingAccountId),
        platformLine(accounts.creditAccount, amountPaise, receivingAccountId),
      ],
    },
  ]);
}

/** Only a bank entry is of a receiving account. */
function platformLine(
  account: PlatformAccount,
  paise: bigint,
  receivingAccountId: string | null,
): Line {
  return { account, paise, receivingAccountId: account === "bank" ? receivingAccountId : null };
}
