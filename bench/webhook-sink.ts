// Receives webhooks in a process of its own: on one port it answers, on the other one it never does.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** What the parent asks for; each question has one answer. */
export type SinkQuestion =
  | { readonly wants: "arrivals"; readonly count: number }
  | { readonly wants: "hanging"; readonly count: number }
  | { readonly wants: "release" };

export interface SinkPorts {
  readonly live: number;
  readonly dead: number;
}

let arrivals: number[] = [];
let hanging = 0;
let question: SinkQuestion | undefined;

const live = await listen((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(204).end();
    arrivals.push(performance.timeOrigin + performance.now());
    answerIfReady();
  });
});
const dead = await listen(() => {
  hanging += 1;
  answerIfReady();
});

process.on("message", (asked: SinkQuestion) => {
  question = asked;
  answerIfReady();
});
process.on("disconnect", () => process.exit());
process.send?.({ live: live.port, dead: dead.port } satisfies SinkPorts);

function answerIfReady(): void {
  if (question?.wants === "arrivals" && arrivals.length >= question.count) {
    answer(arrivals);
    arrivals = [];
  } else if (question?.wants === "hanging" && hanging >= question.count) answer([]);
  else if (question?.wants === "release") {
    dead.server.closeAllConnections();
    hanging = 0;
    answer([]);
  }
}

/** @param times milliseconds since 1970. */
function answer(times: readonly number[]): void {
  question = undefined;
  process.send?.(times);
}

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
