// The guarantee: files that are made at once are few, of each kind, and one that ends makes room.
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { streamedFile } from "./streamed-file.ts";

async function* endless() {
  for (;;) yield "page";
}

test("a third PDF at once is told to come again, and finds room when another is broken off", async () => {
  const open = [1, 2].map(() => streamedFile("pdf", "a.pdf", endless()).content);
  expect(() => streamedFile("pdf", "a.pdf", endless())).toThrow("Please try again");
  // A CSV file has places of its own.
  const csv = streamedFile("csv", "a.csv", endless()).content;
  const closed = [...open, csv].map((content) => once(content, "close"));
  for (const content of [...open, csv]) content.destroy();
  await Promise.all(closed);
  async function* short() {
    yield "all";
  }
  expect(await text(streamedFile("pdf", "a.pdf", short()).content)).toBe("all");
});
