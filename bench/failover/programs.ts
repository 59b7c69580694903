import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The paths of the programs, from Debian's packages. */
export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  /** The folder with the programs of PostgreSQL. */
  readonly postgresBin: string;
}

const packages = {
  etcd: "etcd-server",
  patroni: "patroni python3-etcd",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
} as const;

/** Programs are missing; the message has the command that installs them. */
export class MissingPrograms extends Error {
  override name = "MissingPrograms";
}

/** @throws {MissingPrograms} with the packages to install. */
export function findPrograms(): Programs {
  const etcd = find("etcd");
  const patroni = find("patroni");
  const haproxy = find("haproxy");
  const pgbouncer = find("pgbouncer");
  const postgresBin = findPostgres();
  if (etcd && patroni && haproxy && pgbouncer && postgresBin) {
    return { etcd, patroni, haproxy, pgbouncer, postgresBin };
  }
  const paths = { etcd, patroni, haproxy, pgbouncer };
  const missing: string[] = Object.entries(packages)
    .filter(([name]) => paths[name as keyof typeof paths] === undefined)
    .map(([, names]) => names);
  if (!postgresBin) missing.push("postgresql");
  throw new MissingPrograms(
    `The failover test needs these Debian packages, without their services:\n` +
      `  sudo apt-get install --no-install-recommends ${missing.join(" ")}`,
  );
}

function find(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The newest installed version; Rokad needs 15. */
function findPostgres(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "postgres")));
}
