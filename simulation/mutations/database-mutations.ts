import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import type { Records } from "../records.ts";
import { ownMoneyRule } from "../../apps/server/src/ledger/verify-own-money.ts";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { checkpointedMutation } from "./checkpointed-mutation.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";
import { activeTenants, copyPayout, post } from "./copy-payout.ts";
import { adjustmentMutations } from "./adjustment-mutations.ts";
import { receivingMutations } from "./receiving-mutations.ts";
import { receivingRules } from "../../apps/server/src/ledger/verify-receiving-accounts.ts";
import { approvalMutations } from "./approval-mutations.ts";
import { eventMutations } from "./event-mutations.ts";
import { programMutations } from "./program-mutations.ts";
import { requestHoldMutations } from "./request-hold-mutations.ts";
import { amountMutations } from "./amount-mutations.ts";
import { ownMoneyMutations } from "./own-money-mutations.ts";
import { returnMutations } from "./return-mutations.ts";
import { rollupMutations } from "./rollup-mutations.ts";
import { unsentMutations } from "./unsent-mutations.ts";
import { balanceInvariants } from "../verification/verify-balances.ts";
import { sumIsZero } from "../verification/verify-books.ts";
import { bankInvariants } from "../verification/verify-banks.ts";

const [, sumRule] = receivingRules;

const tenantColumns = {
  ledger_entries: ["tenant_id", "every posting is kept with the tenant whose wallet it is on"],
  payout_events: ["tenant_id", "every line of a timeline and every decision is with its tenant"],
} as const;

/** Mutations of our database, at least one for each rule of the nightly verification. */
export const databaseMutations: readonly Mutation[] = [
  checkpointedMutation(
    "an extra paisa in the bank account",
    [sumIsZero, "every posting sums to zero", amountRule, sumRule, balanceInvariants.accounts],
    (db) => addToBank(db, [1]),
  ),
  checkpointedMutation(
    "two postings with opposite errors",
    ["every posting sums to zero", amountRule],
    (db) => addToBank(db, [1, -1]),
  ),
  checkpointedMutation(
    "an overwritten balance",
    "every balance follows from the entry before",
    (db) =>
      sql`
      update ledger_entries set balance_after_paise = balance_after_paise + 1
      where (wallet_id, wallet_entry) = (
        select wallet_id, wallet_entry from ledger_entries where wallet_entry = 1 limit 1
      )
    `.execute(db),
  ),
  checkpointedMutation(
    "money spent before it arrived",
    "no wallet is below zero at any entry",
    spendFirst,
  ),
  databaseMutation(
    "an extra paisa in a wallet",
    "every wallet equals the replay of its entries",
    (db) =>
      sql`
      update wallets set available_paise = available_paise + 1
      where id = (select id from wallets where id in ${activeTenants} order by id limit 1)
    `.execute(db),
  ),
  databaseMutation(
    "an open payout without a hold",
    ["held money equals the open payouts and what payment requests hold", amountRule],
    async (db) => {
      const open = { status: "pending", due_at: "2026-11-20T06:30:00Z", finished_at: null };
      const id = await copyPayout(db, { ...open, returned_at: null });
      await post(db, "hold", id, []);
    },
  ),
  databaseMutation(
    "a successful payout that no tenant requested",
    [bankInvariants.successIsPaid, amountRule, ownMoneyRule.providers],
    async (db) => {
      const finished_at = new Date().toISOString();
      const paid = { status: "success", failure_reason: null, due_at: null, finished_at };
      const id = await copyPayout(db, { ...paid, returned_at: null });
      await post(db, "hold", id, []);
      await post(db, "settle", id, []);
    },
  ),
  databaseMutation(
    "a completed deposit without a credit",
    "every completed deposit is credited once, and no other",
    (db) =>
      sql`
        insert into deposits (
          id, tenant_id, bank_account_id, amount_paise, utr_reference, status, reviewed_by,
          reviewed_at, created_at
        )
        select ${randomUUIDv7()}::uuid, tenant_id, bank_account_id, amount_paise, 'MUTATED00001',
          status, reviewed_by, reviewed_at, created_at
        from deposits where status = 'completed' and came_through is null limit 1
      `.execute(db),
  ),
  ...amountMutations,
  ...approvalMutations,
  ...eventMutations,
  ...programMutations,
  ...requestHoldMutations,
  ...adjustmentMutations,
  ...receivingMutations,
  ...returnMutations,
  databaseMutation(
    "a reversal of a payout that was not returned",
    ["every payout has the postings that its state asks for", amountRule],
    async (db) => post(db, "reverse", await findUnreturnedPayout(db), []),
  ),
  databaseMutation(
    "a settlement without a payout",
    "every posting of a payout belongs to one",
    (db) => post(db, "settle", randomUUIDv7(), []),
  ),
  {
    name: "a missing paisa in suspense",
    breaks: [
      "the suspense account equals the undecided incoming credits and what adjustments moved",
      amountRule,
    ],
    apply: (records) => addSuspense(records, "suspend", 4_999),
  },
  {
    name: "money that left suspense without an arrival",
    breaks: ["every incoming credit has the postings that its state asks for", amountRule],
    apply: (records) => addSuspense(records, "return", 5_000),
  },
  {
    name: "a credit that no bank received",
    breaks: [bankInvariants.creditAtBank],
    apply: async (records) => {
      await addSuspense(records, "suspend", 5_000);
      return records;
    },
  },
  databaseMutation("a backdated posting", "every posting matches its checkpoint", (db) =>
    sql`
      update ledger_postings set created_at = created_at - interval '1 microsecond'
      where id = (select id from ledger_postings order by id limit 1)
    `.execute(db),
  ),
  ...Object.entries(tenantColumns).map(([table, [column, rule]]) =>
    databaseMutation(`a row of ${table} with another tenant`, rule, (db) =>
      sql`
        update ${sql.table(table)} set ${sql.ref(column)} = gen_random_uuid()
        where ctid = (select ctid from ${sql.table(table)} limit 1)
      `.execute(db),
    ),
  ),
  databaseMutation("a replaced checkpoint", "every checkpoint of the ledger is intact", (db) =>
    sql`update ledger_checkpoint_head set hash = sha256('another')`.execute(db),
  ),
  databaseMutation(
    "a changed row of the audit log",
    "every row of the audit log is as it was written",
    (db) => sql`update audit_log set reason = 'Another' where seq = 2`.execute(db),
  ),
  ...ownMoneyMutations,
  ...unsentMutations,
  checkpointedMutation(
    "a posting dated by a wrong clock, on a day whose sums miss it",
    "every day's sums of a wallet equal its postings",
    (db) =>
      sql`
        update ledger_postings set created_at = created_at + interval '300 days'
        where id = (select id from ledger_postings where kind = 'hold' order by id limit 1)
      `.execute(db),
  ),
  ...rollupMutations,
];

