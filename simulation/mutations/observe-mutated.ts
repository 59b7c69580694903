import { sql } from "kysely";
import {
  closeDatabase,
  database,
  openDatabase,
  transaction,
} from "../../apps/server/src/database/db.ts";
import type { Observation } from "../checker/observations.ts";
import { readAccounts } from "../recording/read-accounts.ts";
import type { Records } from "../records.ts";
import type { World } from "../world.ts";
import { enableTriggers, removeConstraints } from "./constraints.ts";
import type { Mutation } from "./mutation.ts";

const name = "mutated";

/** What clients read, and the first read that failed, after which the others did not read. */
export interface MutatedRead {
  readonly observations: readonly Observation[];
  readonly failure: string | undefined;
}

/**
 * Applies a change to a copy of the database and lets every client read it from a server of its
 * own. The database must not be open.
 */
export async function observeMutated(
  world: World,
  records: Records,
  apply: Mutation["apply"],
): Promise<MutatedRead> {
  const url = new URL(world.database.url);
  const original = url.pathname.slice(1);
  await withDatabase(`/postgres`, async () => {
    await sql`drop database if exists ${sql.ref(name)} with (force)`.execute(database());
    await sql`create database ${sql.ref(name)} template ${sql.ref(original)}`.execute(database());
  });
  await withDatabase(`/${name}`, () =>
    transaction(async (db) => {
      await removeConstraints(db);
      await apply({ ...records, db });
      await enableTriggers(db);
    }),
  );
  url.pathname = `/${name}`;
  let failure: string | undefined;
  const observations = await world.withReader(url.href, () =>
    world.recorder.divert(async () => {
      // A server may refuse what no longer adds up.
      await readAccounts(world, (error) => (failure = String(error)));
    }),
  );
  return { observations, failure };

  async function withDatabase(path: string, work: () => Promise<void>): Promise<void> {
    const address = new URL(url);
    address.pathname = path;
    openDatabase(address.href, { connections: 1 });
    try {
      await work();
    } finally {
      await closeDatabase();
    }
  }
}
