import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What a connection that has just been taken has to bring its first request. */
const firstRequestMs = 500;

/**
 * Closes, when the server stops, the connections on which nothing was ever asked: browsers open
 * some ahead of need, Node does not count them as idle, and each would hold the server back. Not at
 * once: a proxy opens one for a request that is on its way.
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
 * From the moment at which the server is about to stop, each answer is the last one on its
 * connection: proxies and browsers open their next one elsewhere, and nobody's request is under
 * way on a connection when it is closed.
 */
export function endConnections(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping()) reply.header("connection", "close");
  });
}
