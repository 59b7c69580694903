import { sql } from "kysely";
import { database, transaction } from "../../apps/server/src/db.ts";
import { verifyBooks } from "../../apps/server/src/ledger/verify.ts";
import { lookSooner } from "../../apps/server/src/payouts/look-sooner.ts";
import { type Attempt, feePaise, gstPaise } from "./load.ts";
import { claimSeconds } from "./rokad.ts";
import { within } from "./within.ts";

/** Until every payout has its end and the bank has told everything. */
export async function untilSettled(): Promise<void> {
  await within(180, "every payout has reached its end", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from payouts where due_at is not null limit 1000
    `.execute(database());
    // Each is asked about now: after a failover some would be only minutes later.
    for (const { id } of rows)
      await transaction((db) => lookSooner(db, { payoutId: id }, claimSeconds));
    const { rows: untold } = await sql`
      select from sandbox_bank.transfers where next_at is not null limit 1
    `.execute(database());
    return rows.length === 0 && untold.length === 0;
  });
}

export interface Tally {
  readonly acknowledged: number;
  readonly found: number;
  readonly lost: number;
  /** Keys with two payouts, payouts that nobody asked for, and payouts that the bank made twice. */
  readonly doubled: number;
  /** What is wrong besides, each as a sentence. */
  readonly faults: readonly string[];
}

interface Recorded {
  readonly key: string | null;
  readonly id: string;
  readonly status: string;
  readonly transfers: number;
}

/** Holds what the clients were told against what is in the books and in the bank's own record. */
export async function countAgainst(attempts: readonly Attempt[]): Promise<Tally> {
  const { rows } = await sql<Recorded>`
    select payouts.idempotency_key as key, payouts.id, payouts.status,
      (select count(*)::int from sandbox_bank.transfers where reference = payouts.reference_id) as transfers
    from payouts
  `.execute(database());
  const told = attempts.flatMap(({ key, acknowledged }) =>
    acknowledged ? [{ key, id: acknowledged.id }] : [],
  );
  const idsOf = Map.groupBy(rows, ({ key }) => key);
  const found = told.filter(({ key, id }) => idsOf.get(key)?.some((row) => row.id === id));
  const asked = new Set(attempts.map(({ key }) => key));
  const doubled =
    [...idsOf.values()].reduce((sum, { length }) => sum + length - 1, 0) +
    rows.filter(({ key, transfers }) => key === null || !asked.has(key) || transfers > 1).length;
  return {
    acknowledged: told.length,
    found: found.length,
    lost: told.length - found.length,
    doubled,
    faults: [
      ...(await walletFaults(attempts, rows)),
      ...(await bankFaults()),
      ...(await verifyBooks(database())).map((fault) => JSON.stringify(fault)),
    ],
  };
}

/** What a payer has spent by their own list, held against the wallet. */
async function walletFaults(
  attempts: readonly Attempt[],
  recorded: readonly Recorded[],
): Promise<string[]> {
  const paid = new Set(recorded.filter(({ status }) => status === "success").map(({ key }) => key));
  const spent = new Map<string, bigint>();
  for (const { payerId, amountPaise } of attempts.filter(({ key }) => paid.has(key))) {
    spent.set(payerId, (spent.get(payerId) ?? 0n) + amountPaise + feePaise + gstPaise);
  }
  const { rows } = await sql<{ id: string; spent: bigint; held: bigint }>`
    select id, held_paise as held,
      (select sum(amount_paise) from ledger_entries join ledger_postings on id = posting_id
       where wallet_id = wallets.id and account = 'available' and kind = 'credit')::int8
        - available_paise as spent
    from wallets
  `.execute(database());
  return rows
    .filter((wallet) => wallet.held !== 0n || wallet.spent !== (spent.get(wallet.id) ?? 0n))
    .map((wallet) => `wallet ${wallet.id}: ${wallet.spent} paise spent, ${wallet.held} held`);
}

/** The sandbox bank's own record against our payouts. */
async function bankFaults(): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select coalesce(payouts.reference_id, bank.reference) as reference
    from payouts full join sandbox_bank.transfers as bank on bank.reference = payouts.reference_id
    where bank.amount_paise is distinct from payouts.amount_paise
      or (bank.state, payouts.status) not in
        (values ('success', 'success'), ('failed', 'failed'), ('reversed', 'failed'))
      or bank.state is distinct from payouts.provider_state
      or (bank.state = 'success' and bank.utr is distinct from payouts.utr_number)
  `.execute(database());
  return rows.map(({ reference }) => `the bank and we differ about ${reference}`);
}
