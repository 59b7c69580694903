// The guarantee: a file that can't be created is answered with an error in our format, and no client
// takes a file that failed halfway for a whole one.
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { printReceipt } from "@rokad/contract/payout-files";
import { exportDeposits } from "@rokad/contract/deposits";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handleErrors } from "../http/error-responses.ts";
import { sendFile, type File } from "./send-file.ts";
import { streamFile } from "./stream-file.ts";

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  handleErrors(app);
});
afterEach(() => app.close());

function serve(
  file: () => File,
  call: typeof exportDeposits | typeof printReceipt = exportDeposits,
) {
  app.get("/file", (request, reply) => sendFile(request, reply, call, file()));
}

async function* failing(...chunks: string[]) {
  yield* chunks;
  throw new Error("the query failed");
}

test.each([
  ["an export", exportDeposits, () => ({ ...streamFile("csv", "a.csv", failing()), rowCount: 3n })],
  ["a receipt", printReceipt, () => streamFile("pdf", "a.pdf", failing())],
  [
    "a stored file",
    exportDeposits,
    () => ({
      fileName: "a.csv",
      kind: "csv" as const,
      byteCount: 10,
      etag: '"1"',
      read: () => streamFile("csv", "a.csv", failing()).content,
    }),
  ],
])("%s that fails before its first byte is answered with our error", async (_, call, file) => {
  serve(file, call);
  const { statusCode, headers, payload } = await app.inject({
    url: "/file",
    headers: { range: "bytes=2-5" },
  });
  expect(JSON.parse(payload)).toEqual({
    success: false,
    error: {
      code: "INTERNAL",
      message: "Something went wrong on our side. Please try again.",
      request_id: expect.any(String),
    },
  });
  expect(statusCode).toBe(500);
  expect(headers).toEqual({
    "content-type": "application/json; charset=utf-8",
    "content-length": String(payload.length),
    "cache-control": "no-store",
    "x-request-id": expect.any(String),
    date: expect.any(String),
    connection: "keep-alive",
  });
});

test("resets the connection of a file that fails halfway, also of HTTP/1.0, where an end means whole", async () => {
  const received = Promise.withResolvers<void>();
  async function* half() {
    yield "Title\r\n1\r\n";
    await received.promise;
    throw new Error("the query failed");
  }
  serve(() => streamFile("csv", "a.csv", half()));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /file HTTP/1.0\r\n\r\n");
  const [start] = (await once(socket, "data")) as [Buffer];
  expect(start.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*Title\r\n1\r\n$/);
  received.resolve();
  await expect(once(socket, "end")).rejects.toThrow("ECONNRESET");
});
