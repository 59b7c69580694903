import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What can go wrong between a provider and us. `acts`: whether the far side has done what was
 * asked by then.
 */
export type Fault =
  /** Takes the connection and cuts it without a byte. */
  | { readonly kind: "cut"; readonly acts: boolean }
  /** Sends half of its answer and cuts the connection. */
  | { readonly kind: "cut mid-body"; readonly acts: boolean }
  /** Never answers. */
  | { readonly kind: "silent"; readonly acts: boolean }
  /** Answers so and so: 500, 502, 429 … */
  | {
      readonly kind: "status";
      readonly acts: boolean;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Acts, and answers 200 with something that is not JSON. */
  | { readonly kind: "garbage"; readonly acts: boolean }
  /** Acts, and answers after so many milliseconds. */
  | { readonly kind: "slow"; readonly acts: true; readonly ms: number }
  /** The request arrives twice, as when something in between repeats it; the second answer counts. */
  | { readonly kind: "twice"; readonly acts: true };

export interface FarRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FarReply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Planned {
  readonly of: (request: FarRequest) => boolean;
  readonly fault: Fault;
  left: number;
}

export type FarSide = Awaited<ReturnType<typeof openFarSide>>;

/**
 * An HTTP server on loopback that stands in for a provider or gateway: `handle` speaks its
 * protocol and keeps its books, and a test may plan faults in front of it.
 */
export async function openFarSide(handle: (request: FarRequest) => FarReply | Promise<FarReply>) {
  const requests: FarRequest[] = [];
  const planned: Planned[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://far.side");
      const request = {
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(request);
      void answer(request, outgoing);
    });
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  async function answer(request: FarRequest, to: ServerResponse): Promise<void> {
    const plan = planned.find((one) => one.left > 0 && one.of(request));
    if (plan) plan.left -= 1;
    const fault = plan?.fault;
    const reply = fault && !fault.acts ? undefined : await handle(request);
    if (!fault) return write(to, reply as FarReply);
    switch (fault.kind) {
      case "cut":
        to.destroy();
        return;
      case "cut mid-body": {
        const text = JSON.stringify(reply?.json ?? { half: "an answer that never ends" });
        to.writeHead(reply?.status ?? 200, {
          "content-type": "application/json",
          "content-length": String(text.length),
        });
        to.write(text.slice(0, Math.ceil(text.length / 2)), () => to.destroy());
        return;
      }
      case "silent":
        return;
      case "status":
        to.writeHead(fault.status, { "content-type": "text/plain", ...fault.headers });
        to.end(fault.body ?? "");
        return;
      case "garbage":
        to.writeHead(200, { "content-type": "text/html" });
        to.end("<html><body>One moment, please</body></html>");
        return;
      case "slow":
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, fault.ms);
          waiting.add(() => {
            clearTimeout(timer);
            resolve();
          });
        });
        return write(to, reply as FarReply);
      case "twice":
        return write(to, await handle(request));
    }
  }

  return {
    /** Where it answers; not there while it is down. */
    url: `http://127.0.0.1:${port}`,
    /** Everything that arrived, faults included, in order. */
    requests: requests as readonly FarRequest[],
    /** The next `times` requests that `of` picks meet the fault. */
    plan(fault: Fault, of: (request: FarRequest) => boolean = () => true, times = 1): void {
      planned.push({ of, fault, left: times });
    },
    /** Forgets planned faults that nothing has met. */
    heal(): void {
      planned.length = 0;
    },
    /** Forgets what has arrived, where nobody asks for it. */
    forget(): void {
      requests.length = 0;
    },
    /** Refuses every connection until `up`. */
    async down(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    up: () => listen(server, port),
    async close(): Promise<void> {
      for (const end of waiting) end();
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function write(to: ServerResponse, { status, json, headers }: FarReply): void {
  to.writeHead(status, { "content-type": "application/json", ...headers });
  to.end(json === undefined ? "" : JSON.stringify(json));
}
