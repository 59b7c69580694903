import { sql } from "kysely";
import type { Tx } from "../src/database/db.ts";
import { now } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { adjustPlatform, adjustWallet } from "../src/ledger/adjust.ts";
import type { PlatformAccount } from "../src/ledger/posting.ts";

interface Correction {
  readonly walletId?: string;
  readonly paise: bigint;
  /** `wallet` or an account of the platform. */
  readonly debit: PlatformAccount | "wallet";
  readonly credit: PlatformAccount | "wallet";
}

/**
 * Writes an adjustment and its postings without a signature, as a provider's chargeback is written.
 * @returns what of a debit is owed, and what of a credit paid off receivables.
 */
export async function postAdjustment(db: Tx, { walletId, paise, debit, credit }: Correction) {
  const id = newId();
  await sql`
    insert into adjustments (
      id, kind, debit_account, credit_account, tenant_id, amount_paise, reason, state, proposed_at,
      closed_at
    ) values (
      ${id}, 'chargeback', ${debit}, ${credit}, ${walletId ?? null}, ${paise}, 'Corrected',
      'posted', ${now()}, ${now()}
    )
  `.execute(db);
  if (walletId === undefined) {
    if (debit === "wallet" || credit === "wallet") throw new Error("Name the wallet");
    await adjustPlatform(db, {
      adjustmentId: id,
      amountPaise: paise,
      debitAccount: debit,
      creditAccount: credit,
      receivingAccountId: null,
    });
    return { owedPaise: 0n, repayments: [] };
  }
  const result = await adjustWallet(db, {
    adjustmentId: id,
    walletId,
    amountPaise: paise,
    direction: debit === "wallet" ? "debit" : "credit",
    account: (debit === "wallet" ? credit : debit) as PlatformAccount,
    receivingAccountId: null,
  });
  await sql`
    update adjustments set owed_paise = ${result.owedPaise} where id = ${id}
  `.execute(db);
  return result;
}
