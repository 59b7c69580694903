import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";

const guardedTables = [
  "ledger_postings",
  "ledger_entries",
  "ledger_checkpoints",
  "audit_log",
  "payout_policies",
  "request_approvals",
  "api_key_limits",
  "approval_policies",
];

/** Drops constraints and disables guard triggers, as the database owner can. Rollup triggers stay. */
export async function removeConstraints(db: Db): Promise<void> {
  await sql`
    do $$
    declare constrained record;
    begin
      for constrained in
        select conrelid::regclass as table_name, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c')
      loop
        execute format('alter table %s drop constraint %I', constrained.table_name, constrained.conname);
      end loop;
    end $$
  `.execute(db);
  for (const table of guardedTables)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`set constraints all immediate`.execute(db);
}

/** Lets a server write again, for example number the rows of the audit log. */
export async function enableTriggers(db: Db): Promise<void> {
  for (const table of guardedTables)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}
