import { transaction, type Tx } from "../src/database/db.ts";

/** Runs `act` and then `read` in a transaction, rolls it back, and returns what was read. */
export async function rolledBack<Result>(
  act: (db: Tx) => Promise<unknown>,
  read: (db: Tx) => Promise<Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  const rollback = new Error("rollback");
  await transaction(async (db) => {
    await act(db);
    result = await read(db);
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return result;
}
