// The guarantee: while the database is away, a worker's log stays readable.
import { expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { openFleet } from "../../test/fleet.ts";
import { forwardTo } from "../../test/forward.ts";
import { testLogFile } from "../../test/test-log.ts";

const watchedMs = 4_000;
const pinoWarn = 40;

test("a worker whose database is away logs one line a minute", { timeout: 60_000 }, async () => {
  const clone = await cloneDatabase();
  const forward = await forwardTo(clone.url);
  const fleet = await openFleet({ databaseUrl: forward.url, logFile: testLogFile() });
  try {
    const worker = await fleet.start("worker");
    let output = "";
    worker.process.stdout?.on("data", (text: string) => (output += text));
    await forward.close();
    await new Promise((resolve) => setTimeout(resolve, watchedMs));
    const lines = output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .filter(({ level }) => level >= pinoWarn);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "The database is unreachable or full. Rokad keeps trying.",
    ]);
  } finally {
    await fleet.close();
    await forward.close();
    await clone.drop();
  }
});
