import type { Verification } from "@rokad/contract/books";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { verificationUnderWay } from "../errors.ts";
import { newId } from "../ids.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { closeStranded, isUnderWay, selectVerifications } from "./queries.ts";
import { asVerification } from "./verification.ts";

/**
 * Asks for the books to be verified by a worker.
 * @throws 409 `VERIFICATION_UNDER_WAY` for everyone but the first who asks.
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
    // Left to the index rather than looked up first: two who press at once can't both pass it.
    if (isUnderWay(error)) throw verificationUnderWay();
    throw error;
  }
}

interface Asking {
  readonly by: SuperAdmin | null;
  /** The day in India for one that is made by itself. */
  readonly night?: string;
}

export async function insertVerification(db: Tx, { by, night }: Asking): Promise<string> {
  await closeStranded(db);
  const id = newId();
  const job = await enqueueJob(db, { kind: "verify_books", payload: { verification: id }, by });
  await db
    .insertInto("verifications")
    .values({
      id,
      origin: night ? "night" : "person",
      asked_by: by?.id ?? null,
      asked_at: now(),
      night: night ?? null,
      job_id: job,
    })
    .execute();
  return id;
}
