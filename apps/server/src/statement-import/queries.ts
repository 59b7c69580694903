import { todayInIndia } from "@rokad/contract/fields";
import type { ColumnPlaces, LineOutcome } from "@rokad/contract/statement-import";
import { sql, type Insertable } from "kysely";
import { now } from "../clock.ts";
import type { StatementImports } from "../database.generated.ts";
import type { Db, Tx } from "../db.ts";
import { seal, unseal } from "../sealing/seal.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import type { Request } from "./match-lines.ts";

/** One import after the other, so that two of the same file don't both find its lines new. */
export async function lockImports(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('statement_imports'))`.execute(db);
}

export async function findFormat(db: Db, fingerprint: Buffer): Promise<ColumnPlaces | undefined> {
  const format = await db
    .selectFrom("statement_formats")
    .select("columns")
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
  return format?.columns as ColumnPlaces | undefined;
}

export async function saveFormat(
  db: Tx,
  person: SuperAdmin,
  fingerprint: Buffer,
  columns: ColumnPlaces,
): Promise<void> {
  const format = { columns: JSON.stringify(columns), saved_by: person.id, saved_at: now() };
  await db
    .insertInto("statement_formats")
    .values({ fingerprint, ...format })
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(format))
    .execute();
}

export function findSameFile(db: Db, digest: Buffer) {
  return db
    .selectFrom("statement_imports")
    .select("id")
    .where("file_digest", "=", digest)
    .orderBy("imported_at")
    .executeTakeFirst();
}

export async function insertImport(db: Tx, entry: Insertable<StatementImports>): Promise<void> {
  await db.insertInto("statement_imports").values(entry).execute();
}

export async function updateSeenCount(db: Tx, id: string, seen: number): Promise<void> {
  await db
    .updateTable("statement_imports")
    .set({ seen_count: seen })
    .where("id", "=", id)
    .execute();
}

export interface KnownCredit {
  readonly id: string;
  readonly first_import_id: string;
  /** What its money was used for; null again when that request was rejected. */
  readonly deposit_id: string | null;
  readonly is_credited: boolean;
}

/**
 * Adds the credits that no import had before.
 * @returns all of them, in the order of the fingerprints.
 */
export async function keepCredits(
  db: Tx,
  importId: string,
  credits: readonly { readonly id: string; readonly fingerprint: Buffer }[],
): Promise<KnownCredit[]> {
  const fingerprints = credits.map(({ fingerprint }) => fingerprint);
  await sql`
    insert into statement_credits (id, fingerprint, first_import_id)
    select id, fingerprint, ${importId}
    from unnest(${credits.map(({ id }) => id)}::uuid[], ${fingerprints}::bytea[])
      as added (id, fingerprint)
    on conflict (fingerprint) do nothing
  `.execute(db);
  const { rows } = await sql<KnownCredit>`
    select known.id, known.first_import_id,
      case when deposits.status <> 'failed' then deposits.id end as deposit_id,
      coalesce(deposits.status = 'completed', false) as is_credited
    from unnest(${fingerprints}::bytea[]) with ordinality as asked (fingerprint, place)
    join statement_credits as known using (fingerprint)
    left join deposits on deposits.id = known.deposit_id
    order by asked.place
  `.execute(db);
  return rows;
}

interface NewLine {
  readonly id: string;
  readonly line_number: number;
  readonly credit_id: string | null;
  readonly booked_on: string | null;
  readonly amount_paise: string | null;
  readonly reference: string | null;
  readonly narration: string | null;
  readonly outcome: LineOutcome;
  readonly reason: string;
  readonly deposit_id: string | null;
}

/** One statement for all: 10,000 lines take a fraction of a second. */
export async function insertLines(
  db: Tx,
  importId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await sql`
    insert into statement_lines (
      id, import_id, line_number, credit_id, booked_on, amount_paise, reference,
      narration_sealed, outcome, reason, deposit_id
    )
    select
      id, ${importId}, line_number, credit_id, booked_on, amount_paise, reference,
      decode(narration, 'base64'), outcome, reason, deposit_id
    from json_to_recordset(${JSON.stringify(lines.map(withSealedNarration))}) as line (
      id uuid, line_number integer, credit_id uuid, booked_on date, amount_paise bigint,
      reference text, narration text, outcome text, reason text, deposit_id uuid
    )
  `.execute(db);
}

/** Banks write account numbers and UPI ids into it. In base64, because bytes can't be JSON. */
function withSealedNarration(line: NewLine) {
  const { id, narration } = line;
  if (narration === null) return line;
  return { ...line, narration: seal("statement narration", id, narration).toString("base64") };
}

/** Requests with one of these UTRs, those that were rejected among them. */
export async function findByUtr(db: Db, utrs: readonly string[]): Promise<Request[]> {
  if (utrs.length === 0) return [];
  const isOne = sql<boolean>`utr_reference = any(${utrs}::text[])`;
  // Two questions, because each state has an index of its own.
  const open = await requests(db).where("deposits.status", "<>", "failed").where(isOne).execute();
  const refused = await requests(db).where("deposits.status", "=", "failed").where(isOne).execute();
  return [...open, ...refused].map(asRequest);
}

/** Requests for one of these amounts since an instant that were not rejected. */
export async function findByAmount(
  db: Db,
  paise: readonly bigint[],
  since: Date,
): Promise<Request[]> {
  if (paise.length === 0) return [];
  const amounts = paise.map(String);
  const rows = await requests(db)
    .where("deposits.status", "in", ["pending", "completed"])
    .where("deposits.created_at", ">=", since)
    .where(sql<boolean>`amount_paise = any(${amounts}::bigint[])`)
    .execute();
  return rows.map(asRequest);
}

function requests(db: Db) {
  return db
    .selectFrom("deposits")
    .innerJoin("bank_accounts", "bank_accounts.id", "deposits.bank_account_id")
    .select([
      "deposits.id",
      "deposits.utr_reference",
      "deposits.amount_paise",
      "deposits.status",
      "deposits.reviewed_at",
      "deposits.review_note",
      "account_holder_name",
      "bank_accounts.id as account_id",
      "account_number_sealed",
      "bank_name",
    ]);
}

function asRequest(
  row: Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number],
): Request {
  return {
    id: row.id,
    utr: row.utr_reference,
    paise: row.amount_paise,
    status: row.status,
    decidedOn: row.reviewed_at && todayInIndia(row.reviewed_at),
    reviewNote: row.review_note,
    holder: {
      name: row.account_holder_name,
      accountNumber: unseal("bank account number", row.account_id, row.account_number_sealed),
      bankName: row.bank_name,
    },
  };
}

/**
 * Gives the line's money to a request, once: a line that two people approve for two requests
 * pays for one of them.
 * @returns false when another request has it.
 */
export async function claimCredit(db: Tx, creditId: string, depositId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement_credits as credit
    set deposit_id = ${depositId}
    where id = ${creditId} and (
      deposit_id is null
      or deposit_id = ${depositId}
      or exists (select from deposits where id = credit.deposit_id and status = 'failed')
    )
  `.execute(db);
  return numAffectedRows === 1n;
}
