import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { database } from "../../apps/server/src/database/db.ts";
import { createTenants } from "../create-tenants.ts";
import { residentBytes } from "../measure-cost.ts";
import { streams, type StressCase } from "./run-case.ts";

const openPagesMax = 5_000;
const tenantsMax = 10_000;
/** So many connections begin at a time. */
const groupSize = 100;
const metricsToken = "token-for-the-metrics-of-a-benchmark";

/** Each of 5,000 people has a page open, which hears of every change of theirs. */
export const openPages: StressCase = {
  key: "open_pages",
  name: "5,000 open pages",
  goal: { atLeast: 0.5 },
  tenants: openPagesMax,
  async begin({ fleet, tenants }) {
    const [server] = fleet.servers("api");
    if (!server) throw new Error("There is no API server");
    const before = residentBytes(server.pid);
    const pages: IncomingMessage[] = [];
    let events = 0;
    let ended = 0;
    for (let at = 0; at < openPagesMax; at += groupSize) {
      const group = tenants.slice(at, at + groupSize);
      const opened = await Promise.all(group.map(({ token }) => openPage(server.port, token)));
      for (const page of opened) {
        page.setEncoding("utf8").on("data", (text: string) => {
          events += text.split("event: change").length - 1;
        });
        page.on("end", () => (ended += 1));
        page.on("error", () => undefined);
      }
      pages.push(...opened);
    }
    const grown = residentBytes(server.pid) - before;
    return async () => {
      const seen = `${pages.length} pages, ${ended} of them ended by the server, ${events} changes heard; the API server grew by ${Math.round(grown / 2 ** 20)} MB`;
      for (const page of pages) page.destroy();
      return seen;
    };
  },
};

function openPage(port: number, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      {
        host: "127.0.0.1",
        port,
        path: "/api/v1/live",
        headers: { authorization: `Bearer ${token}` },
        agent: false,
      },
      (answer) =>
        answer.statusCode === 200
          ? resolve(answer)
          : reject(new Error(`A page was answered ${answer.statusCode}`)),
    ).once("error", reject);
  });
}

/** An installation with 10,000 tenants instead of 16. */
export const manyTenants: StressCase = {
  key: "tenants",
  name: "10,000 tenants",
  goal: { atLeast: 0.8 },
  env: { METRICS_TOKEN: metricsToken },
  async begin({ fleet }) {
    const [server] = fleet.servers("api");
    const readMetrics = async () => {
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${server?.port}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      await answer.text();
      if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
      return Math.round(performance.now() - startedAt);
    };
    const before = await readMetrics();
    await createTenants(tenantsMax - streams, streams + 1);
    return async () => `/metrics in ${await readMetrics()} ms, before in ${before} ms`;
  },
};

/** The only worker's clock is an hour ahead of the database's. */
export const wrongClock: StressCase = {
  key: "clock",
  name: "the only worker's clock is an hour ahead",
  goal: { atLeast: 0.8 },
  async begin({ fleet }) {
    const [right] = fleet.servers("worker");
    const preload = pathToFileURL(join(import.meta.dirname, "clock-ahead.ts")).href;
    const wrong = await fleet.start("worker", { NODE_OPTIONS: `--import=${preload}` });
    if (right) await fleet.stop(right);
    const before = await countSent();
    return async () => {
      const sent = (await countSent()) - before;
      await fleet.start("worker");
      await fleet.stop(wrong);
      return `${sent} payouts sent meanwhile`;
    };
  },
};

async function countSent(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from sandbox_bank.transfers
  `.execute(database());
  return rows[0]?.count ?? 0;
}
