import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where Debian's packages have put what a failover needs. */
export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  /** The folder with PostgreSQL's own programs. */
  readonly postgresBin: string;
}

const packages = {
  etcd: "etcd-server",
  patroni: "patroni python3-etcd",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
} as const;

/** What is missing, told so that it can be installed. */
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
  const found = { etcd, patroni, haproxy, pgbouncer };
  const missing: string[] = Object.entries(packages)
    .filter(([name]) => found[name as keyof typeof found] === undefined)
    .map(([, names]) => names);
  if (!postgresBin) missing.push("postgresql");
  throw new MissingPrograms(
    `The failover runs on Debian's packages. Install what is missing, without their services:\n` +
      `  sudo apt-get install --no-install-recommends ${missing.join(" ")}`,
  );
}

function find(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The newest that Debian has here; Rokad needs 15. */
function findPostgres(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "postgres")));
}
