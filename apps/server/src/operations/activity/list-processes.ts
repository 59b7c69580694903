import type { Activity } from "@rokad/contract/activity";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { beatSeconds } from "./heartbeat.ts";

/** A process that missed three heartbeats counts as stopped. */
export const heartbeatTimeoutSeconds = 3 * beatSeconds;
/** Longer than one worker round with the slowest provider. */
const roundSecondsMax = 120;
const processesMax = 100;

/** Lists servers and workers with a heartbeat in the last day, the most recent first. */
export async function listProcesses(): Promise<Activity["processes"]> {
  const rows = await database()
    .selectFrom("processes")
    .selectAll()
    .orderBy("beat_at", "desc")
    .limit(processesMax)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    host: row.host,
    version: row.version,
    started_at: row.started_at.toISOString(),
    beat_at: row.beat_at.toISOString(),
    worked_at: row.worked_at?.toISOString() ?? null,
    is_alive: isRecent(row.beat_at, heartbeatTimeoutSeconds),
  }));
}

/** Whether a process is alive and its worker has polled payouts recently. */
export function isWorking({
  role,
  is_alive,
  started_at,
  worked_at,
}: Activity["processes"][number]) {
  if (role === "api" || !is_alive) return false;
  return isRecentRound(new Date(worked_at ?? started_at));
}

/** Whether a worker that polled payouts then is not stuck. */
export function isRecentRound(at: Date): boolean {
  return isRecent(at, roundSecondsMax);
}

function isRecent(at: Date, seconds: number): boolean {
  return now().getTime() - at.getTime() <= seconds * 1_000;
}
