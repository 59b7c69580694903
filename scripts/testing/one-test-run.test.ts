// The guarantee: a test run starts when no other one of this machine is in progress.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { GREETING, waitForTurn } from "./one-test-run.ts";

/** A program that answers each connection with this text. */
async function openProgram(text: string) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.write(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("waits for the run before it, and says so once", async () => {
  const other = await openProgram(`${GREETING}, process 7`);
  const said: string[] = [];
  const reported = Promise.withResolvers<void>();
  const order: string[] = [];
  const turn = waitForTurn(other.port, (line: string) => {
    said.push(line);
    reported.resolve();
  }).then((server) => {
    order.push("turn");
    return server;
  });
  await reported.promise;
  order.push("end of the other run");
  other.close();
  const server = await turn;
  expect(server?.listening).toBe(true);
  expect(order).toEqual(["end of the other run", "turn"]);
  expect(said).toEqual([`Waiting for another test run on this machine: ${GREETING}, process 7`]);
  server?.close();
});

test("does not wait for another program on its port", async () => {
  const other = await openProgram("HTTP/1.1 400 Bad Request");
  const turn = waitForTurn(other.port, () => expect.unreachable());
  expect(await turn).toBeUndefined();
  other.close();
});
