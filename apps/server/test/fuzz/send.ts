import { Agent, request } from "node:http";
import type { Sent } from "./requests.ts";

/** What came back, or why nothing did. */
export interface Heard {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
  readonly failure?: string;
}

/** A stream of events says so at once and then lasts; so much of an answer is waited for. */
const answerMsMax = 20_000;
const answerBytesMax = 40_000_000;

/** Requests over keep-alive connections to one server. */
export function openLine(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function send({ method, path, headers, body }: Sent): Promise<Heard> {
    const started = performance.now();
    return new Promise((resolve) => {
      const bytes = body === undefined ? undefined : Buffer.from(body as string);
      const finish = (heard: Omit<Heard, "ms">) => {
        clearTimeout(patience);
        resolve({ ...heard, ms: performance.now() - started });
      };
      const asked = request({
        agent,
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: { ...headers, ...(bytes && { "content-length": String(bytes.length) }) },
      });
      const patience = setTimeout(() => {
        asked.destroy();
        finish({ status: 0, headers: {}, text: "", failure: `no answer in ${answerMsMax} ms` });
      }, answerMsMax);
      asked.on("error", (error) =>
        finish({ status: 0, headers: {}, text: "", failure: error.message }),
      );
      asked.on("response", (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        const chunks: Buffer[] = [];
        let length = 0;
        const whole = () =>
          finish({ status, headers: told, text: Buffer.concat(chunks).toString("utf8") });
        answer.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          const isStream = told["content-type"]?.startsWith("text/event-stream");
          if (!isStream && length < answerBytesMax) return;
          whole();
          asked.destroy();
        });
        answer.on("end", whole);
        answer.on("error", whole);
      });
      asked.end(bytes);
    });
  }

  return { send, close: () => agent.destroy() };
}
