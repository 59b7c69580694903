// The guarantee: bad input gets a response in the contract's shape, no access, no data of another
// tenant and no money without its authorisation, and the server keeps running. This short run has
// a fixed seed; `npm run fuzz` picks another one each time.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cloneDatabase } from "../clone-database.ts";
import { testLogFile } from "../test-log.ts";
import { fuzz } from "./campaign.ts";
import { programs } from "./programs.ts";

test(
  "finds no fault in 1,500 requests of every kind to every endpoint",
  { timeout: 180_000 },
  async () => {
    const { url, drop } = await cloneDatabase();
    const { faults, counts, lines } = await fuzz({
      databaseUrl: url,
      seed: 20_261_121,
      requests: 1_500,
      print: () => undefined,
    });
    await drop();
    writeFileSync(testLogFile(), lines.join("\n"));
    expect(faults).toEqual([]);
    expect(counts.byEndpoint.size).toBeGreaterThan(130);
    // Otherwise the calls behind a signature all end at 403, and nothing tests them.
    expect(counts.signed.size).toBeGreaterThan(3);
    // Otherwise all keys end at a refusal.
    expect(sumOf(programs.map((who) => counts.succeeded.get(who)))).toBeGreaterThan(20);
    expect(sumOf([...counts.repeated.values()])).toBeGreaterThan(0);
  },
);

function sumOf(figures: readonly (number | undefined)[]): number {
  return figures.reduce<number>((sum, figure = 0) => sum + figure, 0);
}
