// `npm run prove`: plays a plan of events and failures against real servers, a real PostgreSQL and
// stand-in banks, then compares our ledger with the records of the banks and the clients.
import { parseArgs } from "node:util";
import { mutations } from "./mutations/test-mutations.ts";
import { parseSeeds, runSeeds } from "./run-seeds.ts";
import { runSimulation } from "./run-simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    minutes: { type: "string" },
    seconds: { type: "string" },
    short: { type: "boolean", default: false },
    mutation: { type: "string" },
    mutations: { type: "boolean", default: false },
    // Takes ten minutes more: a server reads each mutated copy of the database.
    independently: { type: "boolean", default: false },
  },
});

const shortSeconds = 8;

if (values.mutation !== undefined && !mutations.some(({ name }) => name === values.mutation)) {
  console.error(`--mutation: use one of\n${mutations.map(({ name }) => `  "${name}"`).join("\n")}`);
  process.exit(2);
}
const seeds = values.seeds === undefined ? undefined : parseSeeds(values.seeds);
if (values.seeds !== undefined && !seeds) {
  console.error("--seeds: enter a range of at most 100 seeds, such as 1-20");
  process.exit(2);
}
const print = (line: string) => console.log(line);
const holds = seeds
  ? await runSeeds({ seeds, seconds: durationSeconds(), print })
  : await runSimulation({
      seed:
        values.seed === undefined
          ? Math.floor(Math.random() * 1_000_000)
          : wholeNumber(values.seed, "seed"),
      seconds: durationSeconds(),
      mutation: values.mutations ? "all" : values.mutation,
      readsMutatedCopies: values.independently,
      print,
    });
process.exitCode = holds ? 0 : 1;

function durationSeconds(): number {
  if (values.short) return shortSeconds;
  if (values.seconds !== undefined) return wholeNumber(values.seconds, "seconds");
  return 60 * (values.minutes === undefined ? 2 : wholeNumber(values.minutes, "minutes"));
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    console.error(`--${name}: enter a whole number`);
    process.exit(2);
  }
  return Number(text);
}
