import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A fault of a provider's answer. `acts`: whether the stand-in processes the request first. */
export type Fault =
  /** Accepts the connection and closes it without a byte. */
  | { readonly kind: "cut"; readonly acts: boolean }
  /** Sends half of its answer and closes the connection. */
  | { readonly kind: "cut mid-body"; readonly acts: boolean }
  /** Never answers; the request arrives only when a test calls `deliverLate`. */
  | { readonly kind: "late"; readonly acts: false }
  /** Never answers. */
  | { readonly kind: "silent"; readonly acts: boolean }
  /** Answers with this status: 500, 502, 429 … */
  | {
      readonly kind: "status";
      readonly acts: boolean;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Answers 200 with a body that is not JSON. */
  | { readonly kind: "garbage"; readonly acts: boolean }
  /** Answers after `ms` milliseconds. */
  | { readonly kind: "slow"; readonly acts: true; readonly ms: number }
  /** Processes the request twice, as after a repeat by a proxy, and sends the second answer. */
  | { readonly kind: "twice"; readonly acts: true };

export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StandInReply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface PlannedFault {
  readonly matches: (request: StandInRequest) => boolean;
  readonly fault: Fault;
  timesLeft: number;
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

/**
 * An HTTP server on loopback that stands in for a provider or SMS gateway. `handle` implements its
 * protocol; tests can plan faults for the next requests.
 */
export async function openStandIn(
  handle: (request: StandInRequest) => StandInReply | Promise<StandInReply>,
) {
  const requests: StandInRequest[] = [];
  const planned: PlannedFault[] = [];
  const late: StandInRequest[] = [];
  let changeText: (text: string) => string = (text) => text;
  const endDelays = new Set<() => void>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://stand.in");
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

  async function answer(request: StandInRequest, to: ServerResponse): Promise<void> {
    const next = planned.find((one) => one.timesLeft > 0 && one.matches(request));
    if (next) next.timesLeft -= 1;
    const fault = next?.fault;
    const reply = fault && !fault.acts ? undefined : await handle(request);
    if (!fault) return write(to, reply as StandInReply);
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
      case "late":
        late.push(request);
        return;
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
          endDelays.add(() => {
            clearTimeout(timer);
            resolve();
          });
        });
        return write(to, reply as StandInReply);
      case "twice":
        return write(to, await handle(request));
    }
  }

  function write(to: ServerResponse, { status, json, headers }: StandInReply): void {
    to.writeHead(status, { "content-type": "application/json", ...headers });
    to.end(json === undefined ? "" : changeText(JSON.stringify(json)));
  }

  return {
    /** Its address, which refuses connections while it is down. */
    url: `http://127.0.0.1:${port}`,
    /** Every request in order, with those that met a fault. */
    requests: requests as readonly StandInRequest[],
    /** The next `times` requests that match get the fault. */
    planFault(
      fault: Fault,
      matches: (request: StandInRequest) => boolean = () => true,
      times = 1,
    ): void {
      planned.push({ matches, fault, timesLeft: times });
    },
    /** Removes planned faults that no request has met. */
    clearFaults(): void {
      planned.length = 0;
    },
    /** Processes the requests that were held up, as a slow network does. Nobody gets the answers. */
    async deliverLate(): Promise<void> {
      for (const request of late.splice(0)) await handle(request);
    },
    /** Changes the text of every following answer; undefined ends it. */
    changeAnswers(change: ((text: string) => string) | undefined): void {
      changeText = change ?? ((text) => text);
    },
    /** Clears the list of requests, to save memory. */
    clearRequests(): void {
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
      for (const end of endDelays) end();
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
