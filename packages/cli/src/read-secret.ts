import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Reads a line without showing it: what is typed at the question, or what is piped in. */
export async function readSecret(
  question: string,
  input: NodeJS.ReadStream,
  screen: NodeJS.WritableStream,
): Promise<string> {
  if (input.isTTY) screen.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nothing, terminal: input.isTTY });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    if (input.isTTY) screen.write("\n");
  }
}
