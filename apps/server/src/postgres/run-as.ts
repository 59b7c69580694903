import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { PostgresError } from "./postgres-error.ts";

/** The account PostgreSQL runs as; without `uid` it is the one this program runs as. */
export type RunAs = { name: string; uid?: number; gid?: number };

const OWN_ACCOUNT = "rokad-postgres";

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as themselves;
 * root hands it to the owner of the data that is already there, else to the
 * machine's "postgres" account, else to one made for it.
 */
export function chooseAccount(clusterDirectory: string): RunAs {
  const self = userInfo();
  if (self.uid !== 0) return { name: self.username };
  return (
    ownerOf(clusterDirectory) ??
    accountNamed("postgres") ??
    accountNamed(OWN_ACCOUNT) ??
    makeAccount()
  );
}

function ownerOf(directory: string): RunAs | null {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || found.uid === 0) return null;
  return { name: nameOf(found.uid), uid: found.uid, gid: found.gid };
}

function nameOf(uid: number): string {
  return idOf("-un", String(uid)) ?? String(uid);
}

function accountNamed(name: string): RunAs | null {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === null || gid === null ? null : { name, uid: Number(uid), gid: Number(gid) };
}

function makeAccount(): RunAs {
  try {
    // The tool's folder is not on every root's PATH (a plain "su" keeps the user's).
    const env = { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_ACCOUNT],
      { env },
    );
  } catch {
    // The sentence below says all that can be done about it.
  }
  const made = accountNamed(OWN_ACCOUNT);
  if (made !== null) return made;
  throw new PostgresError(
    `PostgreSQL doesn't run as root, and the account "${OWN_ACCOUNT}" could not be made. Start Rokad as an ordinary user, or make that account, or set DATABASE_URL.`,
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
