import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A line to the server that carries a file in parts, a quarter of a second between them, and may
 * break: in front of one call, through `route.continue({ url })`.
 */
export async function slowLine(origin: string, { parts = 12, breaksAfter = Infinity } = {}) {
  const line = createServer(async (request, answer) => {
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
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return answer.end();
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const { port } = line.address() as AddressInfo;
  return {
    url: (asked: string) => `http://127.0.0.1:${port}${asked.slice(new URL(asked).origin.length)}`,
    close: () => {
      line.closeAllConnections();
      line.close();
    },
  };
}
