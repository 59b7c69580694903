import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { CheckpointWriter } from "../src/ledger/checkpoint-writer.ts";

/** Drops the constraints and disables the triggers of tables, as the database owner could. */
export async function disableGuards(tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where conrelid = ${table}::regclass and contype in ('f', 'c', 'p')
      order by contype = 'p'
    `.execute(database());
    const guards = rows.map(({ name }) => `drop constraint ${name} cascade, `).join("");
    await tamper(`alter table ${table} ${guards} disable trigger user`);
  }
}

/** Runs forbidden statements; call `disableGuards` first. */
export async function tamper(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database());
}

/** Copies tables. @returns a function that restores them. */
export async function backUpTables(tables: readonly string[]): Promise<() => Promise<void>> {
  await tamper(...tables.map((table) => `create table kept_${table} as table ${table}`));
  return () =>
    tamper(
      ...tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from kept_${table}`,
        `drop table kept_${table}`,
      ]),
    );
}

/**
 * Writes checkpoints for all postings so far. Open transactions of other databases on the same
 * server also hold a pass back, so it repeats until they end.
 */
export async function checkpointAll(): Promise<void> {
  const { rows } = await sql<{ newest: string }>`
    select id as newest from ledger_postings order by id desc limit 1
  `.execute(database());
  const newest = rows[0]?.newest;
  const writer = new CheckpointWriter();
  for (let upTo = ""; newest !== undefined && upTo < newest;) {
    await writer.pass({ atMost: 1_000, skewSeconds: 0 });
    const { rows: heads } = await sql<{ up_to: string }>`
      select up_to from ledger_checkpoint_head
    `.execute(database());
    upTo = heads[0]?.up_to ?? "";
  }
}
