// The guarantee: the yardstick of the benchmarks stays as it is, so that figures of all versions compare.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { yardstickFiles } from "./yardstick.ts";

test("the yardstick's tables and transaction are the ones of the first measurement", () => {
  const digests = yardstickFiles.map((path) =>
    createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16),
  );
  expect(digests).toEqual(["fa976f7c4bb53964", "80b0185bb9753c7f"]);
});
