import { Kysely, PostgresDialect } from "kysely";
import { database, poolOf, type Tx } from "../src/database/db.ts";
import type { DB } from "../src/database/tables.generated.ts";

/** What the statements of a read touched, however long that took. */
export interface Touched {
  /** Rows of all steps of the plans: those that a step passed on and those that it removed. */
  readonly rows: number;
  /** Pages that were read, from memory or from disk. */
  readonly pages: number;
}

interface Step {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Step[];
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs a read, then explains its statements in one transaction, in their order. */
export async function countReadRows(read: (db: Tx) => Promise<unknown>): Promise<Touched> {
  const plans = await explainAll(await statementsOf(read));
  return {
    rows: plans.reduce((sum, plan) => sum + rowsOf(plan), 0),
    pages: plans.reduce(
      (sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      0,
    ),
  };
}

async function statementsOf(read: (db: Tx) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const logged = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: poolOf(database()) }),
    log: ({ query }) => {
      if (/^\s*(select|with)\b/i.test(query.sql)) statements.push(query);
    },
  });
  await logged.transaction().execute(read);
  return statements;
}

async function explainAll(statements: readonly Statement[]): Promise<Step[]> {
  const client = await poolOf(database()).connect();
  try {
    await client.query("begin");
    const plans: Step[] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Step }[] }>(
        `explain (analyze, buffers, timing off, format json) ${sql}`,
        [...parameters],
      );
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      if (!plan) throw new Error(`No plan of ${sql}`);
      plans.push(plan);
    }
    return plans;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

function rowsOf(step: Step): number {
  const {
    "Actual Rows": passed,
    "Rows Removed by Filter": filtered = 0,
    "Rows Removed by Join Filter": unjoined = 0,
  } = step;
  const own = step["Actual Loops"] * (passed + filtered + unjoined);
  return (step.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
