import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../apps/server/src/database/db.ts";
import { adjustmentRules } from "../../apps/server/src/ledger/verify-adjustments.ts";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { lockWallets, writePostings } from "../../apps/server/src/ledger/write-postings.ts";
import { noTenantId } from "../../apps/server/src/ledger/posting.ts";
import { moneyBackInvariants } from "../verification/verify-money-back.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** Mutations of adjustments, chargebacks and receivables. */
export const adjustmentMutations: readonly Mutation[] = [
  databaseMutation("an adjustment that nobody signed", adjustmentRules.adjustments, async (db) => {
    await sql`
        insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
        values (${randomUUIDv7()}, 'adjust', ${randomUUIDv7()}, now(), ${noTenantId})
      `.execute(db);
  }),
  databaseMutation("a signed adjustment without a posting", adjustmentRules.adjustments, (db) =>
    insertAdjustment(db, { paise: 100n }),
  ),
  databaseMutation("an adjustment of a paisa more than was signed", amountRule, async (db) => {
    const { walletId, available } = await findFundedWallet(db);
    const subjectId = await insertAdjustment(db, { walletId, paise: available / 2n - 1n });
    await debit(db, { walletId, subjectId, paise: available / 2n, owed: 0n });
  }),
  databaseMutation("a deposit corrected twice", adjustmentRules.corrections, (db) =>
    sql`
      update deposits set corrected_paise = amount_paise
      where id = (
        select id from deposits where status = 'completed' and corrected_paise = 0 limit 1
      )
    `.execute(db),
  ),
  databaseMutation(
    "a chargeback that took nothing back",
    [adjustmentRules.chargebacks, moneyBackInvariants.chargebackAtBank],
    (db) =>
      sql`
      insert into credit_chargebacks (
        id, adapter, reference, credit_reference, amount_paise, created_at, state
      ) values (${randomUUIDv7()}, 'cashfree', 'mutated', 'mutated', 100, now(), 'debited')
    `.execute(db),
  ),
  databaseMutation("a receivable without a debit", adjustmentRules.receivables, async (db) => {
    const { walletId } = await findFundedWallet(db);
    await sql`update wallets set receivable_paise = 1 where id = ${walletId}`.execute(db);
  }),
  databaseMutation("a debt while money is available", adjustmentRules.repayments, async (db) => {
    const { walletId, available } = await findFundedWallet(db);
    const paise = available / 2n;
    const subjectId = await insertAdjustment(db, { walletId, paise, owed: 1n });
    await debit(db, { walletId, subjectId, paise, owed: 1n });
  }),
];

async function findFundedWallet(db: Db) {
  const { rows } = await sql<{ walletId: string; available: bigint }>`
    select id as "walletId", available_paise as available from wallets
    order by available_paise desc limit 1
  `.execute(db);
  if (!rows[0]) throw new Error("There is no wallet");
  return rows[0];
}

interface Adjustment {
  readonly walletId?: string;
  readonly paise: bigint;
  readonly owed?: bigint;
}

async function insertAdjustment(db: Db, { walletId, paise, owed = 0n }: Adjustment) {
  const id = randomUUIDv7();
  await sql`
    insert into adjustments (
      id, kind, debit_account, credit_account, tenant_id, amount_paise, owed_paise, reason, state,
      proposed_at, closed_at
    ) values (
      ${id}, 'chargeback', ${walletId ? "wallet" : "losses"}, 'bank', ${walletId ?? null}, ${paise},
      ${owed}, 'Mutated', 'posted', now(), now()
    )
  `.execute(db);
  return id;
}

interface Debit {
  readonly walletId: string;
  readonly subjectId: string;
  readonly paise: bigint;
  readonly owed: bigint;
}

/** Posts a debit with this part owed, whatever is available. */
async function debit(db: Db, { walletId, subjectId, paise, owed }: Debit): Promise<void> {
  const wallets = await lockWallets(db as Tx, [walletId]);
  const owing = {
    kind: "owe" as const,
    subjectId,
    walletId,
    lines: [
      { account: "receivable" as const, paise: -owed },
      { account: "available" as const, paise: owed },
    ],
  };
  await writePostings(db as Tx, wallets, [
    ...(owed > 0n ? [owing] : []),
    {
      kind: "adjust_debit" as const,
      subjectId,
      walletId,
      lines: [
        { account: "available" as const, paise: -paise },
        { account: "bank" as const, paise },
      ],
    },
  ]);
}
