import type { DoctorFinding } from "@rokad/contract/doctor";
import { isIP } from "node:net";
import { connect, TLSSocket } from "node:tls";
import pg from "pg";
import { now } from "../../kernel/clock.ts";
import type { Config } from "../../kernel/config.ts";
import { unreachableCodes } from "../../kernel/unreachable-codes.ts";
import { bad, good } from "./finding.ts";

/** Enough for a person to renew a certificate; programs renew theirs 30 days before the end. */
const daysLeftMin = 14;
const timeoutMs = 5_000;

/** The certificates on which browsers and the database connection depend, where there are any. */
export async function checkCertificates({
  publicUrl,
  databaseUrl,
}: Pick<Config, "publicUrl" | "databaseUrl">): Promise<DoctorFinding[]> {
  const url = new URL(publicUrl);
  const [ofConsole, ofDatabase] = await Promise.all([
    url.protocol === "https:" ? checkConsole(url) : undefined,
    databaseUrl === undefined ? undefined : checkDatabase(databaseUrl),
  ]);
  return [ofConsole, ofDatabase].filter((finding) => finding !== undefined);
}

async function checkConsole(url: URL): Promise<DoctorFinding> {
  const check = "Certificate of the console";
  try {
    return describeEnd(check, await readEnd(url), "at your proxy");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // Many networks do not lead a server to its own public address, so that is no fault.
    return unreachableCodes.has(code)
      ? good(check, `not checked: ${url.host} is not reachable from this machine (${code})`)
      : bad(
          check,
          `${url.host}: ${message}`,
          "Renew it at your proxy, or name your own authority in NODE_EXTRA_CA_CERTS",
        );
  }
}

/** The end of a certificate that browsers accept. @throws the error of the connection. */
async function readEnd({ hostname, port }: URL): Promise<Date> {
  // The brackets of an IPv6 address belong to the URL.
  const host = hostname.replaceAll(/[[\]]/g, "");
  // RFC 6066 allows no address as a server name.
  const servername = isIP(host) === 0 && { servername: host };
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), ...servername }, () => {
      resolve(endOf(socket));
      socket.destroy();
    });
    const slow = Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" });
    socket.setTimeout(timeoutMs, () => socket.destroy(slow));
    socket.once("error", reject);
  });
}

/** Undefined for a plain connection. An unreachable database is a finding of its own. */
async function checkDatabase(connectionString: string): Promise<DoctorFinding | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs });
  try {
    await client.connect();
    const { stream } = client.connection;
    return stream instanceof TLSSocket
      ? describeEnd("Certificate of the database", endOf(stream), "of PostgreSQL")
      : undefined;
  } finally {
    await client.end();
  }
}

function endOf(socket: TLSSocket): Date {
  return new Date(socket.getPeerCertificate().valid_to);
}

function describeEnd(check: string, end: Date, where: string): DoctorFinding {
  const days = Math.floor((end.getTime() - now().getTime()) / 86_400_000);
  const detail = `${days < 0 ? "expired on" : "valid until"} ${end.toISOString().slice(0, 10)}`;
  return days >= daysLeftMin
    ? good(check, detail)
    : bad(check, detail, `Renew the certificate ${where}, and find out why nothing renewed it`);
}
