import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** Deletes the checkpoints, so that a change of the books breaks its own invariant only. */
async function deleteCheckpoints(db: Db): Promise<void> {
  await sql`delete from ledger_checkpoints`.execute(db);
  await sql`
    update ledger_checkpoint_head set seq = 0, hash = sha256('rokad ledger checkpoints'),
      up_to = '00000000-0000-0000-0000-000000000000'
  `.execute(db);
}

/** A mutation of rows that a checkpoint covers. */
export function checkpointedMutation(
  name: string,
  breaks: string | readonly string[],
  change: (db: Db) => Promise<unknown>,
): Mutation {
  return databaseMutation(name, breaks, async (db) => {
    await deleteCheckpoints(db);
    await change(db);
  });
}
