import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { closeDatabase, openDatabase } from "../../src/db.ts";
import { readConfig } from "../../src/config.ts";
import { usePlatform } from "../../src/use-platform.ts";
import { logFaults, lookBefore, moneyFaults, openPayoutsOf, vitalFaults } from "./after-run.ts";
import { Counts } from "./counts.ts";
import { Dice } from "./dice.ts";
import { doorNames, planDoor } from "./doors.ts";
import { knownIds } from "./ids.ts";
import { faultsIn, tellsApart } from "./judge.ts";
import { openPeople } from "./people.ts";
import { rawFaults } from "./raw-judge.ts";
import { rawCases, sendRaw } from "./raw-sockets.ts";
import { planCall, type Planned } from "./requests.ts";
import { openLine } from "./send.ts";
import { serverSettings, startServer } from "./server-process.ts";
import { shrunk } from "./shrink.ts";

export interface Campaign {
  readonly databaseUrl: string;
  readonly seed: number;
  readonly requests: number;
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
/** So many faults say enough; the run ends. */
const faultsMax = 40;

/** Fuzzes a whole server on a migrated, empty database, and judges every answer and the end. */
export async function fuzz({
  databaseUrl,
  seed,
  requests,
  endpoint = "",
  only,
  print,
}: Campaign): Promise<Verdict> {
  openDatabase(databaseUrl, { connections: 4 });
  await usePlatform(readConfig(serverSettings), () => undefined);
  const people = await openPeople();
  const server = await startServer(databaseUrl);
  try {
    for (let left = 200; (await openPayoutsOf(people.victim)) > 0 && left > 0; left -= 1)
      await pause(100);
    const before = await lookBefore(people);
    const setting = { seed, people, ids: knownIds(people) };
    const targets = [...calls, ...calls.filter(movesMoney), ...doorNames, "raw" as const].filter(
      (target) => nameOf(target).startsWith(endpoint),
    );
    if (targets.length === 0) throw new Error(`No endpoint's name begins with ${endpoint}`);
    const line = openLine(server.port);
    const counts = new Counts();
    const faults: string[] = [];
    const acknowledged = new Map<string, string>();
    let worst = 0;
    let next = only ?? 0;
    const end = only === undefined ? requests : only + 1;
    const warmAt = Math.floor(requests / 4);
    let warm = await server.vitals();

    const one = async (number: number): Promise<void> => {
      const target = targets[number % targets.length];
      if (target === undefined) return;
      if (target === "raw") return rawOne(number);
      const planned =
        typeof target === "string"
          ? planDoor(target, number, setting)
          : planCall(target, number, setting);
      const wrong = await sendAndJudge(planned);
      if (wrong.length === 0) return;
      const first = wrong[0]?.slice(0, 40) ?? "";
      const smallest = await shrunk(planned, async (smaller) =>
        (await sendAndJudge(smaller)).some((again) => again.startsWith(first)),
      );
      faults.push(`${wrong.join("; ")}\n    ${told(smallest)}\n    ${replay(number)}`);
    };
    const sendAndJudge = async (planned: Planned): Promise<string[]> => {
      const heard = await line.send(planned);
      counts.add(planned, heard);
      const wrong = faultsIn(planned, heard, people);
      if (heard.status > 0 && heard.status < 300 && planned.call) {
        const answer = parsed(heard.text);
        if (planned.who !== "retailer") setting.ids.learn(planned.call.path, answer);
        const paid = planned.call.name === "initiatePayout" ? answer?.data?.id : undefined;
        const payer = (people.ids as Record<string, string>)[planned.who];
        if (paid && payer) acknowledged.set(paid, payer);
      }
      if (planned.twin) {
        const other = await line.send(planned.twin);
        counts.add(planned, other);
        const apart = [heard, other].some(({ status }) => isPassing.has(status))
          ? undefined
          : tellsApart(heard, other);
        if (apart) wrong.push(apart);
      }
      return wrong;
    };
    const rawOne = async (number: number): Promise<void> => {
      const what = new Dice(seed, number).one(rawCases);
      const outcome = await sendRaw(server.port, what);
      counts.add(
        { endpoint: "door raw", kind: "raw", who: "nobody", number },
        { status: outcome.heard[0]?.status ?? 0, ms: outcome.ms },
      );
      const wrong = rawFaults(what, outcome);
      if (wrong.length > 0)
        faults.push(
          `${wrong.join("; ")}\n    ${what.name}: ${JSON.stringify(what.parts).slice(0, 200)}\n    ${replay(number)}`,
        );
    };
    const replay = (number: number) =>
      `npm run fuzz -- --seed ${seed} --only ${number}${endpoint && ` --endpoint ${endpoint}`}`;

    const lane = async () => {
      while (next < end && faults.length < faultsMax && !server.hasEnded()) {
        const number = next++;
        if (number % healEvery === 0) await people.heal();
        await one(number);
        if (number === warmAt) warm = await server.vitals();
        else if (number % lookEvery === lookEvery - 1) {
          const { busyMsMax, heapMb } = await server.vitals();
          worst = Math.max(worst, busyMsMax);
          print(
            `${number + 1} requests, ${faults.length} faults, heap ${Math.round(heapMb)} MB, event loop ${Math.round(busyMsMax)} ms`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));

    if (server.hasEnded()) faults.push(`The server ended: ${server.lines.slice(-5).join("\n")}`);
    const ready = await line.send({ method: "GET", path: "/readyz", headers: {} });
    if (ready.status !== 200) faults.push(`/readyz answers ${ready.status} after the run`);
    line.close();
    await pause(200);
    const last = await server.vitals();
    worst = Math.max(worst, last.busyMsMax);
    await server.stop();
    faults.push(
      ...vitalFaults(warm, worst, last),
      ...(await moneyFaults(people, before, acknowledged)),
      ...logFaults(server.lines),
    );
    const vitals = `heap ${Math.round(warm.heapMb)} MB after a quarter, ${Math.round(last.heapMb)} MB at the end · resident ${Math.round(last.residentMb)} MB · event loop at most ${Math.round(worst)} ms · ${acknowledged.size} payouts`;
    return { counts, faults, vitals, lines: server.lines };
  } finally {
    await server.stop();
    await closeDatabase();
  }
}

/** Sent twice as often as others. */
const movesMoney = ({ path, method }: Call) =>
  method !== "GET" && /payouts\/|deposit|suspense|statement/.test(path);
/** What depends on the moment: a limit that is reached, a session that another request ended. */
const isPassing = new Set([0, 401, 429, 503]);

function nameOf(target: (typeof calls)[number] | string): string {
  return typeof target === "string" ? target : target.name;
}

/** The request as it can be shown: its token is told by whose it is. */
function told({ method, path, headers, body, who, kind }: Planned): string {
  const { authorization, ...others } = headers;
  const shown = Object.entries(others).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  return [
    `${method} ${path.slice(0, 300)} as ${who} (${kind}${authorization ? ", with a token" : ""})`,
    ...shown,
    String(body ?? "")
      .replaceAll(/"authorization_token":"[^"]*"/g, '"authorization_token":"…"')
      .slice(0, 600),
  ].join(" | ");
}

function parsed(text: string): { data?: { id?: string } } | undefined {
  try {
    return JSON.parse(text) as { data?: { id?: string } };
  } catch {
    return undefined;
  }
}
