import type { Verification } from "@rokad/contract/books";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { verificationInProgress } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { closeStrandedVerifications, isAlreadyUnderWay, selectVerifications } from "./queries.ts";
import { asVerification } from "./verification.ts";

/**
 * Enqueues a verification of the books.
 * @throws 409 `VERIFICATION_UNDER_WAY` when another one waits or runs.
 */
export async function startVerification(person: SuperAdmin): Promise<Verification> {
  try {
    return await transaction(async (db) => {
      const id = await insertVerification(db, { by: person });
      const row = await selectVerifications(db)
        .where("verifications.id", "=", id)
        .executeTakeFirstOrThrow();
      return asVerification(row);
    });
  } catch (error) {
    // Closes the race between two requests: the unique index lets only one through.
    if (isAlreadyUnderWay(error)) throw verificationInProgress();
    throw error;
  }
}

interface VerificationRequest {
  readonly by: SuperAdmin | null;
  /** The Indian day of an automatic nightly run. */
  readonly night?: string;
}

export async function insertVerification(
  db: Tx,
  { by, night }: VerificationRequest,
): Promise<string> {
  await closeStrandedVerifications(db);
  const id = newId();
  const job = await enqueueJob(db, { kind: "verify_books", payload: { verification: id }, by });
  await db
    .insertInto("verifications")
    .values({
      id,
      origin: night ? "night" : "person",
      requested_by: by?.member.id ?? null,
      requested_at: now(),
      night: night ?? null,
      job_id: job,
    })
    .execute();
  return id;
}
