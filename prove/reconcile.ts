import {
  handleDifference,
  listDifferences,
  startReconciliation,
} from "@rokad/contract/reconciliation";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../apps/server/src/db.ts";
import { count } from "./journal.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

const runSeconds = 120;
const roundsMax = 50;

/**
 * What RazorpayX sent back after it had paid, and whose webhook was lost, only the reconciliation
 * finds: each day is held against its list, and what differs is asked about. Cashfree has no list,
 * and is asked about each payout at four a second: too slow here, so that it loses no return.
 */
export async function reconcile(world: World): Promise<void> {
  const [meera] = world.admins as [Person, Person, Person];
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
    from payouts order by day
  `.execute(database());
  for (const { day } of rows) {
    const started = await meera.call(startReconciliation, { body: { adapter: "razorpayx", day } });
    if (started.ok) await finished(started.body.data.id);
    else
      world.journal.surprises.push(`The reconciliation of ${day} did not start: ${started.code}`);
    count(world.journal, "days reconciled with RazorpayX");
  }
  for (let rounds = 0; rounds < roundsMax && (await askAboutSome(world, meera)); rounds += 1);
}

/** @returns whether there may be more. */
async function askAboutSome({ journal }: World, meera: Person): Promise<boolean> {
  const query = { state: "open" as const, kind: "status" as const, limit: limits.pageRowsMax };
  const listed = await meera.call(listDifferences, { query });
  const differences = listed.ok ? listed.body.data : [];
  for (const { id, action } of differences) {
    const heard = await meera.call(handleDifference, { params: { id }, body: { action } });
    if (heard.ok) count(journal, "returns found by the reconciliation");
  }
  return differences.length === limits.pageRowsMax;
}

async function finished(run: string): Promise<void> {
  for (const end = Date.now() + runSeconds * 1_000; Date.now() < end; await pause(100)) {
    const { rows } = await sql`
      select from reconciliation_runs where id = ${run} and finished_at is not null
    `.execute(database());
    if (rows.length > 0) return;
  }
}
