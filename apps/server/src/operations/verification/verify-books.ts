import type { Checked } from "@rokad/contract/books";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import { log } from "../../kernel/log.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { runChecks } from "./run-checks.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** The job of a manual or nightly verification. Running it twice stores one result. */
export const verifyBooksJob: JobHandler = async (job, { signal, progress }) => {
  const { verification: id } = job.payload as { verification: string };
  const verification = await database()
    .selectFrom("verifications")
    .select("finished_at")
    .where("id", "=", id)
    .executeTakeFirst();
  // A manual retry, after another verification replaced this one.
  if (!verification || verification.finished_at) return;
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
    if (numUpdatedRows > 0n) await notifyFaults(db, { id, results });
  });
  await recordResult({ id, results, by: job.createdBy });
};

/**
 * Verifies in this process, for the command line, and stores the result like the job does.
 * @returns the result of each check.
 */
export async function verifyNow(): Promise<Checked[]> {
  const [id, requestedAt, began] = [newId(), now(), performance.now()];
  const results = await runChecks();
  const ms = Math.round(performance.now() - began);
  await transaction(async (db) => {
    await db
      .insertInto("verifications")
      .values({ id, origin: "command", requested_at: requestedAt, ...resultOf(results, ms) })
      .execute();
    await notifyFaults(db, { id, results });
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

async function notifyFaults(db: Tx, { id, results }: Result): Promise<void> {
  const count = countFaults(results);
  if (count > 0) {
    await notifySuperAdmins(db, {
      kind: "books_faulty",
      subjectId: id,
      detail: `${count === 1 ? "1 fault" : `${count} faults`} found. Failed checks: ${brokenRules(results).join("; ")}`,
    });
  }
  await publishToSuperAdmins(db, ["jobs"]);
}

/** In its own transaction: a tampered audit log may reject rows, but its fault must still be stored. */
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
    log().error(
      { err: error, verification: id },
      "Could not write the verification to the audit log",
    );
  }
}

/** The names of the rules with faults. */
export function brokenRules(results: readonly Checked[]): string[] {
  return results
    .flatMap(({ rules }) => rules)
    .filter((rule) => rule.fault_count > 0)
    .map(({ rule }) => rule);
}
