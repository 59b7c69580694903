import { connect } from "node:net";

export interface TimedResponse {
  readonly ms: number;
  readonly body: string;
}

export interface Reader {
  /** @throws if the status is not 200. */
  get(path: string, accessToken: string): Promise<TimedResponse>;
  close(): void;
}

/**
 * One keep-alive connection with one request at a time and minimal parsing, so that the time
 * measured is the server's.
 */
export function openReader(port: number): Reader {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(body: string): void; reject(error: Error): void } | undefined;
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 || !waiting) return;
    const head = received.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (received.length < end + 4 + length) return;
    const body = received.toString("utf8", end + 4, end + 4 + length);
    const { resolve, reject } = waiting;
    waiting = undefined;
    received = received.subarray(end + 4 + length);
    if (head.startsWith("HTTP/1.1 200")) resolve(body);
    else reject(new Error(`${head.slice(0, 12)}: ${body.slice(0, 300)}`));
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed the connection")));
  return {
    async get(path, accessToken) {
      const startedAt = performance.now();
      const body = await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(
          `GET /api/v1${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${accessToken}\r\n\r\n`,
        );
      });
      return { ms: performance.now() - startedAt, body };
    },
    close: () => socket.destroy(),
  };
}
