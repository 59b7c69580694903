import { sql } from "kysely";
import { database } from "../src/db.ts";
import { Sealer } from "../src/ledger/seal.ts";

/** What guards these tables is taken away, as whoever owns the database can. */
export async function disarm(tables: readonly string[]): Promise<void> {
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

/** Does what nobody may, where `disarm` has been. */
export async function tamper(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database());
}

/** Keeps the tables as they are; what is returned puts them back. */
export async function keep(tables: readonly string[]): Promise<() => Promise<void>> {
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
 * Seals everything that was posted before now. Transactions of other databases on the same
 * server count as under way, so a pass may have to wait for them.
 */
export async function sealAll(): Promise<void> {
  const { rows } = await sql<{ newest: string }>`
    select id as newest from ledger_postings order by id desc limit 1
  `.execute(database());
  const newest = rows[0]?.newest;
  const sealer = new Sealer();
  for (let upTo = ""; newest !== undefined && upTo < newest;) {
    await sealer.pass({ atMost: 1_000, skewSeconds: 0 });
    const { rows: heads } = await sql<{ up_to: string }>`
      select up_to from ledger_seal_head
    `.execute(database());
    upTo = heads[0]?.up_to ?? "";
  }
}
