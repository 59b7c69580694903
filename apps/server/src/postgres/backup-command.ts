import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, type Config } from "../config.ts";
import { backUp } from "./back-up.ts";

/**
 * `npm run admin -- backup --to DIR`: copies the embedded PostgreSQL while it is at work. Opens no
 * key and migrates nothing, so that it works whatever else does not.
 */
export async function backupCommand(
  args: readonly string[],
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  print: (line: string) => void,
): Promise<void> {
  const to = readTarget(args);
  if (databaseUrl) {
    throw new ConfigError(
      "The database is that of DATABASE_URL: docs/operations/backup.md says how that one is backed up",
    );
  }
  const { upTo, files, bytes } = await backUp({ dataDir: resolve(dataDir), to: resolve(to) });
  print(`${to}: ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MiB`);
  print(`Everything that was committed by ${upTo.toISOString()} is in it`);
  print("APP_SECRET and ENCRYPTION_KEY are not: keep them apart, nothing sealed opens without");
}

function readTarget(args: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...args], options: { to: { type: "string" } } }).values;
    if (to) return to;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
  throw new ConfigError("--to: A folder that is not there yet is required");
}
