import pg from "pg";

const variables = ["DATABASE_URL", "DATABASE_SESSION_URL", "DATABASE_REPLICA_URL"] as const;

/** A sentence for each of these settings with which rows could be read or forged on their way. */
export function plainConnections(
  settings: Readonly<Partial<Record<(typeof variables)[number], string | undefined>>>,
): string[] {
  return variables
    .filter((name) => settings[name] !== undefined && isPlain(settings[name]))
    .map(
      (name) =>
        `${name}: add ?sslmode=verify-full, so that the connection is encrypted and the server is the right one (ALLOW_PLAIN_DATABASE=1 allows it without)`,
    );
}

/**
 * Whether the host is another machine, and the connection is plain or trusts any certificate. The client that will connect reads the URL, so
 * its parameters and the environment (`PGSSLMODE`) count as they will then.
 */
function isPlain(databaseUrl: string): boolean {
  const client = new pg.Client({ connectionString: databaseUrl });
  if (isThisMachine(client.host)) return false;
  const tls = client.ssl as boolean | TlsOptions | undefined;
  if (typeof tls !== "object") return tls !== true;
  return tls.rejectUnauthorized === false || tls.checkServerIdentity !== undefined;
}

interface TlsOptions {
  readonly rejectUnauthorized?: boolean;
  /** Set by modes that accept a certificate of another host. */
  readonly checkServerIdentity?: unknown;
}

/** A Unix socket is named by its folder. */
function isThisMachine(host: string): boolean {
  return (
    host.startsWith("/") ||
    ["localhost", "::1", "[::1]"].includes(host) ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
