import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tx } from "../../database/db.ts";
import type { BalanceSnapshot } from "./balance-snapshot.ts";
import type { Day } from "./day.ts";
import { asRun, selectRuns } from "./run.ts";

/**
 * Stores the snapshot of a run, and opens, updates or closes the provider's one balance difference.
 * The caller has locked the differences.
 * @returns the provider's balance less ours, in paise, if the difference is new or has changed.
 */
export async function compareBalance(
  db: Tx,
  day: Day,
  snapshot: BalanceSnapshot,
): Promise<bigint | undefined> {
  await storeSnapshot(db, day, snapshot);
  const off = await readUnexplained(db, day.runId);
  const { rows } = await sql<{ id: string; off: bigint }>`
    select id, ${offPaise} as off from reconciliation_differences as differences
    where adapter = ${day.adapter} and kind = 'balance' and state = 'open'
    for no key update
  `.execute(db);
  const [open] = rows;
  if (off === 0n) {
    if (open) await closeAgreed(db, day, open.id);
    return undefined;
  }
  const seen = {
    ours: JSON.stringify(sideOf(snapshot.reported_paise - off)),
    theirs: JSON.stringify(sideOf(snapshot.reported_paise)),
    seen_at: now(),
    seen_run_id: day.runId,
  };
  if (open) {
    await db
      .updateTable("reconciliation_differences")
      .set(seen)
      .where("id", "=", open.id)
      .execute();
    return open.off === off ? undefined : off;
  }
  await db
    .insertInto("reconciliation_differences")
    .values({
      id: newId(),
      adapter: day.adapter,
      day: day.day,
      kind: "balance",
      action: "mark_known",
      is_severe: true,
      state: "open",
      subject: "Balance",
      found_at: now(),
      found_run_id: day.runId,
      ...seen,
    })
    .execute();
  return off;
}

/** The provider's balance less ours, in paise, of a row named `differences`. */
export const offPaise = sql<bigint>`
  ((differences.theirs #>> '{amount,amount}')::bigint
    - (differences.ours #>> '{amount,amount}')::bigint)
`;

/**
 * Links the snapshot with the one that it is compared with: the last balance that agreed with our
 * books, or whose difference a person ended. Otherwise a difference would vanish with the next run.
 */
async function storeSnapshot(db: Tx, day: Day, snapshot: BalanceSnapshot): Promise<void> {
  const { rows } = await sql<{ run: string; opening: string | null; isEnded: boolean }>`
    select run_id as run, previous_run_id as opening, exists (
      select from reconciliation_differences
      where kind = 'balance' and state = 'settled' and seen_run_id = run_id
    ) as "isEnded"
    from reconciliation_balances
    where adapter = ${day.adapter} and at <= ${snapshot.at} order by at desc limit 1
  `.execute(db);
  const [last] = rows;
  const { unrecorded_paise, ...stored } = snapshot;
  const agreed = last && (last.isEnded || (await readUnexplained(db, last.run)) === 0n);
  await db
    .insertInto("reconciliation_balances")
    .values({
      run_id: day.runId,
      adapter: day.adapter,
      ...stored,
      // The first balance includes them, so that recording them later is no transfer since then.
      transferred_paise: stored.transferred_paise + (last ? 0n : unrecorded_paise),
      previous_run_id: (agreed ? last.run : last?.opening) ?? null,
    })
    .execute();
}

async function readUnexplained(db: Tx, runId: string): Promise<bigint> {
  const run = await selectRuns(db).where("runs.id", "=", runId).executeTakeFirstOrThrow();
  return BigInt(asRun(run).balance?.since?.unexplained.amount ?? 0);
}

async function closeAgreed(db: Tx, day: Day, id: string): Promise<void> {
  await db
    .updateTable("reconciliation_differences")
    .set({ state: "gone", ended_at: now(), seen_run_id: day.runId })
    .where("id", "=", id)
    .execute();
}

const sideOf = (paise: bigint) => ({
  state: null,
  raw_state: null,
  amount: { amount: Number(paise), currency: "INR" },
  utr: null,
  charge: null,
});
