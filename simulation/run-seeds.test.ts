// The guarantee: several seeds run in turn, stop at the first fault and name it.
import { expect, test } from "vitest";
import { parseSeeds, runSeeds } from "./run-seeds.ts";

test("a range of seeds includes both ends", () => {
  expect(parseSeeds("3-5")).toEqual([3, 4, 5]);
  expect(parseSeeds("7-7")).toEqual([7]);
  expect(parseSeeds("1-100")).toHaveLength(100);
});

test.each(["", "3", "5-3", "1-101", "a-b", "-1-3", "1-3-5"])("%j is no range of seeds", (text) => {
  expect(parseSeeds(text)).toBeUndefined();
});

test("seeds run until the first fault, which is printed with its command", async () => {
  const run: number[] = [];
  const lines: string[] = [];
  const holds = await runSeeds({
    seeds: [1, 2, 3],
    seconds: 120,
    print: (line) => lines.push(line),
    runOne: async (seed) => {
      run.push(seed);
      return seed !== 2;
    },
  });
  expect(holds).toBe(false);
  expect(run).toEqual([1, 2]);
  expect(lines.at(-1)).toBe("\nFAILED: seed 2. Repeat it: npm run prove -- --seed 2 --seconds 120");
});

test("without a fault every seed runs once", async () => {
  const run: [number, number][] = [];
  const runOne = async (seed: number, seconds: number) => run.push([seed, seconds]) > 0;
  const print = () => undefined;
  expect(await runSeeds({ seeds: [4, 5], seconds: 60, print, runOne })).toBe(true);
  expect(run).toEqual([
    [4, 60],
    [5, 60],
  ]);
});
