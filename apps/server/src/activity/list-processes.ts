import type { Activity } from "@rokad/contract/activity";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { beatSeconds } from "./heartbeat.ts";

/** Three beats that did not come. */
export const silentSecondsMax = 3 * beatSeconds;
/** Longer than a round with the slowest provider takes. */
const roundSecondsMax = 120;
const atMost = 100;

/** Every server and worker that was heard of in the last day, those alive first. */
export async function listProcesses(): Promise<Activity["processes"]> {
  const rows = await database()
    .selectFrom("processes")
    .selectAll()
    .orderBy("beat_at", "desc")
    .limit(atMost)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    host: row.host,
    version: row.version,
    started_at: row.started_at.toISOString(),
    beat_at: row.beat_at.toISOString(),
    worked_at: row.worked_at?.toISOString() ?? null,
    is_alive: isYounger(row.beat_at, silentSecondsMax),
  }));
}

/** Whether a process works on payouts, and its worker came round lately. */
export function isWorking({
  role,
  is_alive,
  started_at,
  worked_at,
}: Activity["processes"][number]) {
  if (role === "api" || !is_alive) return false;
  return isYounger(new Date(worked_at ?? started_at), roundSecondsMax);
}

function isYounger(at: Date, seconds: number): boolean {
  return now().getTime() - at.getTime() <= seconds * 1_000;
}
