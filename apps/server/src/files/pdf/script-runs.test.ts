import { expect, test } from "vitest";
import { splitByScript } from "./script-runs.ts";

test("splits a text by the fonts of its characters; one without a font becomes a question mark", () => {
  expect(splitByScript("₹1,500.25 – Café")).toEqual([
    { script: "latin", text: "₹1,500.25 – Café" },
  ]);
  expect(splitByScript("श्री गणेश Traders, पुणे")).toEqual([
    { script: "devanagari", text: "श्री गणेश " },
    { script: "latin", text: "Traders, " },
    { script: "devanagari", text: "पुणे" },
  ]);
  expect(splitByScript("A 店")).toEqual([{ script: "latin", text: "A ?" }]);
  expect(splitByScript("पु店")).toEqual([
    { script: "devanagari", text: "पु" },
    { script: "latin", text: "?" },
  ]);
  expect(splitByScript("a^b]-\\c")).toEqual([{ script: "latin", text: "a^b]-\\c" }]);
});
