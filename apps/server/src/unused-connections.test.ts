// The guarantee: a request that is on its way when the server stops is answered, and a connection on
// which nothing comes holds nobody back.
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeUnusedConnections } from "./unused-connections.ts";

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("a stop answers what comes over a connection that was just opened, and closes the others", async () => {
  const app = Fastify({ return503OnClosing: false });
  closeUnusedConnections(app);
  app.get("/", (_request, reply) => reply.header("connection", "close").send("here"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const taken = Promise.withResolvers<void>();
  let sockets = 0;
  app.server.on("connection", () => {
    if ((sockets += 1) === 2) taken.resolve();
  });
  const [late, silent] = [await connected(port), await connected(port)];
  await taken.promise;
  const closing = app.close();
  await new Promise(setImmediate);
  late.write("GET / HTTP/1.1\r\nhost: rokad\r\n\r\n");
  let said = "";
  late.setEncoding("utf8").on("data", (text: string) => (said += text));
  await Promise.all([once(late, "close"), once(silent.resume(), "close"), closing]);
  expect(said).toMatch(/^HTTP\/1.1 200 OK[\s\S]*here$/);
});
