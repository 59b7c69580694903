import { expect, test } from "vitest";
import { byCursor, byPage } from "./paging.ts";

test("a list by cursor goes on until it says that it ended", async () => {
  const asked: unknown[] = [];
  const pages = [
    { data: ["a", "b"], next: "1" },
    { data: [], next: "2" },
    { data: ["c"], next: null },
  ];
  const items = byCursor(undefined, async (cursor: string | undefined) => {
    asked.push(cursor);
    return pages[asked.length - 1]!;
  });
  expect(await Array.fromAsync(items)).toEqual(["a", "b", "c"]);
  expect(asked).toEqual([undefined, "1", "2"]);
});

test("events end with has_more, because their next is never null", async () => {
  const read = async (after: number | undefined = 0) => ({
    data: [after + 1],
    next: after + 1,
    has_more: after < 2,
  });
  expect(await Array.fromAsync(byCursor(0, read))).toEqual([1, 2, 3]);
});

test("an item that moves to the next page is yielded once", async () => {
  const pages = [
    ["d", "c"],
    // Another item was added: c moved here.
    ["c", "b"],
    ["a"],
  ];
  const items = byPage(
    async (page) => ({ data: pages[page - 1]!, pagination: { has_next: page < 3 } }),
    (item) => item,
  );
  expect(await Array.fromAsync(items)).toEqual(["d", "c", "b", "a"]);
});

test("no page is read before its items are wanted", async () => {
  let reads = 0;
  const items = byPage(
    async () => ({ data: [(reads += 1)], pagination: { has_next: true } }),
    String,
  );
  await items.next();
  expect(reads).toBe(1);
});
