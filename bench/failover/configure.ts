import { readFile } from "node:fs/promises";
import { join } from "node:path";

const firstPort = 4_341;
const etcdPort = firstPort;
const etcdPeerPort = firstPort + 1;
/** The numbers start at 1. */
export const restPortOf = (number: number) => firstPort + 1 + number;
export const postgresPortOf = (number: number) => firstPort + 4 + number;
export const ports = {
  primary: firstPort + 9,
  replica: firstPort + 10,
  pgbouncer: firstPort + 11,
  api: [firstPort + 12, firstPort + 13],
} as const;

export type Values = Readonly<Record<string, string | number>>;

/** Reads a file of `configuration/` and fills in its values. */
export async function fillIn(template: string, secret: string, values: Values): Promise<string> {
  const known = { ...shared(secret), ...values };
  const text = await readFile(join(import.meta.dirname, "configuration", template), "utf8");
  return text.replaceAll(/\$\{([A-Z_\d]+)\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`${template} needs ${name}, which has no value`);
    return String(value);
  });
}

function shared(secret: string): Values {
  return {
    ETCD_PORT: etcdPort,
    ETCD_PEER_PORT: etcdPeerPort,
    PRIMARY_PORT: ports.primary,
    REPLICA_PORT: ports.replica,
    PGBOUNCER_PORT: ports.pgbouncer,
    SUPERUSER_PASSWORD: secret,
    REPLICATION_PASSWORD: secret,
    REWIND_PASSWORD: secret,
    ...Object.fromEntries(
      [1, 2, 3].flatMap((number) => [
        [`REST_PORT_${number}`, restPortOf(number)],
        [`POSTGRES_PORT_${number}`, postgresPortOf(number)],
      ]),
    ),
  };
}
