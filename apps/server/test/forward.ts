import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A port of 127.0.0.1 that leads to PostgreSQL, and that a test can close and open again. */
export interface Forward {
  /** The address of the same database by way of the port. */
  readonly url: string;
  /** Refuses new connections and ends those that are open. */
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** @param isOpen false for a port that refuses connections at first. */
export async function forwardTo(databaseUrl: string, { isOpen = true } = {}): Promise<Forward> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  async function open(): Promise<void> {
    server = createServer((client) => {
      const postgres = connect(Number(target.port), target.hostname);
      client.pipe(postgres).pipe(client);
      for (const socket of [client, postgres]) {
        sockets.add(socket);
        socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
      }
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    if (!server) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  }

  await open();
  if (!isOpen) await close();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return { url: url.href, open, close };
}
