import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { statementName } from "./prepared-statements.ts";

/**
 * PostgreSQL stopped waiting for the second server and reported success. The commit is on one
 * server only and lost if that server fails now, so it must not be reported as durable.
 */
export class UnconfirmedCommitError extends Error {
  override name = "UnconfirmedCommitError";
}

/** SQLSTATE of a write on a server that became a replica; a new connection finds the primary. */
const readOnlyState = "25006";
/** The routine that waits for the second server: notices are translated, routine names are not. */
const waitRoutine = "SyncRepWaitForLSN";

/**
 * Wraps a pool so that a connection to a demoted primary is discarded and an unconfirmed commit
 * throws `UnconfirmedCommitError`.
 * @param usesPreparedStatements false behind a pooler, where a connection may change its session.
 */
export function withFailoverGuard(
  pool: pg.Pool,
  { usesPreparedStatements }: { usesPreparedStatements: boolean },
): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const connection = guarded.get(client) ?? guard(client, usesPreparedStatements);
      guarded.set(client, connection);
      return connection;
    },
    end: () => pool.end(),
  };
}

/** A connection to a demoted primary stays open and rejects every write, so it is discarded. */
function guard(client: pg.PoolClient, usesPreparedStatements: boolean): PostgresPoolClient {
  let isReplica = false;
  let isUnconfirmed = false;
  client.on("notice", ({ routine }) => {
    if (routine === waitRoutine) isUnconfirmed = true;
  });

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(
    statement: string | PostgresCursor<unknown>,
    parameters: readonly unknown[] = [],
  ): unknown {
    return typeof statement === "string"
      ? execute(statement, parameters)
      : client.query(statement as never);
  }

  async function execute(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    try {
      const name = usesPreparedStatements ? statementName(sql) : undefined;
      const statement = { text: sql, values: [...parameters] };
      const result = await client.query(name ? { ...statement, name } : statement);
      if (isUnconfirmed)
        throw new UnconfirmedCommitError("The second server has not confirmed a commit");
      return result;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === readOnlyState)
        isReplica = true;
      throw error;
    } finally {
      isUnconfirmed = false;
    }
  }

  return { query, release: () => client.release(isReplica) };
}
