// The guarantee: after a failover no connection to the old primary stays in use, and no commit is
// reported as durable that the second server may not have.
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { closeDatabase, database, isDatabaseUnreachable, openDatabase, transaction } from "./db.ts";
import { UnconfirmedCommitError, withFailoverGuard } from "./failover-guard.ts";

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
});

afterAll(async () => {
  await drop();
});

async function backend(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database());
  return rows[0]?.pid ?? 0;
}

const write = () =>
  transaction((db) =>
    sql`create table written_by_a_test (at int)`.execute(db).then(() => "committed"),
  );

test("a connection to a server that became a replica fails as unreachable and is replaced", async () => {
  openDatabase(url, { connections: 1 });
  try {
    const first = await backend();
    expect(await backend()).toBe(first);
    // Acts like a demoted server, which answers reads and rejects writes.
    await sql`set default_transaction_read_only = on`.execute(database());
    const error = await write().catch((thrown: unknown) => thrown);
    expect(isDatabaseUnreachable(error)).toBe(true);
    expect(await backend()).not.toBe(first);
    expect(await write()).toBe("committed");
  } finally {
    await closeDatabase();
  }
});

test("a commit that the second server did not confirm fails", async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  let client: pg.PoolClient | undefined;
  pool.on("connect", (connected) => (client = connected));
  const connection = await withFailoverGuard(pool, { usesPreparedStatements: false }).connect();
  try {
    const committing = connection.query("select pg_sleep(0.05)", []);
    client?.emit("notice", { routine: "SyncRepWaitForLSN", severity: "WARNING" });
    const error = await committing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnconfirmedCommitError);
    expect(isDatabaseUnreachable(error)).toBe(true);
    // The next statement is not affected.
    client?.emit("notice", { routine: "exec_stmt_raise", severity: "WARNING" });
    expect((await connection.query("select 1", [])).rows).toHaveLength(1);
  } finally {
    connection.release();
    await pool.end();
  }
});

test("a full disk, no memory, and no free connection are failures that a retry may survive", async () => {
  openDatabase(url, { connections: 1 });
  const raised = (state: string) =>
    sql`do ${sql.lit(`begin raise exception 'no room' using errcode = '${state}'; end`)}`
      .execute(database())
      .catch((error: unknown) => error);
  try {
    for (const state of ["53100", "53200", "53300"])
      expect([state, isDatabaseUnreachable(await raised(state))]).toEqual([state, true]);
    expect(isDatabaseUnreachable(await raised("53400"))).toBe(false);
  } finally {
    await closeDatabase();
  }
});
