import { sql } from "kysely";
import { now } from "./clock.ts";
import { transaction, type Tx } from "./db.ts";
import { idempotencyKeyReused } from "./errors.ts";
import { requestDigest } from "./sealing/request-digest.ts";
import type { Person } from "./sign-in/person.ts";

interface Request {
  readonly person: Person;
  readonly call: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/**
 * Runs a verb that creates something, once for each idempotency key. The key is written in the
 * verb's own transaction: a repeat gets the first answer, one that arrives at the same moment
 * waits for it, and a refused try leaves the key free.
 * @throws 409 `IDEMPOTENCY_KEY_REUSED` when the key came with another call or body.
 */
export async function once<T extends object>(
  { person, call, key, body }: Request,
  verb: (db: Tx) => Promise<T>,
): Promise<T> {
  if (key === undefined) return transaction(verb);
  const bodyDigest = requestDigest(body);
  return transaction(async (db) => {
    // The primary key makes a second request wait here until the first has committed or failed.
    const { numAffectedRows } = await sql`
      insert into idempotency_keys (person_id, key, call, body_digest, answer, created_at)
      values (${person.id}, ${key}, ${call}, ${bodyDigest}, '{}', ${now()})
      on conflict do nothing
    `.execute(db);
    const mine = db
      .updateTable("idempotency_keys")
      .where("person_id", "=", person.id)
      .where("key", "=", key);
    if (numAffectedRows === 1n) {
      const answer = await verb(db);
      await mine.set({ answer: JSON.stringify(answer) }).execute();
      return answer;
    }
    // Locked, because a lock is written to the log: this commit then waits for the second server,
    // and nobody is told an answer that a failover could still lose.
    const first = await db
      .selectFrom("idempotency_keys")
      .select(["call", "body_digest", "answer"])
      .where("person_id", "=", person.id)
      .where("key", "=", key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (first.call !== call || !first.body_digest.equals(bodyDigest)) throw idempotencyKeyReused();
    return first.answer as T;
  });
}
