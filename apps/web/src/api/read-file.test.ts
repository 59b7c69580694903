// The guarantee: half a file is never taken for a whole one.
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { NoAnswerError } from "./api-error.ts";
import { readFile } from "./read-file.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers with these lines and then does as it is told. */
async function fileOf(lines: readonly string[], then: (answer: ServerResponse) => void) {
  server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/csv" });
    answer.write(lines.map((line) => `${line}\r\n`).join(""), () => then(answer));
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

test("a whole file is read to its end, and tells of its rows without the header line", async () => {
  const address = await fileOf(["Date,Amount", "1", "2", "3"], (answer) => answer.end("4\r\n"));
  const told: unknown[] = [];
  const file = await readFile(await fetch(address), {
    rowsTotal: 4,
    onProgress: (progress) => told.push(progress),
  });
  expect(await file.text()).toBe("Date,Amount\r\n1\r\n2\r\n3\r\n4\r\n");
  expect(file.type).toBe("text/csv");
  expect(told.at(-1)).toEqual({ rows: 4, rowsTotal: 4 });
});

test("a file that breaks off half-way is an error", async () => {
  const address = await fileOf(["Date", "1", "2"], (answer) => answer.destroy());
  await expect(fetch(address).then((answer) => readFile(answer))).rejects.toThrow(NoAnswerError);
});

test("whoever breaks it off is told that they did, not that the server is gone", async () => {
  const address = await fileOf(["Date", "1"], () => undefined);
  const { signal, abort } = breakable();
  const reading = readFile(await fetch(address, { signal }), { signal, onProgress: abort });
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

function breakable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test("line breaks inside a text never count beyond the rows that there are", async () => {
  const address = await fileOf(["Remarks", '"two\r\nlines"', "x"], (answer) => answer.end());
  const told: number[] = [];
  await readFile(await fetch(address), {
    rowsTotal: 2,
    onProgress: ({ rows }) => told.push(rows),
  });
  expect(told.at(-1)).toBe(2);
});
