// `npm run prove`: plays a plan against the real servers, the real PostgreSQL and banks with books
// of their own, with everything going wrong at once, and then holds all of it against one another.
import { parseArgs } from "node:util";
import { plants } from "./find-plants.ts";
import { prove } from "./prove.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string" },
    seconds: { type: "string" },
    short: { type: "boolean", default: false },
    plant: { type: "string" },
    plants: { type: "boolean", default: false },
  },
});

const shortSeconds = 8;

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    console.error(`--${name}: a whole number, please`);
    process.exit(2);
  }
  return Number(text);
}

function secondsAsked(): number {
  if (values.short) return shortSeconds;
  if (values.seconds !== undefined) return wholeNumber(values.seconds, "seconds");
  return 60 * (values.minutes === undefined ? 2 : wholeNumber(values.minutes, "minutes"));
}

if (values.plant !== undefined && !plants.some(({ name }) => name === values.plant)) {
  console.error(`--plant: one of\n${plants.map(({ name }) => `  "${name}"`).join("\n")}`);
  process.exit(2);
}
process.exitCode = (await prove({
  seed:
    values.seed === undefined
      ? Math.floor(Math.random() * 1_000_000)
      : wholeNumber(values.seed, "seed"),
  seconds: secondsAsked(),
  planted: values.plants ? "all" : values.plant,
  print: (line) => console.log(line),
}))
  ? 0
  : 1;
