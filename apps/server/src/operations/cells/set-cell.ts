import { transaction } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { assertNoServerRuns, lockInstallation } from "../environment/stored-environment.ts";
import { readCell } from "./assert-cell.ts";

/**
 * Gives this database to another cell. References that exist keep their letter.
 * @throws {ConfigError} while a server runs: it would go on issuing the old letter.
 */
export async function setCell(cell: string): Promise<void> {
  await transaction(async (db) => {
    await lockInstallation(db);
    await assertNoServerRuns(db);
    const before = await readCell(db);
    if (before === cell) return;
    const row = { cell, since: now() };
    await db
      .insertInto("installation_cell")
      .values(row)
      .onConflict((conflict) => conflict.column("is_only").doUpdateSet(row))
      .execute();
    await record(db, {
      act: "installation.cell_changed",
      by: null,
      before: { cell: before ?? null },
      after: { cell },
    });
  });
}
