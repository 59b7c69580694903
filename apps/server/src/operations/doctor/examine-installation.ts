import type { DoctorFinding, DoctorReport } from "@rokad/contract/doctor";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ConfigError, type Config } from "../../kernel/config.ts";
import { checkEnvironment } from "../environment/check-environment.ts";
import { checkCertificates } from "./check-certificates.ts";
import { checkClock, checkMigrations, checkServer } from "./check-database.ts";
import { checkDrill } from "./check-drill.ts";
import { checkBackups, checkDisk, checkKeyFiles } from "./check-files.ts";
import { checkMail, checkProviders, checkSms } from "./check-services.ts";
import { bad, findingsOf, good } from "./finding.ts";

type Findings = Promise<DoctorFinding[]>;

/** All checks, by a server that runs: it read its settings and opened the data keys at its start. */
export async function examineInstallation(config: Config): Promise<DoctorReport> {
  const [host, inDatabase, services] = await Promise.all([
    examineHost(config),
    examineDatabase(config),
    examineServices(config),
  ]);
  const keys = good(keyCheck, "this process opened every data key when it started");
  return {
    checked_at: now().toISOString(),
    host: hostname(),
    findings: [...host, ...inDatabase, keys, ...services],
  };
}

export const keyCheck = "Encryption keys";

/** What needs no database: settings, files, disks. */
export async function examineHost(config: Config): Findings {
  const { role, production, environment, secretFiles, backupDir } = config;
  const dataDir = resolve(config.dataDir);
  const kind = production ? "production" : "not production";
  const settings = good("Settings", `valid: ROLE=${role}, ${kind}, ${environment} providers`);
  return inOrder(
    Promise.resolve([settings]),
    findingsOf("Key file", () => checkKeyFiles(secretFiles, dataDir)),
    findingsOf("Disk space", () => checkDisk([dataDir, ...(backupDir ? [backupDir] : [])])),
    findingsOf("Backups", () => checkBackups(backupDir, production)),
  );
}

/** What needs an open database, and none of its tables. */
export async function examineDatabase(config: Config): Findings {
  return inOrder(
    findingsOf("Database", () => checkServer(database(), config)),
    findingsOf("Migrations", () => checkMigrations(database())),
    findingsOf("Clock", checkClock),
    findingsOf("Certificates", () => checkCertificates(config)),
  );
}

/** What needs tables and decrypted credentials. */
export async function examineServices(config: Config): Findings {
  return inOrder(
    findingsOf("Kind of money", () => checkMoney(config)),
    findingsOf("Restore drill", () => checkDrill(config.production)),
    findingsOf("Providers", checkProviders),
    findingsOf("SMS", checkSms),
    findingsOf("E-mail", checkMail),
  );
}

/** Checks at the same time, because each waits for another machine. */
async function inOrder(...groups: readonly Promise<readonly DoctorFinding[]>[]): Findings {
  return (await Promise.all(groups)).flat();
}

class RolledBack extends Error {}

/** Whether this database holds the kind of money that the providers move; the check stores nothing. */
async function checkMoney({ environment }: Config): Findings {
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
