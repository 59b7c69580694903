import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, type Config } from "../../kernel/config.ts";
import { createBackup } from "./create-backup.ts";

/**
 * `npm run admin -- backup --to DIR`: copies the running embedded PostgreSQL. It reads no key and
 * runs no migration, so that it works even when those fail.
 */
export async function backupCommand(
  args: readonly string[],
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  print: (line: string) => void,
): Promise<void> {
  const to = readTarget(args);
  if (databaseUrl) {
    throw new ConfigError(
      "This installation uses DATABASE_URL. See docs/operations/backup.md for its backup.",
    );
  }
  const { upTo, files, bytes } = await createBackup({ dataDir: resolve(dataDir), to: resolve(to) });
  print(`${to}: ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MiB`);
  print(`It has everything that was committed by ${upTo.toISOString()}`);
  print(
    "It has no APP_SECRET or ENCRYPTION_KEY. Keep them separately: encrypted values need them.",
  );
}

function readTarget(args: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...args], options: { to: { type: "string" } } }).values;
    if (to) return to;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
  throw new ConfigError("--to: A folder that does not exist yet is required");
}
