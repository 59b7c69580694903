import { todayInIndia } from "@rokad/contract/fields";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { sql, type Insertable } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { StatementImports } from "../../database/tables.generated.ts";
import type { Db, Tx } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { encrypt, decrypt } from "../../database/encryption/encrypt.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import type { DepositRequest } from "./match-lines.ts";

/** Closes the race between two imports of one file: both would find its lines new. */
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
  const format = { columns: JSON.stringify(columns), saved_by: person.member.id, saved_at: now() };
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
  /** The request that reserved its money; null again after that request was rejected. */
  readonly deposit_id: string | null;
  readonly is_credited: boolean;
}

interface NewCredit {
  readonly id: string;
  readonly fingerprint: Buffer;
}

/**
 * Adds the credits that no earlier import had.
 * @returns all credits, new and known, in the order of `credits`.
 */
export async function insertCredits(
  db: Tx,
  importId: string,
  credits: readonly NewCredit[],
): Promise<KnownCredit[]> {
  const columns = { id: "uuid", fingerprint: "bytea" } as const;
  await sql`
    insert into statement_credits (id, fingerprint, first_import_id)
    select id, fingerprint, ${importId}
    from ${unnestRows("added", columns, credits)}
    on conflict (fingerprint) do nothing
  `.execute(db);
  const fingerprints = credits.map(({ fingerprint }) => fingerprint);
  const { rows } = await sql<KnownCredit>`
    select known.id, known.first_import_id,
      case when deposits.status <> 'failed' then deposits.id end as deposit_id,
      coalesce(deposits.status = 'completed', false) as is_credited
    from unnest(${fingerprints}::bytea[]) with ordinality as lookup (fingerprint, position)
    join statement_credits as known using (fingerprint)
    left join deposits on deposits.id = known.deposit_id
    order by lookup.position
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
  readonly review_reason: string | null;
  readonly deposit_id: string | null;
  /** Base64, for JSON. */
  readonly debit_fingerprint: string | null;
}

/** One statement for all lines: 10,000 take a fraction of a second. */
export async function insertLines(
  db: Tx,
  importId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await sql`
    insert into statement_lines (
      id, import_id, line_number, credit_id, booked_on, amount_paise, reference,
      narration_encrypted, outcome, reason, review_reason, deposit_id, debit_fingerprint
    )
    select
      id, ${importId}, line_number, credit_id, booked_on, amount_paise, reference,
      decode(narration, 'base64'), outcome, reason, review_reason, deposit_id,
      decode(debit_fingerprint, 'base64')
    from json_to_recordset(${JSON.stringify(lines.map(withEncryptedNarration))}) as line (
      id uuid, line_number integer, credit_id uuid, booked_on date, amount_paise bigint,
      reference text, narration text, outcome text, reason text, review_reason text,
      deposit_id uuid, debit_fingerprint text
    )
  `.execute(db);
}

/** Encrypts the narration: banks write account numbers and UPI IDs into it. Base64, for JSON. */
function withEncryptedNarration(line: NewLine) {
  const { id, narration } = line;
  if (narration === null) return line;
  return { ...line, narration: encrypt("statement narration", id, narration).toString("base64") };
}

/** Requests with one of these UTR keys, rejected ones included. */
export async function findByUtr(db: Db, keys: readonly string[]): Promise<DepositRequest[]> {
  if (keys.length === 0) return [];
  const hasUtr = sql<boolean>`utr_key = any(${keys}::text[])`;
  // Two queries, because each state has its own index.
  const open = await requests(db).where("deposits.status", "<>", "failed").where(hasUtr).execute();
  const rejected = await requests(db)
    .where("deposits.status", "=", "failed")
    .where(hasUtr)
    .execute();
  return [...open, ...rejected].map(asRequest);
}

/** Requests for one of these amounts since a time, rejected ones excluded. */
export async function findByAmount(
  db: Db,
  paise: readonly bigint[],
  since: Date,
): Promise<DepositRequest[]> {
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
      "deposits.receiving_account_id",
      "deposits.arrived_in_id",
      "account_holder_name",
      "bank_accounts.id as account_id",
      "account_number_encrypted",
      "bank_name",
    ]);
}

function asRequest(
  row: Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number],
): DepositRequest {
  return {
    id: row.id,
    utr: row.utr_reference,
    key: utrKey(row.utr_reference),
    paise: row.amount_paise,
    status: row.status,
    decidedOn: row.reviewed_at && todayInIndia(row.reviewed_at),
    reviewNote: row.review_note,
    sentTo: row.receiving_account_id,
    arrivedIn: row.arrived_in_id,
    holder: {
      name: row.account_holder_name,
      accountNumber: decrypt("bank account number", row.account_id, row.account_number_encrypted),
      bankName: row.bank_name,
    },
  };
}

/**
 * Reserves a line's money for one deposit request. Closes the race between two people who approve
 * the line for two requests.
 * @returns false when another request has the reservation.
 */
export async function reserveCredit(db: Tx, creditId: string, depositId: string): Promise<boolean> {
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
