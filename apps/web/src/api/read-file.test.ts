// The guarantee: an incomplete file never counts as complete.
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

/** A server that sends these lines and then runs `then`. */
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

test("reads a whole file and reports its rows without the header line", async () => {
  const address = await fileOf(["Date,Amount", "1", "2", "3"], (answer) => answer.end("4\r\n"));
  const progressReports: unknown[] = [];
  const file = await readFile(await fetch(address), {
    rowsTotal: 4,
    onProgress: (progress) => progressReports.push(progress),
  });
  expect(await file.text()).toBe("Date,Amount\r\n1\r\n2\r\n3\r\n4\r\n");
  expect(file.type).toBe("text/csv");
  expect(progressReports.at(-1)).toEqual({ rows: 4, rowsTotal: 4 });
});

test("an interrupted file is an error [9.29]", async () => {
  const address = await fileOf(["Date", "1", "2"], (answer) => answer.destroy());
  await expect(fetch(address).then((answer) => readFile(answer))).rejects.toThrow(NoAnswerError);
});

test("a cancelled download fails with AbortError, not NoAnswerError", async () => {
  const address = await fileOf(["Date", "1"], () => undefined);
  const { signal, abort } = createAbort();
  const reading = readFile(await fetch(address, { signal }), { signal, onProgress: abort });
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
});

function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test("line breaks inside a text never raise the count above the total", async () => {
  const address = await fileOf(["Remarks", '"two\r\nlines"', "x"], (answer) => answer.end());
  const progressReports: number[] = [];
  await readFile(await fetch(address), {
    rowsTotal: 2,
    onProgress: ({ rows }) => progressReports.push(rows),
  });
  expect(progressReports.at(-1)).toBe(2);
});
