import { expect, test } from "vitest";
import { runsOf } from "./letters.ts";

test("a text is written by the fonts that have its letters, and what none has is a question mark", () => {
  expect(runsOf("₹1,500.25 – Café")).toEqual([{ script: "latin", text: "₹1,500.25 – Café" }]);
  expect(runsOf("श्री गणेश Traders, पुणे")).toEqual([
    { script: "devanagari", text: "श्री गणेश " },
    { script: "latin", text: "Traders, " },
    { script: "devanagari", text: "पुणे" },
  ]);
  expect(runsOf("A 店")).toEqual([{ script: "latin", text: "A ?" }]);
  expect(runsOf("पु店")).toEqual([
    { script: "devanagari", text: "पु" },
    { script: "latin", text: "?" },
  ]);
  expect(runsOf("a^b]-\\c")).toEqual([{ script: "latin", text: "a^b]-\\c" }]);
});
