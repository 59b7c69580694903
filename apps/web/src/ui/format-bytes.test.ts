import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test("shows a size in the unit that fits", () => {
  expect([0, 999, 1_000, 45_678, 1_234_567, 64 * 1024 * 1024].map(formatBytes)).toEqual([
    "0 bytes",
    "999 bytes",
    "1 kB",
    "46 kB",
    "1.2 MB",
    "67 MB",
  ]);
});
