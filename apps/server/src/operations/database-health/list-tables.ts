import type { DatabaseTable } from "@rokad/contract/database";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

interface TableRow {
  name: string;
  row_estimate: bigint;
  table_bytes: bigint;
  index_bytes: bigint;
  dead_rows: bigint;
  vacuumed_at: Date | null;
  analyzed_at: Date | null;
  tables: number;
}

/** Lists the largest tables with their indexes, and counts the others. */
export async function listTables(db: Db): Promise<{ data: DatabaseTable[]; others: number }> {
  const { rows } = await sql<TableRow>`
    select case when schemaname = 'public' then stats.relname else schemaname || '.' || stats.relname end as name,
      -- Before the first ANALYZE only the running count exists.
      case when reltuples < 0 then n_live_tup else reltuples::bigint end as row_estimate,
      pg_table_size(relid) as table_bytes, pg_indexes_size(relid) as index_bytes,
      n_dead_tup as dead_rows,
      greatest(last_vacuum, last_autovacuum) as vacuumed_at,
      greatest(last_analyze, last_autoanalyze) as analyzed_at,
      count(*) over ()::int as tables
    from pg_stat_user_tables as stats join pg_class on pg_class.oid = relid
    order by pg_total_relation_size(relid) desc, name limit ${limits.databaseTablesShown}
  `.execute(db);
  return {
    data: rows.map(({ tables: _tables, ...row }) => ({
      name: row.name,
      row_estimate: Number(row.row_estimate),
      table_bytes: Number(row.table_bytes),
      index_bytes: Number(row.index_bytes),
      dead_rows: Number(row.dead_rows),
      vacuumed_at: row.vacuumed_at?.toISOString() ?? null,
      analyzed_at: row.analyzed_at?.toISOString() ?? null,
    })),
    others: (rows[0]?.tables ?? 0) - rows.length,
  };
}
