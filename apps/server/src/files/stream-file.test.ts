// The guarantee: the number of concurrent files of each kind is limited, and an ended one frees a slot.
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { streamFile } from "./stream-file.ts";

async function* endless() {
  for (;;) yield "page";
}

test("rejects a third concurrent PDF, and accepts it after another was cancelled [14.15]", async () => {
  const open = [1, 2].map(() => streamFile("pdf", "a.pdf", endless()).content);
  expect(() => streamFile("pdf", "a.pdf", endless())).toThrow("Please try again");
  // CSV files have their own limit.
  const csv = streamFile("csv", "a.csv", endless()).content;
  const closed = [...open, csv].map((content) => once(content, "close"));
  for (const content of [...open, csv]) content.destroy();
  await Promise.all(closed);
  async function* short() {
    yield "all";
  }
  expect(await text(streamFile("pdf", "a.pdf", short()).content)).toBe("all");
});
