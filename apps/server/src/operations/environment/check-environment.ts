import { transaction, type Tx } from "../../database/db.ts";
import type { Environment } from "../../kernel/check-sandbox-settings.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import { findSandboxParts } from "./find-sandbox-parts.ts";
import {
  assertNoServerRuns,
  lockEnvironment,
  storeEnvironment,
  type StoredEnvironment,
} from "./stored-environment.ts";

/**
 * Checks that this database holds the kind of money that the configured providers move, and records
 * the kind of a new database.
 * @param register records this process under the same lock, so that commands that need all servers
 *   stopped see it.
 * @throws {ConfigError} that names everything in the way, and the command that clears it.
 */
export async function checkEnvironment(
  environment: Environment,
  register: (db: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await transaction(async (db) => {
    const stored = await lockEnvironment(db);
    if (environment === "sandbox") assertMayPlay(stored);
    else await assertMayPay(db, stored);
    await storeEnvironment(db, environment);
    await register(db);
  });
}

function assertMayPlay(stored: StoredEnvironment): void {
  if (stored === "none" || stored === "sandbox") return;
  throw new ConfigError(
    stored === "clearing"
      ? "The sandbox is being taken out of this database. Set real providers, and finish with: npm run admin -- clear-sandbox"
      : "This database has real payouts, so it never starts with the sandbox. Set real providers in PRIMARY_PROVIDER and ALTERNATIVE_PROVIDER, or try the sandbox with another DATABASE_URL or DATA_DIR.",
  );
}

async function assertMayPay(db: Tx, stored: StoredEnvironment): Promise<void> {
  const parts = await findSandboxParts(db, stored === "sandbox" || stored === "clearing");
  if (stored === "clearing") parts.push("clear-sandbox has not finished");
  if (parts.length > 0) {
    throw new ConfigError(
      `A real payout provider does not start on this database, because sandbox parts are in it:\n  ${parts.join("\n  ")}\nTo take them out, stop all servers and run: npm run admin -- clear-sandbox`,
    );
  }
  // Servers of a sandbox database use the sandbox; those of a real one may run.
  if (stored === "sandbox") await assertNoServerRuns(db);
}
