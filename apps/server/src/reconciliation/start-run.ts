import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import { adapterWord } from "@rokad/contract/reconciliation";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { dayInIndia, today } from "../days.ts";
import { database, transaction, violated, type Tx } from "../db.ts";
import { invalid, notFound, reconciliationUnderWay } from "../errors.ts";
import { newId } from "../ids.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { everyProvider } from "../providers/rails.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { forgetStaged } from "./finish-run.ts";
import { configured } from "./reconcile.ts";
import { asRun, isStranded, problemOf, selectRuns } from "./run.ts";

/**
 * Has a day held against a provider's record, by a worker.
 * @throws 400 for a day that has not come; 404 for an adapter that this installation does not have;
 * 422 `PROVIDER_NOT_CONFIGURED`; 409 `RECONCILIATION_UNDER_WAY` for everyone but the first who asks.
 */
export async function startRun(
  person: SuperAdmin,
  { adapter, day }: { readonly adapter: string; readonly day: string },
): Promise<ReconciliationRun> {
  if (day > today()) throw invalid({ day: "The day cannot be in the future" });
  if (!everyProvider().some(({ name }) => name === adapter)) throw notFound("This provider");
  await configured(adapter);
  try {
    const id = await transaction(async (db) => {
      const run = await insertRun(db, { adapter, day, by: person, weighsBalance: true });
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
    // Left to the index rather than looked up first: two who press at once can't both pass it.
    if (isUnderWay(error)) throw reconciliationUnderWay();
    throw error;
  }
}

interface Asking {
  readonly adapter: string;
  readonly day: string;
  readonly by: SuperAdmin | null;
  /** The day in India for one that is made by itself. */
  readonly night?: string;
  readonly weighsBalance: boolean;
}

export async function insertRun(db: Tx, asking: Asking): Promise<string> {
  const { adapter, day, by, night, weighsBalance } = asking;
  await closeStranded(db);
  const id = newId();
  const job_id = await enqueueJob(db, { kind: "reconcile", payload: { run: id }, by });
  await db
    .insertInto("reconciliation_runs")
    .values({
      id,
      adapter,
      day,
      origin: night ? "night" : "person",
      asked_by: by?.id ?? null,
      asked_at: now(),
      night: night ?? null,
      job_id,
      weighs_balance: weighsBalance,
    })
    .execute();
  return id;
}

/** A run whose job died says why, makes room for the next, and is told of if nobody waits for it. */
export async function closeStranded(db: Tx): Promise<void> {
  const rows = await selectRuns(db).where("runs.finished_at", "is", null).execute();
  for (const row of rows.filter(isStranded)) {
    const { numUpdatedRows } = await db
      .updateTable("reconciliation_runs")
      .set({ finished_at: now(), problem: problemOf(row) })
      .where("id", "=", row.id)
      .where("finished_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await forgetStaged(db, row.id);
    if (row.origin !== "night") continue;
    await tellSuperAdmins(db, {
      kind: "reconciliation_failed",
      subjectId: row.id,
      detail: `${adapterWord(row.adapter)}, ${dayInIndia(row.day)}: ${problemOf(row)}`,
    });
  }
}

export function isUnderWay(error: unknown): boolean {
  return violated(error) === "reconciliation_runs_under_way";
}
