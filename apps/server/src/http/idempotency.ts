import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import { database, transaction, type Tx } from "../database/db.ts";
import { idempotencyKeyReused } from "../kernel/errors.ts";
import { requestDigest } from "../database/encryption/request-digest.ts";
import type { Person } from "../kernel/person.ts";

interface IdempotentRequest {
  readonly person: Person;
  readonly call: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/**
 * Runs `work` once for each idempotency key of a person, in the transaction that stores the key. A
 * repeat gets the first answer; a concurrent repeat waits for it; a failed request leaves the key
 * unused.
 * @throws 409 `IDEMPOTENCY_KEY_REUSED` if the key was used with another call or body.
 */
export async function withIdempotency<T extends object>(
  { person, call, key, body }: IdempotentRequest,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  if (key === undefined) return transaction(work);
  const bodyDigest = requestDigest(body);
  return transaction(async (db) => {
    // Closes the race between two requests: the primary key makes the second wait for the first.
    const { numAffectedRows } = await sql`
      insert into idempotency_keys (person_id, key, call, body_digest, answer, created_at)
      values (${person.id}, ${key}, ${call}, ${bodyDigest}, '{}', ${now()})
      on conflict do nothing
    `.execute(db);
    const ownKey = db
      .updateTable("idempotency_keys")
      .where("person_id", "=", person.id)
      .where("key", "=", key);
    if (numAffectedRows === 1n) {
      const answer = await work(db);
      await ownKey.set({ answer: JSON.stringify(answer) }).execute();
      return answer;
    }
    // A row lock is written to the write-ahead log, so this commit waits for the second server: a
    // failover cannot lose the answer after it was sent.
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

/** Whether an earlier request of the person had this key, with any call and body. */
export async function isKeyUsed({ id }: Person, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false;
  const row = await database()
    .selectFrom("idempotency_keys")
    .select("key")
    .where("person_id", "=", id)
    .where("key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}
