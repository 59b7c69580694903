import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { nameOfPlan } from "./kept-plans.ts";

/**
 * PostgreSQL broke off its wait for the second server and said yes: what it committed is on one
 * server only, and gone if that one is lost now. So nobody may be told that it is kept.
 */
export class CommitInDoubt extends Error {
  override name = "CommitInDoubt";
}

/** What a server says that has become a replica: another connection leads to the new primary. */
const readOnly = "25006";
/** The part of PostgreSQL that waits for the second server; its notices come in any language. */
const waitsForReplica = "SyncRepWaitForLSN";

/**
 * The pool, but for connections that can't be relied on after a failover.
 * @param keepsPlans whether each connection leads to one session of PostgreSQL, which can keep plans
 */
export function doubting(pool: pg.Pool, { keepsPlans }: { keepsPlans: boolean }): PostgresPool {
  const doubted = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = doubted.get(client) ?? doubt(client, keepsPlans);
      doubted.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** A connection to a demoted server stays whole and refuses every write: it is thrown away. */
function doubt(client: pg.PoolClient, keepsPlans: boolean): PostgresPoolClient {
  let isReplica = false;
  let isUnconfirmed = false;
  client.on("notice", ({ routine }) => {
    if (routine === waitsForReplica) isUnconfirmed = true;
  });

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(
    asked: string | PostgresCursor<unknown>,
    parameters: readonly unknown[] = [],
  ): unknown {
    return typeof asked === "string" ? ask(asked, parameters) : client.query(asked as never);
  }

  async function ask(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    try {
      const name = keepsPlans ? nameOfPlan(sql) : undefined;
      const statement = { text: sql, values: [...parameters] };
      const answer = await client.query(name ? { ...statement, name } : statement);
      if (isUnconfirmed) throw new CommitInDoubt("The second server has not confirmed a commit");
      return answer;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === readOnly) isReplica = true;
      throw error;
    } finally {
      isUnconfirmed = false;
    }
  }

  return { query, release: () => client.release(isReplica) };
}
