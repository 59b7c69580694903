import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { DoctorFinding } from "@rokad/contract/doctor";
import { now } from "../../kernel/clock.ts";
import { findNewestBackup } from "../backups/newest-backup.ts";
import { bad, good } from "./finding.ts";

/** Others may neither read nor replace a secret, and the group may not replace it. */
const forbiddenMode = 0o027;

/** @param secretFiles those of `NAME_FILE`; the generated ones of `DATA_DIR` are checked too. */
export async function checkKeyFiles(
  secretFiles: readonly string[],
  dataDir: string,
): Promise<DoctorFinding[]> {
  const generated = ["app-secret", "encryption-key"].map((name) => join(dataDir, name));
  const findings: DoctorFinding[] = [];
  for (const path of [...secretFiles, ...generated]) {
    const file = await stat(path).catch(() => undefined);
    // A missing file of a setting is a finding of the settings.
    if (!file) continue;
    const mode = (file.mode & 0o777).toString(8);
    findings.push(
      (file.mode & forbiddenMode) === 0
        ? good("Key file", `${path} (${mode})`)
        : bad(
            "Key file",
            `${path} (${mode}): other accounts can read or replace it`,
            `chmod 600 ${path}`,
          ),
    );
  }
  return findings;
}

const freeBytesMin = 2 * 1024 ** 3;
const freeShareMin = 0.05;

/** Disk space of the folders that this process writes to. */
export async function checkDisk(folders: readonly string[]): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const folder of new Set(folders)) {
    const disk = await statfs(folder).catch(() => undefined);
    if (!disk) continue;
    const free = disk.bavail * disk.bsize;
    const share = disk.bavail / disk.blocks;
    const detail = `${folder}: ${(free / 1024 ** 3).toLocaleString("en-IN", { maximumFractionDigits: 1 })} GiB free (${Math.floor(share * 100)}%)`;
    findings.push(
      free >= freeBytesMin && share >= freeShareMin
        ? good("Disk space", detail)
        : bad(
            "Disk space",
            detail,
            "Free space or enlarge the disk: PostgreSQL stops when it is full",
          ),
    );
  }
  return findings;
}

/** A nightly backup, and two hours for it to run. */
const backupAgeHoursMax = 26;

/** The newest backup of `BACKUP_DIR`. */
export async function checkBackups(
  folder: string | undefined,
  production: boolean,
): Promise<DoctorFinding[]> {
  const check = "Backups";
  if (folder === undefined) {
    return [
      production
        ? bad(
            check,
            "BACKUP_DIR is not set, so nothing notices when backups stop",
            "Set BACKUP_DIR to the folder that receives the backups: docs/operations/backup.md",
          )
        : good(check, "BACKUP_DIR is not set; no backups are expected outside production"),
    ];
  }
  const newest = await findNewestBackup(folder).catch((error: NodeJS.ErrnoException) => error);
  if (newest instanceof Error)
    return [
      bad(
        check,
        `${folder} can't be read: ${newest.code}`,
        "Mount the folder, or correct BACKUP_DIR",
      ),
    ];
  const remedy = "Find out why the nightly backup did not run: docs/operations/backup.md";
  if (!newest) return [bad(check, `${folder} has no backup`, remedy)];
  const hours = Math.floor((now().getTime() - newest.at.getTime()) / 3_600_000);
  const detail = `${newest.path} is ${hours} ${hours === 1 ? "hour" : "hours"} old`;
  return [hours <= backupAgeHoursMax ? good(check, detail) : bad(check, detail, remedy)];
}
