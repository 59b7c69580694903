import { connect, type Socket } from "node:net";

/** What the load generator is told by its parent: raw requests, sent as they are. */
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
 * Sends each request once over keep-alive connections, one at a time on each, as fast as the
 * answers come. It reads no more of an answer than its status and length, so that the load
 * costs the two cores little beside what it measures.
 */
async function run({ port, connections, requests }: Load): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const answers = answersOf(socket);
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        socket.write(request);
        const status = await answers();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      socket.end();
    }),
  );
  return { seconds: (performance.now() - started) / 1000, statuses };
}

/** Each call waits for the next whole answer on the socket and gives its status. */
function answersOf(socket: Socket): () => Promise<string> {
  let received = "";
  let waiting: { resolve(status: string): void; reject(error: Error): void } | undefined;
  const look = () => {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 || !waiting) return;
    const length = /content-length: (\d+)/i.exec(received.slice(0, end))?.[1];
    const whole = end + 4 + Number(length ?? 0);
    if (received.length < whole) return;
    const { resolve } = waiting;
    waiting = undefined;
    const status = received.slice(9, 12);
    received = received.slice(whole);
    resolve(status);
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    look();
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The server closed the connection")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      look();
    });
}

process.once("message", (load: Load) => {
  void run(load).then((result) => process.send?.(result, () => process.disconnect()));
});