/** Adds each amount to one entry of our bank account, all of one receiving account. */
async function addToBank(db: Db, paise: readonly number[]): Promise<void> {
  const { rows } = await sql<{ posting_id: string; line: number }>`
    select posting_id, line from ledger_entries where account = 'bank'
    order by receiving_account_id, posting_id limit ${paise.length}
  `.execute(db);
  for (const [at, { posting_id: id, line }] of rows.entries()) {
    await sql`
      update ledger_entries set amount_paise = amount_paise + ${paise[at]}::int
      where posting_id = ${id} and line = ${line}
    `.execute(db);
  }
}

/** Moves a wallet's first payout before its first deposit and recomputes every balance.  */
async function spendFirst(db: Db): Promise<void> {
  await sql`drop index ledger_entries_in_order`.execute(db);
  await sql`
    with spent as (
      select wallet_id, posting_id, line from ledger_entries
      where account = 'available' and amount_paise < 0 order by posting_id limit 1
    ), ordered as (
      select entry.*, row_number() over (
        order by (entry.posting_id, entry.line) = (spent.posting_id, spent.line) desc, wallet_entry
      ) as place
      from ledger_entries as entry join spent using (wallet_id)
    ), replayed as (
      select posting_id, line, place,
        sum(amount_paise) over (partition by account order by place) as balance
      from ordered
    )
    update ledger_entries set wallet_entry = place, balance_after_paise = balance
    from replayed
    where (ledger_entries.posting_id, ledger_entries.line) = (replayed.posting_id, replayed.line)
  `.execute(db);
}

async function findUnreturnedPayout(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where id not in (select payout_id from payout_reversals) limit 1
  `.execute(db);
  if (!rows[0]) throw new Error("No payout without a reversal");
  return rows[0].id;
}

/** Adds a credit of ₹50 in suspense, also in the bank's books, with this posting. */
async function addSuspense(records: Records, kind: string, paise: number): Promise<Records> {
  const { db, banks } = records;
  const [id, utr] = [randomUUIDv7(), "MUTATED00003"];
  await sql`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, bank_reference,
      utr_reference, sent_at, created_at, state, reason
    ) values (
      ${id}, 'cashfree', 'mutated', 'mutated', 5000, ${utr}, ${utr}, now(), now(), 'suspense',
      'unknown_account'
    )
  `.execute(db);
  await post(db, kind, id, [
    ["bank", -paise],
    ["suspense", paise],
  ]);
  const theirs = { bank: "cashfree", reference: utr, paise: 5_000, utr } as const;
  return { ...records, banks: { ...banks, credits: [...banks.credits, theirs] } };
}
