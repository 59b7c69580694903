import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config-error.ts";

/**
 * Checks that this database belongs to the configured cell; the first start stores it. Two servers
 * with different letters would issue references that lead to different installations. Of two first
 * starts at once, the insert of one waits for the other.
 * @throws {ConfigError} for another cell.
 */
export async function assertCell(db: Tx, cell: string): Promise<void> {
  await db
    .insertInto("installation_cell")
    .values({ cell, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await readCell(db);
  if (stored === cell) return;
  throw new ConfigError(
    `CELL is ${cell}, but this database belongs to cell ${stored}. Set CELL=${stored} on every server. To move this database to cell ${cell}, stop all servers and run: npm run admin -- set-cell --to ${cell}`,
  );
}

/** The stored cell; undefined before the first start. */
export async function readCell(db: Tx): Promise<string | undefined> {
  return (await db.selectFrom("installation_cell").select("cell").executeTakeFirst())?.cell;
}
