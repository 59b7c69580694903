import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../apps/server/src/db.ts";
import type { Evidence } from "./evidence.ts";
import { inBooks, type Plant } from "./plants.ts";
import { plantsInSums } from "./plants-in-sums.ts";
import { sumIsZero } from "./verify-books.ts";
import { bankRules } from "./verify-banks.ts";

/** Takes the guards away, as whoever owns the database can; sums of histories are still kept. */
export async function disarm(db: Db): Promise<void> {
  await sql`
    do $$
    declare guarded record;
    begin
      for guarded in
        select conrelid::regclass as place, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c')
      loop
        execute format('alter table %s drop constraint %I', guarded.place, guarded.conname);
      end loop;
    end $$
  `.execute(db);
  for (const table of ["ledger_postings", "ledger_entries", "ledger_seals", "audit_log"])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`set constraints all immediate`.execute(db);
}

/** Nothing is sealed any more, so that a change of the books is found by what it breaks alone. */
async function unseal(db: Db): Promise<void> {
  await sql`delete from ledger_seals`.execute(db);
  await sql`
    update ledger_seal_head set seq = 0, hash = sha256('rokad ledger seals'),
      up_to = '00000000-0000-0000-0000-000000000000'
  `.execute(db);
}

/** The same, of rows that are sealed. */
function unsealed(name: string, rule: string, change: (db: Db) => Promise<unknown>): Plant {
  return inBooks(name, rule, async (db) => {
    await unseal(db);
    await change(db);
  });
}

const everyTenant = {
  ledger_entries: ["tenant_id", "every posting is kept with the tenant whose wallet it is on"],
  payout_events: ["person_id", "every line of a timeline and every decision is with its tenant"],
} as const;

/** Faults in our database, one for each rule of the nightly verification. */
export const plantsInBooks: readonly Plant[] = [
  {
    ...unsealed("a paisa from nowhere", sumIsZero, (db) => addToBank(db, [1])),
    breaks: [sumIsZero, "every posting sums to zero"],
  },
  unsealed("two postings that lean on one another", "every posting sums to zero", (db) =>
    addToBank(db, [1, -1]),
  ),
  unsealed("a balance that was written over", "every balance follows from the entry before", (db) =>
    sql`
      update ledger_entries set balance_after_paise = balance_after_paise + 1
      where (wallet_id, wallet_entry) = (
        select wallet_id, wallet_entry from ledger_entries where wallet_entry = 1 limit 1
      )
    `.execute(db),
  ),
  unsealed(
    "money was spent before it had come",
    "no wallet is below zero at any entry",
    spendFirst,
  ),
  inBooks("a wallet has a paisa more", "every wallet equals the replay of its entries", (db) =>
    sql`
      update wallets set available_paise = available_paise + 1
      where id = (select id from wallets order by id limit 1)
    `.execute(db),
  ),
  inBooks("an open payout holds nothing", "held money equals the open payouts", async (db) => {
    const id = await copyPayout(db, { status: "pending", finished_at: null, returned_at: null });
    await post(db, "hold", id, []);
  }),
  inBooks("a payout was paid that nobody ordered", bankRules.ours, async (db) => {
    const finished_at = new Date().toISOString();
    const paid = { status: "success", failure_reason: null, due_at: null, finished_at };
    const id = await copyPayout(db, { ...paid, returned_at: null });
    await post(db, "hold", id, []);
    await post(db, "settle", id, []);
  }),
  inBooks(
    "a deposit is completed and never credited",
    "every completed deposit is credited once, and no other",
    (db) =>
      sql`
        insert into deposits
        select (jsonb_populate_record(deposits, jsonb_build_object(
          'id', ${randomUUIDv7()}::text, 'utr_reference', 'PLANTED00001'
        ))).*
        from deposits where status = 'completed' and came_through is null limit 1
      `.execute(db),
  ),
  inBooks(
    "a payout is reversed that nobody returned",
    "every payout has the postings that its state asks for",
    async (db) => post(db, "reverse", await unreturnedPayout(db), []),
  ),
  inBooks(
    "a payout was settled that nobody made",
    "every posting of a payout belongs to one",
    (db) => post(db, "settle", randomUUIDv7(), []),
  ),
  {
    name: "a paisa is missing in suspense",
    breaks: ["the suspense account equals the incoming credits that nobody has decided"],
    plant: (evidence) => suspended(evidence, "suspend", 4_999),
  },
  {
    name: "money left suspense without having come",
    breaks: ["every incoming credit has the postings that its state asks for"],
    plant: (evidence) => suspended(evidence, "return", 5_000),
  },
  {
    name: "we say that money came, and no bank does",
    breaks: [bankRules.creditsOurs],
    plant: async (evidence) => {
      await suspended(evidence, "suspend", 5_000);
      return evidence;
    },
  },
  inBooks("a posting was dated back", "every posting is as it was sealed", (db) =>
    sql`
      update ledger_postings set created_at = created_at - interval '1 microsecond'
      where id = (select id from ledger_postings order by id limit 1)
    `.execute(db),
  ),
  ...Object.entries(everyTenant).map(([table, [column, rule]]) =>
    inBooks(`a row of ${table} lies with another tenant`, rule, (db) =>
      sql`
        update ${sql.table(table)} set ${sql.ref(column)} = gen_random_uuid()
        where ctid = (select ctid from ${sql.table(table)} limit 1)
      `.execute(db),
    ),
  ),
  inBooks("the last seal was made anew", "every seal over the ledger stands", (db) =>
    sql`update ledger_seal_head set hash = sha256('another')`.execute(db),
  ),
  inBooks(
    "the audit log was written over",
    "every row of the audit log is as it was written",
    (db) => sql`update audit_log set reason = 'Another' where seq = 2`.execute(db),
  ),
  ...plantsInSums,
];

