// The guarantee: after a failover no connection stays in use that leads to the old primary, and no
// commit is told as kept that the second server may not have.
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../test/clone-database.ts";
import { closeDatabase, database, isDatabaseAway, openDatabase, transaction } from "./db.ts";
import { CommitInDoubt, doubting } from "./doubt-connections.ts";

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
  transaction((db) => sql`create table written_by_a_test (at int)`.execute(db).then(() => "kept"));

test("a connection to a server that became a replica is replaced, and says that the database is away", async () => {
  openDatabase(url, { connections: 1 });
  try {
    const first = await backend();
    expect(await backend()).toBe(first);
    // As a demoted server: it answers, and takes no write.
    await sql`set default_transaction_read_only = on`.execute(database());
    const refusal = await write().catch((error: unknown) => error);
    expect(isDatabaseAway(refusal)).toBe(true);
    expect(await backend()).not.toBe(first);
    expect(await write()).toBe("kept");
  } finally {
    await closeDatabase();
  }
});

test("a commit whose wait for the second server was broken off is not told as kept", async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  let line: pg.PoolClient | undefined;
  pool.on("connect", (client) => (line = client));
  const connection = await doubting(pool, { keepsPlans: false }).connect();
  try {
    const committing = connection.query("select pg_sleep(0.05)", []);
    line?.emit("notice", { routine: "SyncRepWaitForLSN", severity: "WARNING" });
    const doubt = await committing.catch((error: unknown) => error);
    expect(doubt).toBeInstanceOf(CommitInDoubt);
    expect(isDatabaseAway(doubt)).toBe(true);
    // The doubt was of that one commit.
    line?.emit("notice", { routine: "exec_stmt_raise", severity: "WARNING" });
    expect((await connection.query("select 1", [])).rows).toHaveLength(1);
  } finally {
    connection.release();
    await pool.end();
  }
});
