import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const seedsMax = 100;
const minutesPerSeedMin = 30;
/** A run verifies longer than it plays, and longer on a busy machine. */
const durationsPerSeed = 5;

/** @returns the seeds of a range such as `1-20`; undefined for any other text or a longer range. */
export function parseSeeds(text: string): number[] | undefined {
  const match = /^(\d{1,6})-(\d{1,6})$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || last < first || last - first >= seedsMax) return undefined;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

interface SeedRuns {
  readonly seeds: readonly number[];
  readonly seconds: number;
  readonly print: (line: string) => void;
  /** @returns whether the run of a seed found no fault. */
  readonly runOne?: (seed: number, seconds: number) => Promise<boolean>;
}

/** Runs one seed after the other until one finds a fault. @returns whether none did. */
export async function runSeeds({
  seeds,
  seconds,
  print,
  runOne = runInProcess,
}: SeedRuns): Promise<boolean> {
  for (const [at, seed] of seeds.entries()) {
    print(`\nRun ${at + 1} of ${seeds.length}`);
    if (await runOne(seed, seconds)) continue;
    print(
      `\nFAILED: seed ${seed}. Repeat it: npm run prove -- --seed ${seed} --seconds ${seconds}`,
    );
    return false;
  }
  print(`\nPassed: ${seeds.length} seeds of ${seconds} seconds each.`);
  return true;
}

/** A process for each seed, so that none inherits anything and each has an end. */
async function runInProcess(seed: number, seconds: number): Promise<boolean> {
  const words = ["--seed", String(seed), "--seconds", String(seconds)];
  const child = spawn(process.execPath, [join(import.meta.dirname, "run.ts"), ...words], {
    stdio: "inherit",
  });
  const limitMs = Math.max(minutesPerSeedMin * 60, seconds * durationsPerSeed) * 1_000;
  const timer = setTimeout(() => child.kill("SIGINT"), limitMs);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  return code === 0;
}
