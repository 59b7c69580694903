import type { FileOrder } from "../src/files/tables/file-process.ts";

/** Does what the text of a file says, as no reader of the server does. */
export function read({ bytes }: FileOrder): unknown {
  const text = Buffer.from(bytes).toString();
  if (text === "fail") throw new Error("This reader has a bug.");
  // One array that outgrows the memory: in a thread, it would end the server.
  if (text === "grow") for (const all: number[] = []; ; all.push(all.length));
  return { pid: process.pid, env: Object.keys(process.env) };
}
