import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { currentOutcome } from "./line-status.ts";

interface Page {
  readonly page: number;
  readonly limit: number;
}

export function selectImports(db: Db, { page, limit }: Page) {
  return imports(db)
    .orderBy("statement_imports.imported_at", "desc")
    .orderBy("statement_imports.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countImports(db: Db): Promise<bigint> {
  const { count } = await db
    .selectFrom("statement_imports")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function findImport(db: Db, id: string) {
  return imports(db).where("statement_imports.id", "=", id).executeTakeFirst();
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

function imports(db: Db) {
  return db
    .selectFrom("statement_imports")
    .innerJoin("people", "people.id", "statement_imports.imported_by")
    .leftJoin("statement_imports as same", "same.id", "statement_imports.same_file_as")
    .leftJoin("receiving_accounts as own", "own.id", "statement_imports.receiving_account_id")
    .select([
      "statement_imports.id",
      "statement_imports.file_name",
      "statement_imports.kind",
      "statement_imports.imported_at",
      "statement_imports.line_count",
      "statement_imports.seen_count",
      "statement_imports.imported_by",
      "people.name as importer_name",
      "own.id as own_id",
      "own.label as own_label",
      "own.bank_name as own_bank",
      "own.account_number_end as own_end",
      "same.id as same_id",
      "same.imported_at as same_imported_at",
      sql<bigint>`(select count(*) ${contradictions})`.as("contradiction_count"),
      sql<bigint | null>`(select sum(lines.amount_paise)::bigint ${contradictions})`.as(
        "contradiction_paise",
      ),
    ]);
}

/** The debit lines of an import that take back a credited deposit. */
const contradictions = sql`
  from statement_lines as lines
  join deposits on deposits.id = lines.deposit_id and deposits.status = 'completed'
  where lines.import_id = statement_imports.id and lines.outcome = 'taken_back'
    and lines.credit_id is null
`;

/** The number and amount of each import's lines by current outcome. */
export function sumByOutcome(db: Db, viewer: SuperAdmin, importIds: readonly string[]) {
  return db
    .selectFrom("statement_lines as lines")
    .leftJoin("deposits", "deposits.id", "lines.deposit_id")
    .select((eb) => [
      "lines.import_id",
      currentOutcome(viewer).as("current_outcome"),
      eb.fn.countAll<bigint>().as("count"),
      sql<bigint>`coalesce(sum(lines.amount_paise), 0)::bigint`.as("paise"),
    ])
    .where("lines.import_id", "in", [...importIds])
    .groupBy(["lines.import_id", sql`2`])
    .execute();
}

export function selectLines(
  db: Db,
  viewer: SuperAdmin,
  importId: string,
  outcomes: readonly LineOutcome[] | undefined,
  { page, limit }: Page,
) {
  let selection = lines(db, viewer).where("lines.import_id", "=", importId);
  if (outcomes) selection = selection.where(currentOutcome(viewer), "in", [...outcomes]);
  return selection
    .orderBy("lines.line_number")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export function findLine(db: Db, viewer: SuperAdmin, id: string) {
  return lines(db, viewer).where("lines.id", "=", id).executeTakeFirst();
}

/** The sum of the lines that matched exactly at the import, decided ones too. */
export async function sumExact(db: Db, importId: string): Promise<bigint> {
  const { sum } = await db
    .selectFrom("statement_lines")
    .select((eb) => eb.cast<bigint | null>(eb.fn.sum("amount_paise"), "bigint").as("sum"))
    .where("import_id", "=", importId)
    .where("outcome", "=", "exact")
    .executeTakeFirstOrThrow();
  return sum ?? 0n;
}

/** The next exact matches after a line of the file. */
export function selectExact(
  db: Db,
  viewer: SuperAdmin,
  importId: string,
  { after, limit }: { after: number; limit: number },
) {
  return lines(db, viewer)
    .where("lines.import_id", "=", importId)
    .where(currentOutcome(viewer), "=", "exact")
    .where("lines.line_number", ">", after)
    .orderBy("lines.line_number")
    .limit(limit)
    .execute();
}

export type LineRow = NonNullable<Awaited<ReturnType<typeof findLine>>>;

function lines(db: Db, viewer: SuperAdmin) {
  return db
    .selectFrom("statement_lines as lines")
    .innerJoin("statement_imports as own", "own.id", "lines.import_id")
    .leftJoin("statement_credits as credit", "credit.id", "lines.credit_id")
    .leftJoin("statement_imports as first", "first.id", "credit.first_import_id")
    .leftJoin("deposits", "deposits.id", "lines.deposit_id")
    .leftJoin("bank_accounts", "bank_accounts.id", "deposits.bank_account_id")
    .leftJoin("tenants as tenant", "tenant.id", "deposits.tenant_id")
    .leftJoin("people as reviewer", "reviewer.id", "deposits.reviewed_by")
    .leftJoin("people as first_approver", "first_approver.id", "deposits.first_approved_by")
    .select([
      "lines.id",
      "lines.import_id",
      "lines.line_number",
      "lines.credit_id",
      sql<string | null>`to_char(lines.booked_on, 'YYYY-MM-DD')`.as("booked_on"),
      "lines.amount_paise",
      "lines.reference",
      "lines.narration_encrypted",
      "lines.outcome",
      "lines.reason",
      currentOutcome(viewer).as("current_outcome"),
      "own.file_name",
      "own.receiving_account_id",
      "first.id as first_id",
      "first.file_name as first_file_name",
      "first.imported_at as first_imported_at",
      "deposits.id as deposit_id",
      "deposits.amount_paise as deposit_paise",
      "deposits.requested_paise",
      "deposits.utr_reference",
      "deposits.status as deposit_status",
      "deposits.created_at as deposit_created_at",
      "deposits.reviewed_at",
      "deposits.review_note",
      "credit.deposit_id as used_for",
      "bank_accounts.account_holder_name",
      "bank_accounts.account_number_end",
      "tenant.id as tenant_id",
      "tenant.name as tenant_name",
      "reviewer.name as reviewer_name",
      "first_approver.name as first_approver_name",
    ]);
}
