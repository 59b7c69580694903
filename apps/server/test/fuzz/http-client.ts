import { Agent, request } from "node:http";
import type { HttpRequest } from "./http-request.ts";

export interface HttpResponse {
  /** 0 when there was no response; `failure` says why. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
  readonly failure?: string;
}

/** An event stream has no end: its first chunk counts as the response. */
const responseMsMax = 20_000;
const responseBytesMax = 40_000_000;

/** An HTTP client with keep-alive connections to one local server. */
export function openHttpClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function send({ method, path, headers, body }: HttpRequest): Promise<HttpResponse> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const bytes = body === undefined ? undefined : Buffer.from(body as string);
      const finish = (response: Omit<HttpResponse, "ms">) => {
        clearTimeout(timer);
        resolve({ ...response, ms: performance.now() - startedAt });
      };
      const fail = (failure: string) => finish({ status: 0, headers: {}, text: "", failure });
      const outgoing = request({
        agent,
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: { ...headers, ...(bytes && { "content-length": String(bytes.length) }) },
      });
      const timer = setTimeout(() => {
        outgoing.destroy();
        fail(`no answer in ${responseMsMax} ms`);
      }, responseMsMax);
      outgoing.on("error", (error) => fail(error.message));
      outgoing.on("response", (incoming) => {
        const { statusCode: status = 0 } = incoming;
        const chunks: Buffer[] = [];
        let length = 0;
        const finishWithChunks = () => {
          const text = Buffer.concat(chunks).toString("utf8");
          finish({ status, headers: incoming.headers, text });
        };
        incoming.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          const isStream = incoming.headers["content-type"]?.startsWith("text/event-stream");
          if (!isStream && length < responseBytesMax) return;
          finishWithChunks();
          outgoing.destroy();
        });
        incoming.on("end", finishWithChunks);
        incoming.on("error", finishWithChunks);
      });
      outgoing.end(bytes);
    });
  }

  return { send, close: () => agent.destroy() };
}
