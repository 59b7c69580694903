import { sql } from "kysely";
import { database, transaction } from "../../apps/server/src/database/db.ts";
import { verifyBooks } from "../../apps/server/src/ledger/verify.ts";
import { expediteStatusChecks } from "../../apps/server/src/payouts/send/expedite-status-checks.ts";
import { type Attempt, feePaise, gstPaise } from "./load.ts";
import { leaseSeconds } from "./rokad.ts";
import { waitFor } from "./wait-for.ts";

/** Waits until every payout has finished and the bank has sent every update. */
export async function waitUntilSettled(): Promise<void> {
  await waitFor(180, "every payout has finished", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from payouts where due_at is not null limit 1000
    `.execute(database());
    // After a failover, the next status check of some payouts is minutes away.
    for (const { id } of rows)
      await transaction((db) => expediteStatusChecks(db, { payoutId: id }, leaseSeconds));
    const { rows: unsent } = await sql`
      select from sandbox_bank.transfers where next_at is not null limit 1
    `.execute(database());
    return rows.length === 0 && unsent.length === 0;
  });
}

export interface Tally {
  readonly acknowledged: number;
  readonly found: number;
  readonly lost: number;
  /** Second payouts of a key, payouts without a request, and payouts that the bank paid twice. */
  readonly doubled: number;
  /** Other differences, one sentence each. */
  readonly faults: readonly string[];
}

interface PayoutRow {
  readonly key: string | null;
  readonly id: string;
  readonly status: string;
  readonly transfers: number;
}

/** Compares the clients' responses with our tables and the bank's records. */
export async function compareRecords(attempts: readonly Attempt[]): Promise<Tally> {
  const { rows } = await sql<PayoutRow>`
    select payouts.idempotency_key as key, payouts.id, payouts.status,
      (select count(*)::int from sandbox_bank.transfers where reference = payouts.reference_id) as transfers
    from payouts
  `.execute(database());
  const acknowledgements = attempts.flatMap(({ key, acknowledged }) =>
    acknowledged ? [{ key, id: acknowledged.id }] : [],
  );
  const rowsByKey = Map.groupBy(rows, ({ key }) => key);
  const found = acknowledgements.filter(({ key, id }) =>
    rowsByKey.get(key)?.some((row) => row.id === id),
  );
  const requestedKeys = new Set(attempts.map(({ key }) => key));
  const doubled =
    [...rowsByKey.values()].reduce((sum, { length }) => sum + length - 1, 0) +
    rows.filter(({ key, transfers }) => key === null || !requestedKeys.has(key) || transfers > 1)
      .length;
  return {
    acknowledged: acknowledgements.length,
    found: found.length,
    lost: acknowledgements.length - found.length,
    doubled,
    faults: [
      ...(await findWalletFaults(attempts, rows)),
      ...(await findBankFaults()),
      ...(await verifyBooks(database())).map((fault) => JSON.stringify(fault)),
    ],
  };
}

/** Compares what each payer has spent, by the client's list, with the wallet. */
async function findWalletFaults(
  attempts: readonly Attempt[],
  recorded: readonly PayoutRow[],
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

/** Compares the records of the sandbox bank with our payouts. */
async function findBankFaults(): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select coalesce(payouts.reference_id, bank.reference) as reference
    from payouts full join sandbox_bank.transfers as bank on bank.reference = payouts.reference_id
    where bank.amount_paise is distinct from payouts.amount_paise
      or (bank.state, payouts.status) not in
        (values ('success', 'success'), ('failed', 'failed'), ('reversed', 'failed'))
      or bank.state is distinct from payouts.provider_state
      or (bank.state = 'success' and bank.utr is distinct from payouts.utr_number)
  `.execute(database());
  return rows.map(({ reference }) => `payout ${reference} differs at the bank`);
}
