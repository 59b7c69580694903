import { parseArgs } from "node:util";
import { ConfigError } from "../../kernel/config.ts";
import { countFaults } from "../verification/verify-books.ts";
import { chooseBackup } from "./choose-backup.ts";
import type { Backup } from "./newest-backup.ts";
import {
  restoreAndVerify,
  type Restored,
  type VerifyCommandOptions,
} from "./restore-and-verify.ts";
import { storeDrillEnd, storeDrillStart } from "./store-drill.ts";

interface DrillOptions extends VerifyCommandOptions {
  /** The folder for the scratch server. */
  readonly scratchParent?: string;
}

/**
 * `npm run admin -- restore-drill [--from PATH] [--json] [--no-store]`: restores a backup on a scratch
 * PostgreSQL, verifies the books there, and removes it. The installation's own database only gets
 * the result.
 * @throws {ConfigError} when the backup can't be restored, its books have faults, or the result can't
 *   be stored.
 */
export async function restoreDrillCommand(
  args: readonly string[],
  options: DrillOptions,
): Promise<void> {
  const { config } = options;
  const { from, json: isJson = false, "no-store": isUnstored = false } = readOptions(args);
  const folder = config.backupDir ?? "";
  if (from === undefined && folder === "")
    throw new ConfigError("--from: name the backup, or set BACKUP_DIR to the folder with backups");
  // Before the work of hours, whose result could then not be stored.
  const id = isUnstored ? undefined : await storeDrillStart(config);
  const result = await drill({ from, folder, isJson }, options);
  const failure = result.error ?? faultsOf(result);
  if (id !== undefined)
    await storeDrillEnd(config, { id, folder, ...result }).catch((error: Error) => {
      if (failure === undefined) throw error;
      throw new ConfigError(`${failure.message}\n${error.message}`, { cause: failure });
    });
  if (failure) throw failure;
  if (!isJson) options.print("The backup can be restored, and its books balance");
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        from: { type: "string" },
        json: { type: "boolean" },
        "no-store": { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** How far a drill came. */
export interface DrillResult {
  readonly backup: Backup | undefined;
  readonly restored: Restored | undefined;
  /** Why it came no further. */
  readonly error: Error | undefined;
}

interface DrillRequest {
  readonly from: string | undefined;
  readonly folder: string;
  readonly isJson: boolean;
}

async function drill(
  { from, folder, isJson }: DrillRequest,
  { print, ...options }: DrillOptions,
): Promise<DrillResult> {
  let backup: Backup | undefined;
  try {
    backup = await chooseBackup(from, folder);
    if (!isJson) print(`Restoring ${backup.path} of ${backup.at.toISOString()}`);
    const restored = await restoreAndVerify(backup.path, options);
    report({ backup, restored }, { isJson, print });
    return { backup, restored, error: undefined };
  } catch (error) {
    // A cancelled statement has an error of its own.
    const reason = options.signal.aborted ? new ConfigError("The drill was stopped") : error;
    return { backup, restored: undefined, error: reason as Error };
  }
}

interface Report {
  readonly backup: Backup;
  readonly restored: Restored;
}

function report(
  { backup, restored }: Report,
  { isJson, print }: { readonly isJson: boolean; readonly print: VerifyCommandOptions["print"] },
): void {
  const { kind, restoreMs, verifyMs, migrations, results } = restored;
  const faults = countFaults(results);
  if (isJson) {
    print(
      JSON.stringify({
        ok: faults === 0,
        backup: backup.path,
        backed_up_at: backup.at.toISOString(),
        kind,
        restore_ms: restoreMs,
        verify_ms: verifyMs,
        migrations,
        fault_count: faults,
        checks: results,
      }),
    );
    return;
  }
  for (const { check, rules, note } of results) {
    print(`${check}${note === null ? "" : `: ${note}`}`);
    for (const { rule, fault_count: count, faults: found } of rules) {
      print(`${count === 0 ? "ok   " : "FAULT"} ${rule}`);
      for (const fault of found) print(`      ${fault}`);
    }
  }
  print(`Restored in ${seconds(restoreMs)} s, verified in ${seconds(verifyMs)} s`);
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function faultsOf({ backup, restored }: DrillResult): ConfigError | undefined {
  const faults = countFaults(restored?.results ?? []);
  if (faults === 0) return undefined;
  return new ConfigError(`The books of ${backup?.path} have ${faults} faults`);
}
