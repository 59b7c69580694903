import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { createPayout } from "@rokad/contract/key-payouts";
import { readConfig } from "../../src/kernel/config.ts";
import { closeDatabase, openDatabase } from "../../src/database/db.ts";
import { composePlatform } from "../../src/compose-platform.ts";
import {
  findLogFaults,
  readStateBefore,
  findMoneyFaults,
  countOpenPayouts,
  findResourceFaults,
} from "./check-after-run.ts";
import { Counts } from "./counts.ts";
import { otherEndpoints } from "./other-endpoints.ts";
import { knownIds } from "./known-ids.ts";
import { openPeople, type People } from "./people.ts";
import { createRequestRunner, type Target } from "./run-request.ts";
import { openHttpClient } from "./http-client.ts";
import { serverSettings, startServer, type FuzzedServer } from "./server-process.ts";

export interface Campaign {
  readonly databaseUrl: string;
  readonly seed: number;
  readonly requests: number;
  /** Ends the run after this time, even if requests are left. */
  readonly minutes?: number | undefined;
  /** Only endpoints whose name starts with this. */
  readonly endpoint?: string | undefined;
  /** Only programs with API keys call, and the calls that keys open come more often. */
  readonly by?: "keys" | undefined;
  /** Only the request of this number. */
  readonly only?: number | undefined;
  readonly print: (line: string) => void;
}

export interface CampaignResult {
  readonly counts: Counts;
  readonly faults: readonly string[];
  /** Heap, event loop and resident memory, as one line. */
  readonly stats: string;
  /** The lines that the server logged. */
  readonly lines: readonly string[];
}

const concurrency = 8;
const restoreEvery = 150;
const reportEvery = 2_000;
/** The heap is compared with its size after this many requests. */
const warmUpRequests = 5_000;
/** The run ends after this many faults. */
const faultsMax = 40;

/** Fuzzes a server on a migrated, empty database; checks every response and the final state. */
export async function fuzz(campaign: Campaign): Promise<CampaignResult> {
  openDatabase(campaign.databaseUrl, { connections: 4 });
  await composePlatform(readConfig(serverSettings), () => undefined);
  const people = await openPeople();
  const server = await startServer(campaign.databaseUrl);
  try {
    return await run(campaign, people, server);
  } finally {
    await server.stop();
    await closeDatabase();
  }
}

async function run(
  campaign: Campaign,
  people: People,
  server: FuzzedServer,
): Promise<CampaignResult> {
  const { seed, requests, minutes = Number.POSITIVE_INFINITY, endpoint = "", by, only } = campaign;
  await waitForVictimsPayouts(people);
  const before = await readStateBefore(people);
  const targets = targetsOf(endpoint, by);
  const counts = new Counts();
  const faults: string[] = [];
  const client = openHttpClient(server.port);
  const { runRequest, acknowledged } = createRequestRunner({
    context: { seed, people, ids: knownIds(people), by },
    client,
    port: server.port,
    counts,
    replayCommand: (number) =>
      [
        `npm run fuzz -- --seed ${seed} --only ${number}`,
        ...(endpoint ? [`--endpoint ${endpoint}`] : []),
        ...(by ? [`--by ${by}`] : []),
      ].join(" "),
    onFault(fault) {
      faults.push(fault);
      campaign.print(`✗ ${fault}`);
    },
  });

  const endsAt = performance.now() + minutes * 60_000;
  const warmAt = Math.min(Math.floor(requests / 4), warmUpRequests);
  const end = only === undefined ? requests : only + 1;
  let next = only ?? 0;
  let warm = await server.stats();
  let busiestMs = 0;
  const isFinished = () =>
    next >= end || performance.now() > endsAt || faults.length >= faultsMax || server.hasEnded();
  const worker = async () => {
    while (!isFinished()) {
      const number = next++;
      if (number % restoreEvery === 0) await people.restore();
      await runRequest(targets[number % targets.length] as Target, number);
      if (number === warmAt) warm = await server.stats();
      if (number % reportEvery !== reportEvery - 1) continue;
      const { busyMsMax, heapMb } = await server.stats();
      busiestMs = Math.max(busiestMs, busyMsMax);
      campaign.print(
        `${number + 1} requests, ${faults.length} faults, heap ${Math.round(heapMb)} MB, event loop ${Math.round(busyMsMax)} ms`,
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));

  const { lines } = server;
  if (server.hasEnded()) {
    faults.push(`The server ended: ${lines.slice(-5).join("\n")}`);
    return { counts, faults, stats: "ended", lines };
  }
  const ready = await client.send({ method: "GET", path: "/readyz", headers: {} });
  if (ready.status !== 200) faults.push(`/readyz responds with ${ready.status} after the run`);
  client.close();
  await pause(200);
  const last = await server.stats();
  busiestMs = Math.max(busiestMs, last.busyMsMax);
  // The final checks need a database that no process writes to.
  await server.stop();
  faults.push(
    ...findResourceFaults(warm, busiestMs, last),
    ...(await findMoneyFaults(people, before, acknowledged)),
    ...findLogFaults(lines),
  );
  const stats = `heap ${Math.round(warm.heapMb)} MB after its warm-up, ${Math.round(last.heapMb)} MB at the end · resident ${Math.round(last.residentMb)} MB · event loop at most ${Math.round(busiestMs)} ms · ${acknowledged.size} payouts`;
  return { counts, faults, stats, lines };
}

/** Waits for the victim's payouts to finish, so that later changes to the account are faults. */
async function waitForVictimsPayouts(people: People): Promise<void> {
  for (let left = 300; (await countOpenPayouts(people.victim)) > 0; left -= 1) {
    if (left === 0)
      throw new Error("The worker did not finish the first payouts within 30 seconds");
    await pause(100);
  }
}

function targetsOf(endpoint: string, by: Campaign["by"]): Target[] {
  const opened = calls.filter(({ scopes }: Call) => scopes);
  const others: Target[] =
    by === "keys"
      ? [...opened, ...opened, ...opened]
      : [...otherEndpoints, "raw", "bound sessions"];
  const payouts = Array.from({ length: payoutsOfPrograms }, () => createPayout);
  const all = [...calls, ...calls.filter(movesMoney), ...others, ...payouts];
  const chosen = all.filter((target) =>
    (typeof target === "string" ? target : target.name).startsWith(endpoint),
  );
  if (chosen.length === 0) throw new Error(`No endpoint's name starts with ${endpoint}`);
  return chosen;
}

/** `createPayout` is sent this many times more often: a key pays with it alone. */
const payoutsOfPrograms = 6;

/** These calls are sent twice as often as others. */
const movesMoney = ({ path, method }: Call) =>
  method !== "GET" && /payouts|deposit|suspense|statement/.test(path);
