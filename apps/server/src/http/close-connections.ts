import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The time for the first request of a new connection. */
const firstRequestMs = 500;

/**
 * When the server stops, closes connections without any request: browsers open some in advance,
 * Node does not count them as idle, and each would delay the stop. They get a moment first, because
 * a proxy opens a connection for a request that is in transit.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, firstRequestMs);
  });
}

/**
 * Once the server is stopping, each response closes its connection. Proxies and browsers then open
 * the next one to another server, and no request is in transit when a connection is closed.
 */
export function closeConnectionsOnStop(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping()) reply.header("connection", "close");
  });
}
