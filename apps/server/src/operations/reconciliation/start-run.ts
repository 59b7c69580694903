import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import { providerLabel } from "@rokad/contract/reconciliation";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { dayInIndia, today } from "../../kernel/days.ts";
import { database, transaction, violatedConstraint, type Tx } from "../../database/db.ts";
import { invalidInput, notFound, reconciliationInProgress } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { deleteStagedRows } from "./finish-run.ts";
import { requireProvider } from "./reconcile.ts";
import { asRun, isStranded, problemOf, selectRuns } from "./run.ts";

/**
 * Enqueues the reconciliation of a day with a provider.
 * @throws 400 for a future day; 404 for an unknown adapter; 422 `PROVIDER_NOT_CONFIGURED`; 409
 *   `RECONCILIATION_UNDER_WAY` when a run of this day waits or runs.
 */
export async function startRun(
  person: SuperAdmin,
  { adapter, day }: { readonly adapter: string; readonly day: string },
): Promise<ReconciliationRun> {
  if (day > today()) throw invalidInput({ day: "The day cannot be in the future" });
  if (!configuredProviders().some(({ name }) => name === adapter)) throw notFound("This provider");
  await requireProvider(adapter);
  try {
    const id = await transaction(async (db) => {
      const run = await insertRun(db, { adapter, day, by: person, withBalance: true });
      await record(db, {
        act: "reconciliation.started",
        by: person,
        subject: { kind: "reconciliation", id: run },
        after: { provider: adapter, day },
      });
      return run;
    });
    const row = await selectRuns(database()).where("runs.id", "=", id).executeTakeFirstOrThrow();
    return asRun(row);
  } catch (error) {
    // Closes the race between two requests: the unique index lets only one through.
    if (isAlreadyUnderWay(error)) throw reconciliationInProgress();
    throw error;
  }
}

interface RunRequest {
  readonly adapter: string;
  readonly day: string;
  readonly by: SuperAdmin | null;
  /** The Indian day of an automatic nightly run. */
  readonly night?: string;
  readonly withBalance: boolean;
}

export async function insertRun(db: Tx, request: RunRequest): Promise<string> {
  const { adapter, day, by, night, withBalance } = request;
  await closeStrandedRuns(db);
  const id = newId();
  const job_id = await enqueueJob(db, { kind: "reconcile", payload: { run: id }, by });
  await db
    .insertInto("reconciliation_runs")
    .values({
      id,
      adapter,
      day,
      origin: night ? "night" : "person",
      requested_by: by?.member.id ?? null,
      requested_at: now(),
      night: night ?? null,
      job_id,
      weighs_balance: withBalance,
    })
    .execute();
  return id;
}

/** Closes runs whose job died, with the reason, and notifies super admins of a failed nightly run. */
export async function closeStrandedRuns(db: Tx): Promise<void> {
  const rows = await selectRuns(db).where("runs.finished_at", "is", null).execute();
  for (const row of rows.filter(isStranded)) {
    const { numUpdatedRows } = await db
      .updateTable("reconciliation_runs")
      .set({ finished_at: now(), problem: problemOf(row) })
      .where("id", "=", row.id)
      .where("finished_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await deleteStagedRows(db, row.id);
    if (row.origin !== "night") continue;
    await notifySuperAdmins(db, {
      kind: "reconciliation_failed",
      subjectId: row.id,
      detail: `${providerLabel(row.adapter)}, ${dayInIndia(row.day)}: ${problemOf(row)}`,
    });
  }
}

export function isAlreadyUnderWay(error: unknown): boolean {
  return violatedConstraint(error) === "reconciliation_runs_in_progress";
}
