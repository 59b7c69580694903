import type { DoctorFinding } from "@rokad/contract/doctor";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import { openInstallation } from "../../database/open-installation.ts";
import { ConfigError, readConfig, type Config } from "../../kernel/config.ts";
import { secretFiles } from "../../kernel/read-secret-files.ts";
import { checkKeyFiles } from "./check-files.ts";
import { examineDatabase, examineHost, examineServices, keyCheck } from "./examine-installation.ts";
import { bad, findingsOf, good } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

interface DoctorOptions {
  readonly env: Environment;
  readonly print: Print;
  /** Puts the parts that the settings choose in place: keys, gateways, providers. */
  readonly compose: (config: Config, print: Print) => Promise<void>;
}

/**
 * `npm run admin -- doctor [--json]`: checks an installation before and while it runs. It migrates
 * nothing and stores nothing.
 * @throws {ConfigError} when something must be corrected, so that the exit code is 1.
 */
export async function doctorCommand(
  args: readonly string[],
  { env, print, compose }: DoctorOptions,
): Promise<void> {
  const isJson = readsJson(args);
  const findings = await examine(env, compose);
  if (isJson) print(JSON.stringify({ ok: findings.every((one) => one.is_ok), findings }, null, 2));
  else for (const finding of findings) printFinding(finding, print);
  const problems = findings.filter(({ is_ok: isOk }) => !isOk).length;
  if (problems > 0)
    throw new ConfigError(`${problems} of ${findings.length} checks need correcting`);
  if (!isJson) print(`All ${findings.length} checks are good`);
}

function readsJson(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
    return values.json ?? false;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function printFinding({ check, is_ok: isOk, detail, remedy }: DoctorFinding, print: Print): void {
  print(`${isOk ? "✓" : "✗"} ${check}: ${detail}`);
  if (remedy !== null) print(`  → ${remedy}`);
}

async function examine(
  env: Environment,
  compose: DoctorOptions["compose"],
): Promise<DoctorFinding[]> {
  const config = configOf(env);
  if (config instanceof ConfigError) {
    const dataDir = resolve(env["DATA_DIR"] ?? ".data");
    return [
      bad("Settings", config.message, "Correct them: .env.example describes each"),
      ...(await findingsOf("Key file", () => checkKeyFiles(secretFiles(env), dataDir))),
    ];
  }
  return [...(await examineHost(config)), ...(await examineInside(config, compose))];
}

function configOf(env: Environment): Config | ConfigError {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** @returns what the database and the services behind it show. */
async function examineInside(
  config: Config,
  compose: DoctorOptions["compose"],
): Promise<DoctorFinding[]> {
  let stop = async () => {};
  try {
    const postgres = await openInstallation(config);
    ({ stop } = postgres);
    openDatabase(postgres.url, {
      connections: 2,
      sessionUrl: config.databaseSessionUrl,
    });
    const found = await examineDatabase(config);
    // The rest reads tables.
    if (!found.every(({ check, is_ok: isOk }) => isOk || check !== "Migrations")) return found;
    const keys = await findingsOf(keyCheck, async () => {
      await compose(config, () => {});
      return [good(keyCheck, "they open every data key of this database")];
    });
    if (!keys.every(({ is_ok: isOk }) => isOk)) return [...found, ...keys];
    return [...found, ...keys, ...(await examineServices(config))];
  } catch (error) {
    const reason = error instanceof Error ? error.message : "no answer";
    return [bad("Database", reason, "Start PostgreSQL, or correct DATABASE_URL or DATA_DIR")];
  } finally {
    await closeDatabase();
    await stop();
  }
}
