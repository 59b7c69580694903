import { sql, type Selectable } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { AccountChecks } from "../../database/tables.generated.ts";
import { database, type Db, type Tx } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { prepared } from "../../database/prepared-statements.ts";
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

/**
 * The bank's answer about this account to this tenant, if it is still valid, or a check in progress. One statement, because between two the check in progress could
 * be answered, and neither would find it.
 */
export function findCurrentCheck(db: Db, tenantId: string, destination: Destination) {
  const key = keyOf(destination);
  return db
    .selectFrom("account_checks")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("destination_hash", "=", key.destination_hash)
    .where("ifsc_code", "is not distinct from", key.ifsc_code)
    .where((eb) => eb.or([eb("answered_at", "is", null), isRecent()]))
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

const isRecent = () => sql<boolean>`(
  verdict = 'valid' and answered_at > ${secondsFromNow(-validSeconds)}::timestamptz
  or verdict = 'invalid' and answered_at > ${secondsFromNow(-invalidSeconds)}::timestamptz
)`;

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

/** An account or UPI ID that a tenant asks about. */
export interface AskedAccount {
  readonly tenantId: string;
  readonly destination: Destination;
}

/** The bank's valid answer about this account to this tenant. Requests that arrive together share one query. */
export const findRecentAnswer: (asked: AskedAccount) => Promise<RecentAnswer | undefined> =
  groupCommit((list) => findRecentAnswers(database(), list), { atMost: 256 });

/** The banks' valid answers about each of these, in one statement. */
export async function findRecentAnswers(
  db: Db,
  list: readonly AskedAccount[],
): Promise<(RecentAnswer | undefined)[]> {
  const asked = list.map(({ tenantId, destination }, place) => ({
    place,
    tenant_id: tenantId,
    ...keyOf(destination),
  }));
  const { rows } = await sql<RecentAnswer & { place: number }>`
    ${prepared} select place, last_check.* from ${unnestRows("asked", askedColumns, asked)}
    join lateral (
      select id, verdict, name_at_bank_encrypted, match_score, typed_name_hash, reason, answered_at
      from account_checks
      where account_checks.tenant_id = asked.tenant_id
        and account_checks.destination_hash = asked.destination_hash
        and account_checks.ifsc_code is not distinct from asked.ifsc_code and ${isRecent()}
      order by requested_at desc limit 1
    ) as last_check on true
  `.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return list.map((_, place) => found.get(place));
}

const askedColumns = {
  place: "int",
  tenant_id: "uuid",
  destination_hash: "bytea",
  ifsc_code: "text",
} as const;
