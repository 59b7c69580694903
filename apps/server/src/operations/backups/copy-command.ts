import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../database/embedded/start-embedded-postgres.ts";
import { waitForDatabase } from "../../database/wait-for-database.ts";
import { ConfigError } from "../../kernel/config.ts";
import { countFaults } from "../verification/verify-books.ts";
import { copyDatabase, type Copied } from "./copy-database.ts";
import { verifyAt, type VerifyCommandOptions } from "./restore-and-verify.ts";

/** The embedded database after it was copied: a start without DATABASE_URL must not continue on it. */
const copiedFolder = "postgres.copied";

/**
 * `npm run admin -- copy-database --to postgres://…`: copies the stopped installation's database into an
 * empty one and verifies the books there.
 * @throws {ConfigError} when a server runs, the other database can't be used, or its books have faults.
 */
export async function copyDatabaseCommand(
  args: readonly string[],
  options: VerifyCommandOptions,
): Promise<void> {
  const { config, print, signal } = options;
  const to = readTarget(args);
  if (!(await waitForDatabase(to, { print, signal, secondsMax: 0 }))) return;
  const { tables, rows } = await copyInstallation(to, options);
  print(`Copied ${tables} tables with ${rows} rows, and compared them`);
  const faults = countFaults(await verifyAt(to, options));
  if (faults > 0)
    throw new ConfigError(
      `The books of the copy have ${faults} faults. Run "admin verify" on both`,
    );
  print("The books of the copy balance");
  if (config.databaseUrl === undefined) {
    const dataDir = resolve(config.dataDir);
    await rename(join(dataDir, "postgres"), join(dataDir, copiedFolder));
    print(
      `${join(dataDir, copiedFolder)} is the old database. Remove it once the new one is backed up`,
    );
  }
  print("Set DATABASE_URL to the new database, and never start a server on the old one again");
}

async function copyInstallation(
  to: string,
  { config: { databaseUrl, dataDir }, print, signal }: VerifyCommandOptions,
): Promise<Copied> {
  const progress = (table: string) => print(`Copying ${table}`);
  if (databaseUrl !== undefined) return copyDatabase(databaseUrl, to, { signal, progress });
  const postgres = await startEmbeddedPostgres({ dataDir: resolve(dataDir), log: () => {} });
  try {
    return await copyDatabase(postgres.url, to, { signal, progress });
  } finally {
    await postgres.stop();
  }
}

function readTarget(args: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...args], options: { to: { type: "string" } } }).values;
    if (to !== undefined && URL.canParse(to) && /^postgres(ql)?:$/.test(new URL(to).protocol))
      return to;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
  throw new ConfigError("--to: The address of an empty database, postgres://…, is required");
}
