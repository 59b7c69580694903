// `npm run fuzz`: sends bad input to a real server process on a real PostgreSQL.
//   --seed N       repeats a run                     --requests N   number of requests (20,000)
//   --minutes N    ends the run after N minutes
//   --endpoint X   names that start with X only      --only N       request number N only
//   --by keys      sends all requests with API keys
import { parseArgs } from "node:util";
import { copyTemplate, startTestServer } from "../test-server.ts";
import { fuzz } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    requests: { type: "string", default: "20000" },
    minutes: { type: "string" },
    endpoint: { type: "string" },
    by: { type: "string" },
    only: { type: "string" },
  },
});
const seed =
  values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber(values.seed);
const requests = wholeNumber(values.requests);
const minutes = values.minutes === undefined ? undefined : wholeNumber(values.minutes);
const only = values.only === undefined ? undefined : wholeNumber(values.only);

print(`Seed ${seed}`);
const postgres = await startTestServer();
try {
  const { url, drop } = await copyTemplate(postgres);
  const started = performance.now();
  const { counts, faults, stats } = await fuzz({
    databaseUrl: url,
    seed,
    requests,
    minutes,
    endpoint: values.endpoint,
    by: callersOf(values.by),
    only,
    print,
  });
  await drop();
  const seconds = (performance.now() - started) / 1000;
  print(`\n${counts.lines({ endpoints: true }).join("\n")}`);
  print(`server         ${stats}`);
  print(`time           ${Math.round(seconds)} s`);
  for (const fault of faults) print(`\n✗ ${fault}`);
  print(`\n${faults.length === 0 ? "✓ No fault" : `✗ ${faults.length} faults`}, seed ${seed}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function callersOf(by: string | undefined): "keys" | undefined {
  if (by === undefined || by === "keys") return by;
  throw new Error(`--by takes keys, not ${by}`);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${text} is not a whole number`);
  return Number(text);
}
