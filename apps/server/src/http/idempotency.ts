import type { Call } from "@rokad/contract/call";
import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import { database, transaction, type Tx } from "../database/db.ts";
import { idempotencyKeyReused } from "../kernel/errors.ts";
import { requestDigest } from "../database/encryption/request-digest.ts";
import { ownerIdOf, type Person } from "../kernel/person.ts";
import { markReplayed } from "./replayed.ts";

export interface IdempotentRequest {
  readonly person: Person;
  readonly call: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** Runs a transaction: once for each key, or as often as it is called. */
export type RunTransaction = <T extends object>(work: (db: Tx) => Promise<T>) => Promise<T>;

interface KeyedRequest {
  readonly person: Person;
  readonly params?: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** A signed request with its key; the parameters belong to its content. */
export function keyedRequest(
  { name }: Call,
  { person, params, body, idempotencyKey: key }: KeyedRequest,
): IdempotentRequest {
  return { person, call: name, key, body: { params, body } };
}

/** Runs the transaction of a request once for its key. */
export function runOnce(request: IdempotentRequest): RunTransaction {
  return (work) => withIdempotency(request, work);
}

/** The same for one of several items, each of which has a transaction and a key of its own. */
export function runItemOnce(
  { name: call }: Call,
  { person, idempotencyKey: key }: Omit<KeyedRequest, "body">,
  id: string,
  body: unknown,
): RunTransaction {
  return runOnce({ person, call, key: key && itemKey(key, id), body });
}

/** The key of one of several items. A caller's key has no space, so none can name an item. */
export function itemKey(key: string, id: string): string {
  return `${key} ${id}`;
}

/**
 * Runs `work` once for each idempotency key of a person, in the transaction that stores the key. A
 * repeat gets the first answer; a concurrent repeat waits for it; a failed request leaves the key
 * unused.
 * @throws 409 `IDEMPOTENCY_KEY_REUSED` if the key was used with another call or body, or by another
 *   member: the answer is about what the first one did.
 */
export async function withIdempotency<T extends object>(
  request: IdempotentRequest,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  const { person, call, key, body } = request;
  if (key === undefined) return transaction(work);
  return transaction(async (db) => {
    // Closes the race between two requests: the primary key makes the second wait for the first.
    const { numAffectedRows } = await sql`
      insert into idempotency_keys (
        person_id, key, call, body_digest, answer, created_at, member_id
      ) values (
        ${ownerIdOf(person)}, ${key}, ${call}, ${requestDigest(body)}, '{}', ${now()}, ${memberIdOf(person)}
      )
      on conflict do nothing
    `.execute(db);
    if (numAffectedRows === 1n) {
      const answer = await work(db);
      await db
        .updateTable("idempotency_keys")
        .set({ answer: JSON.stringify(answer) })
        .where("person_id", "=", ownerIdOf(person))
        .where("key", "=", key)
        .execute();
      return answer;
    }
    return (await lockAnswer(db, request)) as T;
  });
}

/**
 * As `withIdempotency`, for work in several transactions: its answer is stored after it. `work` runs
 * again after a crash and while it runs, so it must find what is done.
 * @throws as `withIdempotency`.
 */
export async function withStoredAnswer<T extends object>(
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const stored = await findAnswer(request);
  if (stored) return stored as T;
  const answer = await work();
  return withIdempotency(request, async () => answer);
}

/** The answer that was stored for a request; undefined if there is none. @throws as `withIdempotency`. */
export async function findAnswer(request: IdempotentRequest): Promise<object | undefined> {
  if (request.key === undefined) return undefined;
  return transaction((db) => lockAnswer(db, request));
}

async function lockAnswer(
  db: Tx,
  { person, call, key = "", body }: IdempotentRequest,
): Promise<object | undefined> {
  // A row lock is written to the write-ahead log, so this commit waits for the second server: a
  // failover cannot lose the answer after it was sent.
  const first = await db
    .selectFrom("idempotency_keys")
    .select(["call", "body_digest", "answer", "member_id"])
    .where("person_id", "=", ownerIdOf(person))
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  if (!first) return undefined;
  const isSame =
    first.call === call &&
    (first.member_id ?? memberIdOf(person)) === memberIdOf(person) &&
    first.body_digest.equals(requestDigest(body));
  if (!isSame) throw idempotencyKeyReused();
  markReplayed(person);
  return first.answer as object;
}

/** Null for a program: a key that was rolled repeats what the one before sent. */
const memberIdOf = (person: Person): string | null => (person.apiKey ? null : person.member.id);

/**
 * Which of these keys earlier requests of the person had, with any call and body. Waits for requests
 * in progress: an insert of the same key, which is undone, waits for their end.
 */
export async function findUsedKeys(
  person: Person,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  // In one order, so that two of these can't deadlock.
  const sorted = keys.toSorted();
  const db = await database().startTransaction().execute();
  try {
    const { rows } = await sql<{ key: string }>`
      insert into idempotency_keys (person_id, key, call, body_digest, answer, created_at)
      select ${ownerIdOf(person)}, key, '', '', '{}', ${now()} from unnest(${sorted}::text[]) as key
      on conflict do nothing
      returning key
    `.execute(db);
    const unused = new Set(rows.map(({ key }) => key));
    return new Set(keys.filter((key) => !unused.has(key)));
  } finally {
    await db.rollback().execute();
  }
}
