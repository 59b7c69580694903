import { readFile } from "node:fs/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { CopyNotSentError, reasonOf, type AuditReceiver } from "./audit-receiver.ts";
import { formatSyslog, frameOf } from "./format-syslog.ts";

interface SyslogSettings {
  /** `syslog://host:port` for TCP, `syslogs://host:port` for TLS (RFC 5425). */
  readonly url: string;
  /** The certificates that the server's is checked against; by default those of Node. */
  readonly caFile: string | undefined;
  readonly timeoutMs?: number;
}

/**
 * Sends rows over TCP with octet counting, one connection a batch.
 *
 * Syslog has no acknowledgement. Rokad sends everything, ends its side, and waits until the receiver
 * ends its own without an error: then its system has every byte. A receiver that reads to the end
 * before it closes, as syslog servers do, has them too. Anything else sends the batch again.
 */
export function syslogReceiver({ url, caFile, timeoutMs = 20_000 }: SyslogSettings): AuditReceiver {
  return {
    name: "syslog",
    async send(rows) {
      const ca = caFile === undefined ? undefined : await readCertificates(caFile);
      const frames = rows.map((row) => frameOf(formatSyslog(row))).join("");
      await deliver(open(url, ca), frames, timeoutMs);
    },
  };
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CopyNotSentError(`AUDIT_SYSLOG_CA_FILE can't be read (${reasonOf(error)})`);
  }
}

function open(url: string, ca: string | undefined): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replaceAll(/[[\]]/g, "");
  if (protocol === "syslog:") return connectTcp({ host, port: Number(port) });
  // RFC 6066 allows no address as a server name.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port: Number(port), ...servername, ...(ca && { ca }) });
}

function deliver(socket: Socket, frames: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new CopyNotSentError("the server did not end the connection in time")),
      timeoutMs,
    );
    let hasEnded = false;
    let failure: unknown;
    socket.on("error", (error) => (failure = error));
    // The end of the server's side. Its data is read, or the end would never come.
    socket.on("end", () => (hasEnded = socket.writableFinished)).resume();
    socket.on("close", () => {
      clearTimeout(timer);
      if (failure === undefined && hasEnded) resolve();
      else if (failure === undefined)
        reject(new CopyNotSentError("syslog: the server closed the connection too early"));
      else reject(new CopyNotSentError(`syslog: ${reasonOf(failure)}`));
    });
    socket.end(frames);
  });
}
