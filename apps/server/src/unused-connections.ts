import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes, when the server stops, the connections on which nothing was ever asked: browsers open
 * some ahead of need, Node does not count them as idle, and each would hold the server back.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of unused) socket.destroy();
  });
}
