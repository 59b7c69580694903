import {
  handleDifference,
  listDifferences,
  startReconciliation,
} from "@rokad/contract/reconciliation";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../apps/server/src/database/db.ts";
import { count } from "./client-records.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

const runSecondsMax = 120;
const roundsMax = 50;

/**
 * Reconciles each day with RazorpayX. Only this finds a return after success whose webhook was
 * lost. Cashfree has no list and allows four status checks per second, which is too slow here, so
 * its stand-in loses the webhook of a return at the end only (`return-later.ts`).
 */
export async function reconcile(world: World): Promise<void> {
  const [meera] = world.admins as [Person, Person, Person];
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
    from payouts order by day
  `.execute(database());
  for (const { day } of rows) {
    const started = await meera.call(startReconciliation, { body: { adapter: "razorpayx", day } });
    if (started.ok) await waitForRun(started.body.data.id);
    else
      world.clients.anomalies.push(`The reconciliation of ${day} did not start: ${started.code}`);
    count(world.clients, "days reconciled with RazorpayX");
  }
  for (let rounds = 0; rounds < roundsMax && (await checkDifferences(world, meera)); rounds += 1);
}

/** Starts a status check for each open difference. @returns whether there may be more. */
async function checkDifferences({ clients }: World, meera: Person): Promise<boolean> {
  const query = { state: "open" as const, kind: "status" as const, limit: limits.pageRowsMax };
  const listed = await meera.call(listDifferences, { query });
  const differences = listed.ok ? listed.body.data : [];
  for (const { id, action } of differences) {
    const result = await meera.call(handleDifference, { params: { id }, body: { action } });
    if (result.ok) count(clients, "returns found by reconciliation");
  }
  return differences.length === limits.pageRowsMax;
}

async function waitForRun(run: string): Promise<void> {
  for (const end = Date.now() + runSecondsMax * 1_000; Date.now() < end; await pause(100)) {
    const { rows } = await sql`
      select from reconciliation_runs where id = ${run} and finished_at is not null
    `.execute(database());
    if (rows.length > 0) return;
  }
}
