import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { readConfig } from "../../src/config.ts";
import { closeDatabase, openDatabase } from "../../src/db.ts";
import { usePlatform } from "../../src/use-platform.ts";
import { logFaults, lookBefore, moneyFaults, openPayoutsOf, vitalFaults } from "./after-run.ts";
import { Counts } from "./counts.ts";
import { doorNames } from "./doors.ts";
import { knownIds } from "./ids.ts";
import { openPeople, type People } from "./people.ts";
import { sender, type Target } from "./send-one.ts";
import { openLine } from "./send.ts";
import { serverSettings, startServer, type FuzzedServer } from "./server-process.ts";

export interface Campaign {
  readonly databaseUrl: string;
  readonly seed: number;
  readonly requests: number;
  /** It ends by itself after so long, however many are left. */
  readonly minutes?: number | undefined;
  /** Only endpoints whose name begins like this. */
  readonly endpoint?: string | undefined;
  /** Only the request of this number. */
  readonly only?: number | undefined;
  readonly print: (line: string) => void;
}

export interface Verdict {
  readonly counts: Counts;
  readonly faults: readonly string[];
  /** Heap, event loop and resident memory, for the table. */
  readonly vitals: string;
  /** What the server logged. */
  readonly lines: readonly string[];
}

const lanes = 8;
const healEvery = 150;
const lookEvery = 2_000;
/** From then on the heap is held against what it was. */
const warmedAfter = 5_000;
/** So many faults say enough; the run ends. */
const faultsMax = 40;

/** Fuzzes a whole server on a migrated, empty database, and judges every answer and the end. */
export async function fuzz(campaign: Campaign): Promise<Verdict> {
  openDatabase(campaign.databaseUrl, { connections: 4 });
  await usePlatform(readConfig(serverSettings), () => undefined);
  const people = await openPeople();
  const server = await startServer(campaign.databaseUrl);
  try {
    return await run(campaign, people, server);
  } finally {
    await server.stop();
    await closeDatabase();
  }
}

async function run(campaign: Campaign, people: People, server: FuzzedServer): Promise<Verdict> {
  const { seed, requests, minutes = Number.POSITIVE_INFINITY, endpoint = "", only } = campaign;
  await victimToRest(people);
  const before = await lookBefore(people);
  const targets = targetsOf(endpoint);
  const counts = new Counts();
  const faults: string[] = [];
  const line = openLine(server.port);
  const { sendOne, acknowledged } = sender({
    setting: { seed, people, ids: knownIds(people) },
    line,
    port: server.port,
    counts,
    replay: (number) =>
      `npm run fuzz -- --seed ${seed} --only ${number}${endpoint && ` --endpoint ${endpoint}`}`,
    found(fault) {
      faults.push(fault);
      campaign.print(`✗ ${fault}`);
    },
  });

  const endsAt = performance.now() + minutes * 60_000;
  const warmAt = Math.min(Math.floor(requests / 4), warmedAfter);
  const end = only === undefined ? requests : only + 1;
  let next = only ?? 0;
  let warm = await server.vitals();
  let busiestMs = 0;
  const isOver = () =>
    next >= end || performance.now() > endsAt || faults.length >= faultsMax || server.hasEnded();
  const lane = async () => {
    while (!isOver()) {
      const number = next++;
      if (number % healEvery === 0) await people.heal();
      await sendOne(targets[number % targets.length] as Target, number);
      if (number === warmAt) warm = await server.vitals();
      if (number % lookEvery !== lookEvery - 1) continue;
      const { busyMsMax, heapMb } = await server.vitals();
      busiestMs = Math.max(busiestMs, busyMsMax);
      campaign.print(
        `${number + 1} requests, ${faults.length} faults, heap ${Math.round(heapMb)} MB, event loop ${Math.round(busyMsMax)} ms`,
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));

  const { lines } = server;
  if (server.hasEnded()) {
    faults.push(`The server ended: ${lines.slice(-5).join("\n")}`);
    return { counts, faults, vitals: "ended", lines };
  }
  const ready = await line.send({ method: "GET", path: "/readyz", headers: {} });
  if (ready.status !== 200) faults.push(`/readyz answers ${ready.status} after the run`);
  line.close();
  await pause(200);
  const last = await server.vitals();
  busiestMs = Math.max(busiestMs, last.busyMsMax);
  // What follows is looked at when nobody writes any more.
  await server.stop();
  faults.push(
    ...vitalFaults(warm, busiestMs, last),
    ...(await moneyFaults(people, before, acknowledged)),
    ...logFaults(lines),
  );
  const vitals = `heap ${Math.round(warm.heapMb)} MB after its warm-up, ${Math.round(last.heapMb)} MB at the end · resident ${Math.round(last.residentMb)} MB · event loop at most ${Math.round(busiestMs)} ms · ${acknowledged.size} payouts`;
  return { counts, faults, vitals, lines };
}

/** The victim's own payouts reach their end first, so that nothing of theirs moves afterwards. */
async function victimToRest(people: People): Promise<void> {
  for (let left = 300; (await openPayoutsOf(people.victim)) > 0; left -= 1) {
    if (left === 0) throw new Error("The worker does not get to the first payouts");
    await pause(100);
  }
}

function targetsOf(endpoint: string): Target[] {
  const all: Target[] = [...calls, ...calls.filter(movesMoney), ...doorNames, "raw"];
  const chosen = all.filter((target) =>
    (typeof target === "string" ? target : target.name).startsWith(endpoint),
  );
  if (chosen.length === 0) throw new Error(`No endpoint's name begins with ${endpoint}`);
  return chosen;
}

/** Sent twice as often as others. */
const movesMoney = ({ path, method }: Call) =>
  method !== "GET" && /payouts\/|deposit|suspense|statement/.test(path);
