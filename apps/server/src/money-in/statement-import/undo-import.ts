import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockImports } from "./queries.ts";

/**
 * Deletes an import from which nothing was approved, so that no later import is judged with it. The
 * audit log keeps that it was imported and undone.
 * @throws 404; 409 `STATEMENT_IN_USE`.
 */
export function undoImport(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    await lockImports(db);
    // Closes the race with an approval: `lockImport` of its line waits, or is waited for.
    const { rows } = await sql<{ file_name: string; line_count: number }>`
      select file_name, line_count from statement_imports where id = ${id} for update
    `.execute(db);
    const [undone] = rows;
    if (!undone) throw notFound("This import");
    await assertUnused(db, id);
    await deleteLines(db, id);
    await deleteImport(db, id);
    await publishToSuperAdmins(db, ["deposits", "float"]);
    await record(db, {
      act: "statement.undone",
      by: person,
      subject: { kind: "statement_import", id },
      before: { file_name: undone.file_name, lines: undone.line_count },
    });
  });
}

/**
 * Locks the import of a line until its money is reserved.
 * @returns false if it was undone.
 */
export async function lockImport(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from statement_imports where id = ${id} for key share
  `.execute(db);
  return rows.length === 1;
}

async function assertUnused(db: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ reserved: boolean; adjusted: boolean }>`
    select
      exists (
        select from statement_lines as line
        join statement_credits as credit on credit.id = line.credit_id
        join deposits on deposits.id = credit.deposit_id and deposits.status <> 'failed'
        where line.import_id = ${id}
      ) as reserved,
      exists (
        select from statement_lines as line
        join adjustments on adjustments.statement_line_id = line.id
        where line.import_id = ${id}
      ) as adjusted
  `.execute(db);
  const [use] = rows;
  if (use?.reserved) throw inUse("A deposit was approved from its lines, or is being approved.");
  if (use?.adjusted) throw inUse("An adjustment refers to one of its lines.");
}

const inUse = (why: string) =>
  new ApiError(409, "STATEMENT_IN_USE", `This import can't be undone. ${why}`);

async function deleteLines(db: Tx, id: string): Promise<void> {
  const ofImport = sql`line_id in (select id from statement_lines where import_id = ${id})`;
  await sql`delete from statement_debits where ${ofImport}`.execute(db);
  await sql`delete from statement_credit_keys where ${ofImport}`.execute(db);
  await sql`delete from bank_balances where import_id = ${id}`.execute(db);
  await sql`delete from statement_lines where import_id = ${id}`.execute(db);
}

/** The next import that has a credit, a file or a header is the first one now. */
async function deleteImport(db: Tx, id: string): Promise<void> {
  await sql`
    update statement_credits as credit set first_import_id = next.id
    from (
      select distinct on (credit_id) credit_id, import.id
      from statement_credits join statement_lines as line on line.credit_id = statement_credits.id
      join statement_imports as import on import.id = line.import_id
      where first_import_id = ${id}
      order by credit_id, imported_at, import.id
    ) as next
    where next.credit_id = credit.id
  `.execute(db);
  await sql`delete from statement_credits where first_import_id = ${id}`.execute(db);
  await sql`
    with undone as (select * from statement_imports where id = ${id}),
    first as (
      select import.id from statement_imports as import join undone using (file_digest)
      where import.id <> undone.id order by import.imported_at, import.id limit 1
    )
    update statement_imports as later set
      same_file_as = case
        when same_file_as = ${id} then (select first.id from first where first.id <> later.id)
        else same_file_as
      end,
      seen_count = (
        select count(*) from statement_lines as line
        join statement_credits as credit on credit.id = line.credit_id
        where line.import_id = later.id and credit.first_import_id <> later.id
      )
    where imported_at >= (select imported_at from undone) and later.id <> ${id}
  `.execute(db);
  await sql`
    with undone as (delete from statement_imports where id = ${id} returning format_fingerprint),
    newest as (
      select format_fingerprint, columns, imported_by, imported_at
      from statement_imports join undone using (format_fingerprint)
      where id <> ${id} order by imported_at desc, id desc limit 1
    ),
    kept as (
      update statement_formats as format
      set columns = newest.columns, saved_by = imported_by, saved_at = imported_at
      from newest where format.fingerprint = newest.format_fingerprint
    )
    delete from statement_formats
    where fingerprint in (select format_fingerprint from undone)
      and not exists (select from newest)
  `.execute(db);
}
