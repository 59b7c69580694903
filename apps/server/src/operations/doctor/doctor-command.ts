import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkEnvironment } from "../environment/check-environment.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { openInstallation } from "../../database/open-installation.ts";
import { ConfigError, readConfig, type Config } from "../../kernel/config.ts";
import { checkClock, checkMigrations, checkServer } from "./check-database.ts";
import { checkDrill } from "./check-drill.ts";
import { checkBackups, checkDisk, checkKeyFiles } from "./check-files.ts";
import { checkMail, checkProviders, checkSms } from "./check-services.ts";
import { bad, findingsOf, good, type Finding } from "./finding.ts";

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

function printFinding({ check, is_ok: isOk, detail, remedy }: Finding, print: Print): void {
  print(`${isOk ? "✓" : "✗"} ${check}: ${detail}`);
  if (remedy !== null) print(`  → ${remedy}`);
}

async function examine(env: Environment, compose: DoctorOptions["compose"]): Promise<Finding[]> {
  const config = configOf(env);
  const dataDir = resolve(
    (config instanceof ConfigError ? env["DATA_DIR"] : config.dataDir) ?? ".data",
  );
  const files = await findingsOf("Key file", () => checkKeyFiles(env, dataDir));
  if (config instanceof ConfigError)
    return [bad("Settings", config.message, "Correct them: .env.example describes each"), ...files];
  const { backupDir, production } = config;
  const kind = production ? "production" : "not production";
  return [
    good("Settings", `valid: ROLE=${config.role}, ${kind}, ${config.environment} providers`),
    ...files,
    ...(await findingsOf("Disk space", () =>
      checkDisk([dataDir, ...(backupDir ? [backupDir] : [])]),
    )),
    ...(await findingsOf("Backups", () => checkBackups(backupDir, production))),
    ...(await examineDatabase(config, compose)),
  ];
}

function configOf(env: Environment): Config | ConfigError {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function examineDatabase(
  config: Config,
  compose: DoctorOptions["compose"],
): Promise<Finding[]> {
  let stop = async () => {};
  try {
    const postgres = await openInstallation(config);
    ({ stop } = postgres);
    openDatabase(postgres.url, {
      connections: 2,
      sessionUrl: config.databaseSessionUrl,
    });
    return await examineOpened(config, compose);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "no answer";
    return [bad("Database", reason, "Start PostgreSQL, or correct DATABASE_URL or DATA_DIR")];
  } finally {
    await closeDatabase();
    await stop();
  }
}

async function examineOpened(
  config: Config,
  compose: DoctorOptions["compose"],
): Promise<Finding[]> {
  const migrations = await findingsOf("Migrations", () => checkMigrations(database()));
  const server = [
    ...(await findingsOf("Database", () => checkServer(database(), config))),
    ...migrations,
    ...(await findingsOf("Clock", checkClock)),
  ];
  // The rest reads tables.
  if (!migrations.every(({ is_ok: isOk }) => isOk)) return server;
  const keys = await findingsOf("Encryption keys", async () => {
    await compose(config, () => {});
    return [good("Encryption keys", "they open every data key of this database")];
  });
  if (!keys.every(({ is_ok: isOk }) => isOk)) return [...server, ...keys];
  return [
    ...server,
    ...keys,
    ...(await checkMoney(config)),
    ...(await findingsOf("Restore drill", () => checkDrill(config.production))),
    ...(await findingsOf("Providers", checkProviders)),
    ...(await findingsOf("SMS", checkSms)),
    ...(await findingsOf("E-mail", checkMail)),
  ];
}

class RolledBack extends Error {}

/** Whether this database holds the kind of money that the providers move; the check stores nothing. */
async function checkMoney({ environment }: Config): Promise<Finding[]> {
  try {
    await checkEnvironment(environment, async () => {
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof ConfigError)
      return [bad("Kind of money", error.message, "Follow the message before you start a server")];
    if (!(error instanceof RolledBack)) throw error;
  }
  return [good("Kind of money", environment === "real" ? "real" : "play money of the sandbox")];
}
