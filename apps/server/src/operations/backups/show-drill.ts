import type { RestoreDrill, RestoreDrillStatus } from "@rokad/contract/restore-drills";
import { database, type Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";

const hourMs = 60 * 60 * 1_000;
/** A drill that started earlier and has no end was killed, or its machine stopped. */
const runHoursMax = 24;
/** A week, and a day for the drill that is due to run. */
const ageDaysMax = 8;

/** The last drill that is over, the one in progress, and whether the next is overdue. */
export async function showDrill(): Promise<RestoreDrillStatus> {
  const [finished, started] = await Promise.all([
    selectDrills(database())
      .where("finished_at", "is not", null)
      .orderBy("finished_at", "desc")
      .executeTakeFirst(),
    selectDrills(database())
      .where("finished_at", "is", null)
      .orderBy("started_at", "desc")
      .executeTakeFirst(),
  ]);
  // One that a later drill replaced says nothing any more.
  const open = started && (!finished || started.started_at > finished.started_at) && started;
  const isRunning = open && isYoungerThan(open.started_at, runHoursMax);
  const last = open && !isRunning ? open : finished;
  return {
    last: last ? asDrill(last, "unfinished") : null,
    in_progress: open && isRunning ? asDrill(open, "running") : null,
    is_overdue: last !== undefined && !isYoungerThan(last.started_at, ageDaysMax * 24),
  };
}

const problems: Readonly<Partial<Record<RestoreDrill["state"], string>>> = {
  faulty: "The last restore drill found faults in the backup's books.",
  failed: "The last restore drill failed.",
  unfinished: "The last restore drill did not finish.",
};

/** A sentence unless the last drill passed. One that is only overdue is no problem of the system. */
export async function findDrillProblem(): Promise<string | undefined> {
  const { last } = await showDrill();
  return last ? problems[last.state] : undefined;
}

function selectDrills(db: Db) {
  return db.selectFrom("restore_drills").selectAll().limit(1);
}

type DrillRow = Awaited<ReturnType<ReturnType<typeof selectDrills>["execute"]>>[number];

function isYoungerThan(at: Date, hours: number): boolean {
  return now().getTime() - at.getTime() <= hours * hourMs;
}

function asDrill(row: DrillRow, unendedState: "running" | "unfinished"): RestoreDrill {
  return {
    id: row.id,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    state: row.finished_at ? outcomeOf(row) : unendedState,
    backup_name: row.backup_name,
    backup_at: row.backup_at?.toISOString() ?? null,
    restore_ms: row.restore_ms,
    verify_ms: row.verify_ms,
    rule_count: row.rule_count,
    fault_count: row.fault_count,
    faulty_rules: row.faulty_rules,
    problem: row.problem,
  };
}

function outcomeOf({ problem, fault_count: faults }: DrillRow): RestoreDrill["state"] {
  if (problem !== null) return "failed";
  return faults > 0 ? "faulty" : "passed";
}
