import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const checkIntervalMs = 50;

interface Target {
  readonly port: number;
  isReady: boolean;
}

/**
 * A round-robin load balancer: it polls /readyz, sends requests to ready servers over kept-alive
 * connections, and answers 502 when a server breaks off. It retries a request only when the
 * connection was refused, so that no server can receive it twice.
 */
export async function openLoadBalancer() {
  const targets = new Map<number, Target>();
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let turn = 0;

  // Clients close idle connections. Closes the race between a close here and a client's next request.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
    // Reads the whole body first, so that the request can be retried on another server.
    void bodyOf(incoming).then(
      (body) => forward(incoming, body, answer, targets.size),
      () => answer.destroy(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const watching = watch();

  function next(): Target | undefined {
    const ready = [...targets.values()].filter(({ isReady }) => isReady);
    return ready[(turn += 1) % ready.length];
  }

  function forward(
    incoming: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    tries: number,
  ): void {
    const target = next();
    if (!target || tries === 0) return void answer.writeHead(503).end("{}");
    const { method, url, headers } = incoming;
    const outgoing = request(
      { host: "127.0.0.1", port: target.port, method, path: url, headers, agent },
      (reply) => {
        const { connection: _ours, ...others } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, others);
        reply.pipe(answer);
        reply.once("error", () => answer.destroy());
        answer.once("close", () => reply.destroy());
      },
    );
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      if (error.code === "ECONNREFUSED") {
        target.isReady = false;
        return forward(incoming, body, answer, tries - 1);
      }
      answer.writeHead(502).end("{}");
    });
    outgoing.end(body);
  }

  async function checkReady(target: Target): Promise<void> {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`, { signal }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    target.isReady = answer?.ok ?? false;
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.all([...targets.values()].map(checkReady));
      await pause(checkIntervalMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Adds a server and waits until it is ready. */
    async add(port: number): Promise<void> {
      const target = { port, isReady: false };
      targets.set(port, target);
      while (!target.isReady && targets.has(port)) {
        await checkReady(target);
        if (!target.isReady) await pause(checkIntervalMs);
      }
    },
    remove: (port: number) => targets.delete(port),
    async close(): Promise<void> {
      closing.abort();
      agent.destroy();
      server.closeAllConnections();
      await Promise.all([watching, new Promise((closed) => server.close(closed))]);
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