/** To as many entries of our bank account, one after the other. */
async function addToBank(db: Db, paise: readonly number[]): Promise<void> {
  const { rows } = await sql<{ posting_id: string; line: number }>`
    select posting_id, line from ledger_entries where account = 'bank'
    order by posting_id limit ${paise.length}
  `.execute(db);
  for (const [at, { posting_id: id, line }] of rows.entries()) {
    await sql`
      update ledger_entries set amount_paise = amount_paise + ${paise[at]}::int
      where posting_id = ${id} and line = ${line}
    `.execute(db);
  }
}

/** A wallet's first payout goes before all else, and every balance follows from that. */
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

async function copyPayout(db: Db, change: object): Promise<string> {
  const id = randomUUIDv7();
  const changed = {
    id,
    reference_id: "RPLANTED",
    remarks: "Planted",
    idempotency_key: id,
    ...change,
  };
  await sql`
    insert into payouts
    select (jsonb_populate_record(payouts, ${JSON.stringify(changed)}::jsonb)).*
    from payouts order by id limit 1
  `.execute(db);
  return id;
}

async function unreturnedPayout(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where id not in (select payout_id from payout_reversals) limit 1
  `.execute(db);
  if (!rows[0]) throw new Error("There is no payout");
  return rows[0].id;
}

async function post(
  db: Db,
  kind: string,
  subject: string,
  lines: readonly (readonly [account: string, paise: number])[],
): Promise<void> {
  const id = randomUUIDv7();
  await sql`
    insert into ledger_postings (id, kind, subject_id, created_at)
    values (${id}, ${kind}, ${subject}, now())
  `.execute(db);
  for (const [at, [account, paise]] of lines.entries()) {
    await sql`
      insert into ledger_entries (posting_id, line, account, amount_paise, created_at)
      values (${id}, ${at + 1}::int, ${account}, ${paise}::int, now())
    `.execute(db);
  }
}

/** Money of ₹50 in suspense, which a bank says that it has, posted in this way. */
async function suspended(evidence: Evidence, kind: string, paise: number): Promise<Evidence> {
  const { db, bank } = evidence;
  const [id, utr] = [randomUUIDv7(), "PLANTED00003"];
  await sql`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, bank_reference,
      utr_reference, sent_at, created_at, state, reason
    ) values (
      ${id}, 'cashfree', 'planted', 'planted', 5000, ${utr}, ${utr}, now(), now(), 'suspense',
      'unknown_account'
    )
  `.execute(db);
  await post(db, kind, id, [
    ["bank", -paise],
    ["suspense", paise],
  ]);
  const theirs = { bank: "cashfree", reference: utr, paise: 5_000, utr } as const;
  return { ...evidence, bank: { ...bank, credits: [...bank.credits, theirs] } };
}
