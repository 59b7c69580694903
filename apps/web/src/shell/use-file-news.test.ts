import { expect, test } from "vitest";
import type { KeptFile } from "./kept-file-state.tsx";
import { newsOf } from "./use-file-news.ts";

const file = (id: string, state: KeptFile["state"]): KeptFile => ({
  id,
  state,
  progress: { done: 0, total: null },
  reason: null,
  file_name: `${id}.csv`,
  bytes: null,
  rows: null,
  expires_at: null,
  created_at: "2026-11-21T10:00:00.000Z",
});

test("a file is told of once, when it has become ready or has failed while it is looked at", () => {
  const before = new Map([
    ["a", "making"],
    ["b", "ready"],
    ["c", "waiting"],
    ["d", "waiting"],
  ] as const);
  expect(
    newsOf(before, [
      file("a", "ready"),
      file("b", "ready"),
      file("c", "failed"),
      file("d", "making"),
    ]),
  ).toBe("a.csv is ready to download. c.csv could not be made");
  // Another page's, or one that was ready on arrival, is no news.
  expect(newsOf(before, [file("e", "ready"), file("b", "expired")])).toBe("");
});
