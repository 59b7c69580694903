import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const lookEveryMs = 50;

interface Target {
  readonly port: number;
  isReady: boolean;
}

/**
 * A load balancer as they are found before servers: it asks each for /readyz, gives each ready
 * one its turn over connections that it keeps, and answers 502 where a server broke off. Only
 * what no server has heard of is given to the next one.
 */
export async function roundRobin() {
  const targets = new Map<number, Target>();
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let turn = 0;

  const server = createServer((asked, answer) => {
    // Whole before it is passed on, so that it can be given to another server.
    void bodyOf(asked).then(
      (body) => pass(asked, body, answer, targets.size),
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

  function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void {
    const target = next();
    if (!target || tries === 0) return void answer.writeHead(503).end("{}");
    const { method, url, headers } = asked;
    const passed = request(
      { host: "127.0.0.1", port: target.port, method, path: url, headers, agent },
      (reply) => {
        const { connection: _ours, ...others } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, others);
        reply.pipe(answer);
        reply.once("error", () => answer.destroy());
        answer.once("close", () => reply.destroy());
      },
    );
    passed.once("error", (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      if (error.code === "ECONNREFUSED") {
        target.isReady = false;
        return pass(asked, body, answer, tries - 1);
      }
      answer.writeHead(502).end("{}");
    });
    passed.end(body);
  }

  async function look(target: Target): Promise<void> {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`, { signal }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    target.isReady = answer?.ok ?? false;
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.all([...targets.values()].map(look));
      await pause(lookEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Lets a server take its turns, from when it is ready. */
    async add(port: number): Promise<void> {
      const target = { port, isReady: false };
      targets.set(port, target);
      while (!target.isReady && targets.has(port)) {
        await look(target);
        if (!target.isReady) await pause(lookEveryMs);
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

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
