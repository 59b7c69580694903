import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

interface Line {
  /** A quarter of a second lies between two parts of a file. */
  readonly parts?: number;
  /** The line breaks behind so many parts. */
  readonly breaksAfter?: number;
}

/** A line to the server that is slow or breaks, for one call: through `route.continue({ url })`. */
export async function slowLine(origin: string, { parts = 12, breaksAfter = Infinity }: Line = {}) {
  const line = createServer((request, answer) => void carry(request, answer));
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const { port } = line.address() as AddressInfo;

  async function carry(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const upstream = await fetch(origin + (request.url ?? ""), {
      headers: { authorization: request.headers.authorization ?? "" },
    });
    const file = Buffer.from(await upstream.arrayBuffer());
    for (const name of ["content-type", "x-row-count"])
      answer.setHeader(name, upstream.headers.get(name) ?? "");
    const size = Math.ceil(file.length / parts);
    for (let part = 0; part < parts && !answer.destroyed; part += 1) {
      if (part === breaksAfter) return void answer.destroy();
      answer.write(file.subarray(part * size, (part + 1) * size));
      await setTimeout(250);
    }
    answer.end();
  }

  return {
    url: (asked: string) => `http://127.0.0.1:${port}${asked.slice(new URL(asked).origin.length)}`,
    close: () => {
      line.closeAllConnections();
      line.close();
    },
  };
}
