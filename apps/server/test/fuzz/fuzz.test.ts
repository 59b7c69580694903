// The guarantee: whatever anybody sends, the server answers in its one shape, lets nobody in, tells
// nobody of another tenant, moves no money without its authorisation, and stays as it was. This is
// the short form with a seed that is always the same; `npm run fuzz` draws another each time.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cloneDatabase } from "../clone-database.ts";
import { testLogFile } from "../test-log.ts";
import { fuzz } from "./campaign.ts";

test(
  "1,200 requests of every kind to every endpoint find no fault",
  { timeout: 180_000 },
  async () => {
    const { url, drop } = await cloneDatabase();
    const { faults, counts, lines } = await fuzz({
      databaseUrl: url,
      seed: 20_261_121,
      requests: 1_200,
      print: () => undefined,
    });
    await drop();
    writeFileSync(testLogFile(), lines.join("\n"));
    expect(faults).toEqual([]);
    expect(counts.byEndpoint.size).toBeGreaterThan(130);
  },
);
