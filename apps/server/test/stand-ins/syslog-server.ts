import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { loopbackCertificate } from "./loopback-certificate.ts";

/** A syslog message as RFC 5424 describes it. */
export interface SyslogMessage {
  readonly priority: number;
  readonly time: string;
  readonly host: string;
  readonly app: string;
  readonly messageId: string;
  /** The parameters of its only element, unescaped. */
  readonly data: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * A syslog server on loopback: TCP or TLS, octet counting. It reads to the end of a connection and
 * closes it, as syslog servers do.
 */
export async function openSyslogServer({ tls = false } = {}) {
  const messages: SyslogMessage[] = [];
  const sockets = new Set<Socket>();
  let resetsLeft = 0;
  let bytesBeforeReset = 0;
  const server = tls
    ? createTlsServer({ ...loopbackCertificate, allowHalfOpen: true }, receive)
    : createServer({ allowHalfOpen: true }, receive);

  function receive(socket: Socket): void {
    const chunks: Buffer[] = [];
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (resetsLeft === 0 || Buffer.concat(chunks).length < bytesBeforeReset) return;
      resetsLeft -= 1;
      // It had stored what it read until it crashed.
      messages.push(...readFrames(Buffer.concat(chunks).subarray(0, bytesBeforeReset)));
      socket.resetAndDestroy();
    });
    socket.on("end", () => {
      messages.push(...readFrames(Buffer.concat(chunks)));
      socket.end();
    });
  }

  // Also those without a TLS handshake.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `syslog${tls ? "s" : ""}://localhost:${port}`,
    /** Every message in the order of arrival. */
    messages: messages as readonly SyslogMessage[],
    /** Resets the next connection after some bytes. */
    resetAfter(bytes: number): void {
      resetsLeft = 1;
      bytesBeforeReset = bytes;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits by octet counts; a frame that was cut off is no message. */
function readFrames(bytes: Buffer): SyslogMessage[] {
  const messages: SyslogMessage[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    if (space < 0) break;
    const count = bytes.subarray(at, space).toString("latin1");
    if (!/^[1-9]\d*$/.test(count)) throw new Error(`Not an octet count: ${count}`);
    const end = space + 1 + Number(count);
    if (end > bytes.length) break;
    messages.push(readMessage(bytes.subarray(space + 1, end)));
    at = end;
  }
  return messages;
}

const nil = "-";

function readMessage(bytes: Buffer): SyslogMessage {
  const text = bytes.toString("utf8");
  const header =
    /^<(\d{1,3})>1 (\S+) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) /.exec(
      text,
    );
  if (!header) throw new Error(`Not a header of RFC 5424: ${text.slice(0, 80)}`);
  const [all, priority, time, host, app, process, messageId] = header;
  if (Number.isNaN(Date.parse(time ?? "")) || !/^\S+T\S+\.\d{1,6}Z$/.test(time ?? ""))
    throw new Error(`Not a time of RFC 5424: ${time}`);
  if (process !== nil) throw new Error("A process id is not expected");
  const { data, end } = readElement(text, all.length);
  if (text[end] !== " " || text[end + 1] !== "\uFEFF") throw new Error("No UTF-8 byte order mark");
  return {
    priority: Number(priority),
    time: time ?? "",
    host: host ?? "",
    app: app ?? "",
    messageId: messageId ?? "",
    data,
    text: text.slice(end + 2),
  };
}

/** Reads `[id name="value" …]` from a position, with the three escapes of RFC 5424. */
function readElement(text: string, start: number) {
  const data: Record<string, string> = {};
  const id = /^\[([\w.]+@\d+)/.exec(text.slice(start));
  if (!id) throw new Error("No structured data");
  let at = start + id[0].length;
  while (text[at] === " ") {
    const name = /^ ([\w.]{1,32})="/.exec(text.slice(at));
    if (!name) throw new Error("Not a parameter");
    at += name[0].length;
    let value = "";
    for (; text[at] !== '"'; at += 1) {
      if (text[at] === "]") throw new Error("An unescaped ] in a parameter");
      if (text[at] === "\\") at += 1;
      value += text[at];
    }
    data[name[1] ?? ""] = value;
    at += 1;
  }
  if (text[at] !== "]") throw new Error("Structured data does not end");
  return { data, end: at + 1 };
}
