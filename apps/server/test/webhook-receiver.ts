import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the receiver got. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, webhook: ReceivedWebhook) => void;

const ok: Answer = (response) => response.writeHead(204).end();

/** A server that receives webhooks on 127.0.0.1; a test decides how it answers. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer = ok;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const webhook = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(webhook);
      answer(response, webhook);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    /** The ids of the events that arrived. */
    ids: () => received.map(({ headers }) => String(headers["webhook-id"])),
    answerWith(next: Answer | number, headers: Readonly<Record<string, string>> = {}): void {
      answer =
        typeof next === "number" ? (response) => response.writeHead(next, headers).end() : next;
    },
    answerOk(): void {
      answer = ok;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
