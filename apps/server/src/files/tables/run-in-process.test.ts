// The guarantee: a file that exceeds its process's memory or hits a bug ends no server, and the process
// that reads files gets no secret.
import { expect, test } from "vitest";
import { runInProcess } from "./run-in-process.ts";

const module = new URL("../../../test/greedy-reader.ts", import.meta.url).href;
const run = (text: string) =>
  runInProcess<{ pid: number; env: string[] }>({ module, bytes: Buffer.from(text) });

test("a process is used again, but not after it ran out of memory", async () => {
  // Files of a busy moment leave several.
  await Promise.all([run(""), run("")]);
  const first = await run("");
  expect(await run("")).toEqual(first);
  expect(await run("fail")).toMatchObject({ error: { message: "This reader has a bug." } });
  expect(await run("")).toEqual(first);
  expect(await run("grow")).toBe("memory");
  expect(await run("")).not.toEqual(first);
});

test("a process that a service manager signals still reads its file", async () => {
  const first = await run("");
  if (typeof first === "string" || !("result" in first)) throw new Error("No answer");
  process.kill(first.result.pid, "SIGTERM");
  expect(await run("")).toEqual(first);
});

test("a process that ended without a reason is replaced, and only once", async () => {
  const first = await run("");
  if (typeof first === "string" || !("result" in first)) throw new Error("No answer");
  const second = await run(`end ${first.result.pid}`);
  expect(second).toMatchObject({ result: { pid: expect.any(Number) } });
  expect(second).not.toEqual(first);
  await expect(run("end")).rejects.toThrow("The process that reads files ended with 3.");
});

test("a process gets none of the server's environment", async () => {
  expect(process.env).not.toEqual({});
  expect(await run("")).toMatchObject({ result: { env: [] } });
});
