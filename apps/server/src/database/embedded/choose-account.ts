import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { PostgresError } from "./postgres-error.ts";

/** The account for PostgreSQL; without `uid` it is the account of this process. */
export type RunAs = { name: string; uid?: number; gid?: number };

const OWN_ACCOUNT = "rokad-postgres";

/**
 * Chooses the account, because PostgreSQL does not run as root. An ordinary user runs it with their
 * own account. Root uses the owner of existing data, else the machine's "postgres" account, else
 * an account that is created for it.
 */
export function chooseAccount(clusterDirectory: string): RunAs {
  const self = userInfo();
  if (self.uid !== 0) return { name: self.username };
  return (
    ownerOf(clusterDirectory) ??
    accountNamed("postgres") ??
    accountNamed(OWN_ACCOUNT) ??
    createAccount()
  );
}

function ownerOf(directory: string): RunAs | null {
  const existing = statSync(directory, { throwIfNoEntry: false });
  if (existing === undefined || existing.uid === 0) return null;
  return { name: nameOf(existing.uid), uid: existing.uid, gid: existing.gid };
}

function nameOf(uid: number): string {
  return idOf("-un", String(uid)) ?? String(uid);
}

function accountNamed(name: string): RunAs | null {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === null || gid === null ? null : { name, uid: Number(uid), gid: Number(gid) };
}

function createAccount(): RunAs {
  try {
    // After a plain "su" the PATH is the user's, without the tool's folder.
    const env = { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_ACCOUNT],
      { env },
    );
  } catch {
    // The error below says what to do.
  }
  const account = accountNamed(OWN_ACCOUNT);
  if (account !== null) return account;
  throw new PostgresError(
    `PostgreSQL doesn't run as root, and the account "${OWN_ACCOUNT}" could not be created. Start Rokad as an ordinary user, create that account, or set DATABASE_URL.`,
  );
}

function idOf(flag: string, name: string): string | null {
  try {
    return execFileSync("id", [flag, name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}
