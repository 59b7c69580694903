import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP has it in JSON, with its attributes as an object. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** 2 is an error. */
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: readonly OtlpAttribute[];
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector of OpenTelemetry on 127.0.0.1, which takes OTLP over HTTP as JSON. */
export async function openCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      requests.push({ path: request.url ?? "", headers: request.headers, text });
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const batches = () =>
    requests.flatMap(({ text }) => (JSON.parse(text) as OtlpTraces).resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    /** Of each batch: the process that sent it. */
    resources: () => batches().map(({ resource }) => asObject(resource.attributes)),
    spans: (): ReceivedSpan[] =>
      batches().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...span,
            parentSpanId: span.parentSpanId ?? "",
            status: span.status.code,
            attributes: asObject(span.attributes),
          })),
        ),
      ),
    answerWith(next: number): void {
      status = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Collector = Awaited<ReturnType<typeof openCollector>>;

function asObject(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
