import type { Checked } from "@rokad/contract/books";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { database, transaction, type Tx } from "../db.ts";
import { newId } from "../ids.ts";
import { announceJobs } from "../jobs/announce-jobs.ts";
import type { Work } from "../jobs/job.ts";
import { log } from "../log.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { runChecks } from "./run-checks.ts";

/** The job behind the button and the night; done twice, it leaves one result. */
export const verifyBooksJob: Work = async (job, { signal, progress }) => {
  const { verification: id } = job.payload as { verification: string };
  const asked = await database()
    .selectFrom("verifications")
    .select("finished_at")
    .where("id", "=", id)
    .executeTakeFirst();
  // Retried by hand after another has taken its place.
  if (!asked || asked.finished_at) return;
  const began = performance.now();
  const results = await runChecks({
    signal,
    progress: (done, total) => progress(BigInt(done), BigInt(total)),
  });
  const ms = Math.round(performance.now() - began);
  await transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("verifications")
      .set(resultOf(results, ms))
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await tellResult(db, { id, results });
  });
  await recordResult({ id, results, by: job.createdBy });
};

/**
 * Verifies here and now, for the command line, and keeps the result as the others are kept.
 * @returns what each check found.
 */
export async function verifyNow(): Promise<Checked[]> {
  const [id, askedAt, began] = [newId(), now(), performance.now()];
  const results = await runChecks();
  const ms = Math.round(performance.now() - began);
  await transaction(async (db) => {
    await db
      .insertInto("verifications")
      .values({ id, origin: "command", asked_at: askedAt, ...resultOf(results, ms) })
      .execute();
    await tellResult(db, { id, results });
  });
  await recordResult({ id, results, by: null });
  return results;
}

function resultOf(results: readonly Checked[], ms: number) {
  return {
    finished_at: now(),
    ms,
    checks: JSON.stringify(results),
    fault_count: countFaults(results),
  };
}

export function countFaults(results: readonly Checked[]): number {
  return results.flatMap(({ rules }) => rules).reduce((sum, rule) => sum + rule.fault_count, 0);
}

interface Result {
  readonly id: string;
  readonly results: readonly Checked[];
}

async function tellResult(db: Tx, { id, results }: Result): Promise<void> {
  const count = countFaults(results);
  if (count > 0) {
    await tellSuperAdmins(db, {
      kind: "books_faulty",
      subjectId: id,
      detail: `${count === 1 ? "One fault was" : `${count} faults were`} found. This does not hold: ${brokenRules(results).join("; ")}`,
    });
  }
  await announceJobs(db);
}

/** By itself: an audit log that was tampered with may take no more rows, and its fault is told. */
async function recordResult({ id, results, by }: Result & { by: string | null }): Promise<void> {
  const broken = brokenRules(results);
  try {
    await transaction((db) =>
      record(db, {
        act: "books.verified",
        by: by === null ? null : { id: by },
        subject: { kind: "verification", id },
        after: { faults: countFaults(results), ...(broken.length > 0 && { broken }) },
      }),
    );
  } catch (error) {
    log().error({ err: error, verification: id }, "The audit log did not take a verification");
  }
}

function brokenRules(results: readonly Checked[]): string[] {
  return results
    .flatMap(({ rules }) => rules)
    .filter((rule) => rule.fault_count > 0)
    .map(({ rule }) => rule);
}
