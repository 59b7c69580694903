import type { ExpressionBuilder, Selectable } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import type { AccountChecks, DB } from "../database.generated.ts";
import type { Db, Tx } from "../db.ts";
import { newId } from "../ids.ts";
import type { Destination } from "../providers/provider.ts";
import type { Validation } from "../providers/validation.ts";
import { lookupHash, seal } from "../sealing/seal.ts";

export type CheckRow = Selectable<AccountChecks>;

const daySeconds = 24 * 60 * 60;
/** A name hardly ever changes, and asking costs money each time. */
const validSeconds = 30 * daySeconds;
/** An account may be opened, or a bank mend what it said, by tomorrow. */
const invalidSeconds = daySeconds;
/** No provider takes longer; whoever asked died meanwhile. */
const forgottenSeconds = 60;

/** What a bank said of this account to this person, as long as it counts. */
export function findAnswered(db: Db, personId: string, of: Destination) {
  return checksOf(db, personId, of).where(stillCounts).executeTakeFirst();
}

/**
 * The same, or what is being asked just now. One statement: between two, what was being asked could
 * be answered, and neither would see it.
 */
export function findAsked(db: Db, personId: string, of: Destination) {
  return checksOf(db, personId, of)
    .where((eb) => eb.or([eb("answered_at", "is", null), stillCounts(eb)]))
    .executeTakeFirst();
}

function stillCounts(eb: ExpressionBuilder<DB, "account_checks">) {
  return eb.or([
    eb("verdict", "=", "valid").and("answered_at", ">", secondsFromNow(-validSeconds)),
    eb("verdict", "=", "invalid").and("answered_at", ">", secondsFromNow(-invalidSeconds)),
  ]);
}

export function findCheck(db: Db, id: string) {
  return db.selectFrom("account_checks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The checks of these ids, in one statement. */
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
  personId: string,
  of: Destination,
  adapter: string,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("account_checks")
    .values({ id, person_id: personId, ...keyOf(of), adapter, asked_at: now() })
    .execute();
  return id;
}

/** Once: what was given up as forgotten stays so. */
export async function recordAnswer(
  db: Db,
  id: string,
  typedName: string,
  said: Validation,
): Promise<void> {
  const name = said.nameAtBank?.trim().slice(0, 200);
  await db
    .updateTable("account_checks")
    .set({
      answered_at: now(),
      verdict: said.verdict,
      name_at_bank_sealed: name ? seal("name at bank", id, name) : null,
      match_score: said.matchScore === undefined ? null : Math.round(said.matchScore),
      typed_name_hash: hashOfName(typedName),
      reason: said.reason ?? null,
    })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .execute();
}

/** Those whose asker died before the answer came. */
export async function endForgotten(db: Tx, personId: string): Promise<void> {
  await db
    .updateTable("account_checks")
    .set({
      answered_at: now(),
      verdict: "unknown",
      reason: "The bank could not be asked at this moment",
    })
    .where("person_id", "=", personId)
    .where("answered_at", "is", null)
    .where("asked_at", "<", secondsFromNow(-forgottenSeconds))
    .execute();
}

/** For whom a provider's score was made: it says nothing of another typed name. */
export function hashOfName(typedName: string): Buffer {
  return lookupHash("typed name", typedName.trim());
}

function checksOf(db: Db, personId: string, of: Destination) {
  const key = keyOf(of);
  return db
    .selectFrom("account_checks")
    .selectAll()
    .where("person_id", "=", personId)
    .where("destination_hash", "=", key.destination_hash)
    .where("ifsc_code", "is not distinct from", key.ifsc_code)
    .orderBy("asked_at", "desc")
    .limit(1);
}

function keyOf(of: Destination) {
  return of.method === "upi"
    ? { destination_hash: lookupHash("upi id", of.upiId.toLowerCase()), ifsc_code: null }
    : {
        destination_hash: lookupHash("account number", of.accountNumber),
        ifsc_code: of.ifscCode,
      };
}
