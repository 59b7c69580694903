import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { AccountChecks, DB } from "../../database/tables.generated.ts";
import type { Db, Tx } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { newId } from "../../kernel/ids.ts";
import type { Destination } from "../../providers/transfer.ts";
import type { Validation } from "../../providers/validation.ts";
import { blindIndex, encrypt } from "../../database/encryption/encrypt.ts";

export type CheckRow = Selectable<AccountChecks>;

const daySeconds = 24 * 60 * 60;
/** Names rarely change, and each check costs money. */
const validSeconds = 30 * daySeconds;
/** By tomorrow the account may be open, or the bank may have corrected its answer. */
const invalidSeconds = daySeconds;
/** No provider takes longer, so the process that asked must have crashed. */
const abandonedSeconds = 60;

/** The bank's answer about this account to this person, if it is still valid. */
export function findRecentAnswer(db: Db, tenantId: string, destination: Destination) {
  return checksOf(db, tenantId, destination).where(isRecent).executeTakeFirst();
}

/**
 * The same, or a check in progress. One statement, because between two the check in progress could
 * be answered, and neither would find it.
 */
export function findCurrentCheck(db: Db, tenantId: string, destination: Destination) {
  return checksOf(db, tenantId, destination)
    .where((eb) => eb.or([eb("answered_at", "is", null), isRecent(eb)]))
    .executeTakeFirst();
}

function isRecent(eb: ExpressionBuilder<DB, "account_checks">) {
  return eb.or([
    eb("verdict", "=", "valid").and("answered_at", ">", secondsFromNow(-validSeconds)),
    eb("verdict", "=", "invalid").and("answered_at", ">", secondsFromNow(-invalidSeconds)),
  ]);
}

export function findCheck(db: Db, id: string) {
  return db.selectFrom("account_checks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The checks with these ids, in one statement. */
export async function selectChecks(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, CheckRow>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("account_checks").selectAll().where("id", "in", known).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertCheck(
  db: Tx,
  tenantId: string,
  destination: Destination,
  adapter: string,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("account_checks")
    .values({ id, tenant_id: tenantId, ...keyOf(destination), adapter, requested_at: now() })
    .execute();
  return id;
}

/** Stores the bank's answer, unless the check has expired. */
export async function recordAnswer(
  db: Db,
  id: string,
  typedName: string,
  answer: Validation,
): Promise<void> {
  const name = answer.nameAtBank?.trim().slice(0, 200);
  await db
    .updateTable("account_checks")
    .set({
      answered_at: now(),
      verdict: answer.verdict,
      name_at_bank_encrypted: name ? encrypt("name at bank", id, name) : null,
      match_score: answer.matchScore === undefined ? null : Math.round(answer.matchScore),
      typed_name_hash: hashName(typedName),
      reason: answer.reason ?? null,
    })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .execute();
}

/** Ends the checks of a process that crashed before the answer came. */
export async function expireAbandonedChecks(db: Tx, tenantId: string): Promise<void> {
  await db
    .updateTable("account_checks")
    .set({
      answered_at: now(),
      verdict: "unknown",
      reason: "The bank is unavailable right now",
    })
    .where("tenant_id", "=", tenantId)
    .where("answered_at", "is", null)
    .where("requested_at", "<", secondsFromNow(-abandonedSeconds))
    .execute();
}

/** The blind index of a typed name: a provider's score only counts for the same typed name. */
export function hashName(typedName: string): Buffer {
  return blindIndex("typed name", typedName.trim());
}

function checksOf(db: Db, tenantId: string, destination: Destination) {
  const key = keyOf(destination);
  return db
    .selectFrom("account_checks")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("destination_hash", "=", key.destination_hash)
    .where("ifsc_code", "is not distinct from", key.ifsc_code)
    .orderBy("requested_at", "desc")
    .limit(1);
}

function keyOf(destination: Destination) {
  return destination.method === "upi"
    ? { destination_hash: blindIndex("upi id", destination.upiId.toLowerCase()), ifsc_code: null }
    : {
        destination_hash: blindIndex("account number", destination.accountNumber),
        ifsc_code: destination.ifscCode,
      };
}

/** A bank's answer, as far as it is compared with a name. */
export type RecentAnswer = Pick<
  CheckRow,
  | "id"
  | "verdict"
  | "name_at_bank_encrypted"
  | "match_score"
  | "typed_name_hash"
  | "reason"
  | "answered_at"
>;

/**
 * The last valid answers about these accounts and UPI IDs to this person, in one statement.
 * @returns the answer about one of them.
 */
export async function findRecentAnswers(
  db: Db,
  tenantId: string,
  destinations: readonly Destination[],
): Promise<(destination: Destination) => RecentAnswer | undefined> {
  const keys = destinations.map(keyOf);
  const { rows } = await sql<RecentAnswer & { destination_hash: Buffer; ifsc_code: string | null }>`
    select asked.*, last_check.* from ${unnestRows("asked", keyColumns, keys)}
    join lateral (
      select id, verdict, name_at_bank_encrypted, match_score, typed_name_hash, reason, answered_at
      from account_checks
      where tenant_id = ${tenantId} and account_checks.destination_hash = asked.destination_hash
        and account_checks.ifsc_code is not distinct from asked.ifsc_code
        and (verdict = 'valid' and answered_at > ${secondsFromNow(-validSeconds)}
          or verdict = 'invalid' and answered_at > ${secondsFromNow(-invalidSeconds)})
      order by requested_at desc limit 1
    ) as last_check on true
  `.execute(db);
  const nameOf = (key: ReturnType<typeof keyOf>) =>
    `${key.destination_hash.toString("hex")} ${key.ifsc_code ?? ""}`;
  const answers = new Map(rows.map((row) => [nameOf(row), row]));
  return (destination) => (answers.size > 0 ? answers.get(nameOf(keyOf(destination))) : undefined);
}

const keyColumns = { destination_hash: "bytea", ifsc_code: "text" } as const;
