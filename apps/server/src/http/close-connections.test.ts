// The guarantee: a request that is in transit when the server stops is answered, and an unused
// connection does not delay the stop.
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeUnusedConnections } from "./close-connections.ts";

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("a stop answers a request on a new connection and closes unused connections", async () => {
  const app = Fastify({ return503OnClosing: false });
  closeUnusedConnections(app);
  app.get("/", (_request, reply) => reply.header("connection", "close").send("here"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const accepted = Promise.withResolvers<void>();
  let sockets = 0;
  app.server.on("connection", () => {
    if ((sockets += 1) === 2) accepted.resolve();
  });
  const [late, silent] = [await openConnection(port), await openConnection(port)];
  await accepted.promise;
  const closing = app.close();
  await new Promise(setImmediate);
  late.write("GET / HTTP/1.1\r\nhost: rokad\r\n\r\n");
  let response = "";
  late.setEncoding("utf8").on("data", (text: string) => (response += text));
  await Promise.all([once(late, "close"), once(silent.resume(), "close"), closing]);
  expect(response).toMatch(/^HTTP\/1.1 200 OK[\s\S]*here$/);
});
