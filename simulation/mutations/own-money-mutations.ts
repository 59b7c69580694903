import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { ownMoneyRule } from "../../apps/server/src/ledger/verify-own-money.ts";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { balanceInvariants } from "../verification/verify-balances.ts";
import { receivingRules } from "../../apps/server/src/ledger/verify-receiving-accounts.ts";
import { noTenantId } from "../../apps/server/src/ledger/posting.ts";
import type { BankBooks } from "../bank-books.ts";
import type { Records } from "../records.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const { recorded, charges, corrections, links, claims, providers, platformDays, chargeDays } =
  ownMoneyRule;

const [entryRule, sumRule] = receivingRules;

/** The opening balance, which no list of a provider has. */
const opening = sql`(
  select id from fund_transfers where utr_key is null and corrects_id is null order by id limit 1
)`;

/** Faults in the records of the platform's own money and of the providers' charges. */
export const ownMoneyMutations: readonly Mutation[] = [
  databaseMutation("a transfer of another amount than was posted", [amountRule, providers], (db) =>
    sql`update fund_transfers set amount_paise = amount_paise + 1 where id = ${opening}`.execute(
      db,
    ),
  ),
  databaseMutation("a transfer that was never posted", [recorded, providers], (db) =>
    copyOpening(db, { isCorrection: false }),
  ),
  databaseMutation("a correction of half a transfer", [corrections, recorded, providers], (db) =>
    copyOpening(db, { isCorrection: true }),
  ),
  databaseMutation("a credit linked with a transfer of another amount", links, async (db) => {
    await sql`delete from provider_credits`.execute(db);
    await sql`
      insert into provider_credits (
        adapter, credit_reference, amount_paise, arrived_at, seen_at, transfer_id
      )
      select adapter, 'mutated', amount_paise + 1, now(), now(), id
      from fund_transfers where id = ${opening}
    `.execute(db);
  }),
  databaseMutation("a deposit of the platform's own transfer", claims, (db) =>
    sql`
      update fund_transfers set utr_reference = (
        select utr_reference from deposits where status = 'completed' order by id limit 1
      ) where id = ${opening}
    `.execute(db),
  ),
  databaseMutation(
    "a charge that was never posted",
    [recorded, charges, chargeDays],
    async (db) => {
      await sql`
        insert into provider_charges (
          id, adapter, payout_id, tenant_id, number, fee_paise, tax_paise, booked_at
        )
        select ${randomUUIDv7()}::uuid, adapter, id, tenant_id, 999, 100, 18, now()
        from payouts where status = 'success' order by id limit 1
      `.execute(db);
      await emptyQueue(db);
    },
  ),
  databaseMutation("a payout whose charge was never booked", charges, async (db) => {
    await sql`
      update payouts set provider_fee_paise = coalesce(provider_fee_paise, 0) + 100
      where id = (select id from payouts where status = 'success' order by id limit 1)
    `.execute(db);
    await emptyQueue(db);
  }),
  databaseMutation("an expense without a charge", recorded, (db) =>
    sql`
      insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
      values (${randomUUIDv7()}, 'expense', ${randomUUIDv7()}, now(), ${noTenantId})
    `.execute(db),
  ),
  databaseMutation("a wrong rollup in ledger_platform_days", platformDays, (db) =>
    sql`
      update ledger_platform_days set credit_paise = credit_paise + 1
      where ctid = (select ctid from ledger_platform_days limit 1)
    `.execute(db),
  ),
  databaseMutation("a rollup of charges without a charge", [chargeDays, providers], (db) =>
    sql`insert into provider_charge_days values ('sandbox', '2026-01-01', 1, 100, 0, 0, 0)`.execute(
      db,
    ),
  ),
];

/** Faults that need all charges, or the provider's own books. */
export const balanceMutations: readonly Mutation[] = [
  databaseMutation(
    "a charge of another amount than was posted",
    [amountRule, charges, chargeDays],
    (db) =>
      sql`
        update provider_charges set fee_paise = fee_paise + 1
        where id = (select id from provider_charges order by id limit 1)
      `.execute(db),
  ),
  databaseMutation("a transfer of another provider", balanceInvariants.providers, (db) =>
    sql`update fund_transfers set adapter = 'cashfree' where id = ${opening}`.execute(db),
  ),
  databaseMutation(
    "a top-up from another receiving account",
    [entryRule, sumRule, balanceInvariants.topUps],
    (db) =>
      sql`
        update fund_transfers set receiving_account_id = (
          select id from receiving_accounts where id <> fund_transfers.receiving_account_id
        )
        where id = (
          select id from fund_transfers where receiving_account_id is not null order by id limit 1
        )
      `.execute(db),
  ),
  {
    name: "a paisa less with a provider",
    breaks: [balanceInvariants.providers, balanceInvariants.trialBalance],
    apply: (records) =>
      changeBanks(records, ({ balances }) => ({
        balances: balances.map((one) => ({ ...one, closingPaise: one.closingPaise - 1 })),
      })),
  },
  {
    name: "a paisa less in a receiving account",
    breaks: [balanceInvariants.trialBalance],
    apply: (records) =>
      changeBanks(records, ({ accounts }) => ({
        accounts: accounts.map((one, at) =>
          at === 0 ? { ...one, closingPaise: one.closingPaise - 1 } : one,
        ),
      })),
  },
  {
    name: "a top-up that never left a receiving account",
    breaks: [balanceInvariants.topUps, balanceInvariants.accounts],
    apply: (records) => changeBanks(records, ({ sent }) => ({ sent: sent.slice(1) })),
  },
  {
    name: "an account that differs from its document",
    breaks: [balanceInvariants.trialBalance],
    apply: (records) => {
      const accounts = records.trialBalance.accounts.map((one) =>
        one.account === "own_funds"
          ? {
              ...one,
              document: { ...one.document, difference: { amount: 1, currency: "INR" as const } },
            }
          : one,
      );
      return { ...records, trialBalance: { ...records.trialBalance, accounts } };
    },
  },
];

function changeBanks(records: Records, change: (banks: BankBooks) => Partial<BankBooks>): Records {
  return { ...records, banks: { ...records.banks, ...change(records.banks) } };
}

/** Books count as complete: no payout waits for its charge. */
async function emptyQueue(db: Db): Promise<void> {
  await sql`delete from provider_charge_queue`.execute(db);
  await sql`update provider_charge_head set up_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`.execute(
    db,
  );
}

/** Copies the opening balance as another transfer, or half of it as its correction, without a posting. */
async function copyOpening(
  db: Db,
  { isCorrection }: { readonly isCorrection: boolean },
): Promise<void> {
  const columns = isCorrection
    ? sql`destination, source, adapter, amount_paise / 2`
    : sql`source, destination, adapter, amount_paise`;
  await sql`
    insert into fund_transfers (
      id, source, destination, adapter, amount_paise, transferred_on, note, origin, recorded_by,
      recorded_at, corrects_id
    )
    select ${randomUUIDv7()}::uuid, ${columns}, transferred_on, note, origin, recorded_by,
      recorded_at, ${isCorrection ? sql`id` : sql`null::uuid`}
    from fund_transfers where id = ${opening}
  `.execute(db);
  if (isCorrection)
    await sql`update fund_transfers set corrected_at = now() where id = ${opening}`.execute(db);
}
