import type { FileOrder } from "../src/files/tables/file-process.ts";

/** Does what the text of a file says, as no reader of the server does. */
export function read({ bytes }: FileOrder): unknown {
  const text = Buffer.from(bytes).toString();
  if (text === "end" || text === `end ${process.pid}`) process.exit(3);
  if (text === "fail") throw new Error("This reader has a bug.");
  // Large arrays: in a thread, they would end the server.
  const all: number[][] = [];
  while (text === "grow") all.push(Array<number>(20_000_000).fill(0));
  return { pid: process.pid, env: Object.keys(process.env) };
}
