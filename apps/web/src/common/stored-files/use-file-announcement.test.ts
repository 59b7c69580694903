import { expect, test } from "vitest";
import type { StoredFile } from "./stored-file-state.tsx";
import { announcementOf } from "./use-file-announcement.ts";

const file = (id: string, state: StoredFile["state"]): StoredFile => ({
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

test("announces a file once, when it becomes ready or fails while the list is open", () => {
  const before = new Map([
    ["a", "making"],
    ["b", "ready"],
    ["c", "waiting"],
    ["d", "waiting"],
  ] as const);
  expect(
    announcementOf(before, [
      file("a", "ready"),
      file("b", "ready"),
      file("c", "failed"),
      file("d", "making"),
    ]),
  ).toBe("a.csv is ready to download. c.csv failed");
  // A file of another page, or one that was ready before, is not announced.
  expect(announcementOf(before, [file("e", "ready"), file("b", "expired")])).toBe("");
});
