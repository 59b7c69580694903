import { connect, type Socket } from "node:net";

/** The message to the load generator: raw requests, sent unchanged. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
}

export interface LoadResult {
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends each request once over keep-alive connections, one at a time per connection. Parses only the
 * status and length of a response, so that the load takes little CPU time from the server.
 */
async function run({ port, connections, requests }: Load): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const nextStatus = responsesOf(socket);
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        socket.write(request);
        const status = await nextStatus();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      socket.end();
    }),
  );
  return { seconds: (performance.now() - started) / 1000, statuses };
}

/** @returns a function that waits for the next complete response and returns its status. */
function responsesOf(socket: Socket): () => Promise<string> {
  let received = "";
  let waiting: { resolve(status: string): void; reject(error: Error): void } | undefined;
  const resolveIfComplete = () => {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 || !waiting) return;
    const length = /content-length: (\d+)/i.exec(received.slice(0, end))?.[1];
    const completeLength = end + 4 + Number(length ?? 0);
    if (received.length < completeLength) return;
    const { resolve } = waiting;
    waiting = undefined;
    const status = received.slice(9, 12);
    received = received.slice(completeLength);
    resolve(status);
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    resolveIfComplete();
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The server closed the connection")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      resolveIfComplete();
    });
}

process.once("message", (load: Load) => {
  void run(load).then((result) => process.send?.(result, () => process.disconnect()));
});
