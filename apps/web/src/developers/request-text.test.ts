import { expect, test } from "vitest";
import { formatMicroseconds, formatSecond, parseSearch } from "./request-text.ts";

test("a duration is in the unit that a person compares", () => {
  expect([0, 412, 9_940, 38_214, 1_250_000, 12_340_000].map(formatMicroseconds)).toEqual([
    "0 ms",
    "0.4 ms",
    "9.9 ms",
    "38 ms",
    "1,250 ms",
    "12.3 s",
  ]);
});

test("a time has the day and the second, in India", () => {
  expect(formatSecond("2026-11-21T05:12:05.214Z")).toBe("21 Nov, 10:42:05 am");
});

test("a search is for a whole request id or the name of a call", () => {
  const id = "7D1B0C52-3f5e-4c1a-9a57-2f5d1f0a9e11";
  expect(parseSearch(` ${id} `)).toEqual({ request_id: id });
  expect(parseSearch("createPayout")).toEqual({ call: "createPayout" });
  expect(parseSearch(" ")).toEqual({});
  for (const text of [id.slice(0, -1), "POST /payouts", "create payout", "₹10"])
    expect(parseSearch(text)).toBeUndefined();
});
