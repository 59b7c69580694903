import { expect, test } from "vitest";
import { scripts, splitByScript } from "./script-runs.ts";
import { Sheet } from "./sheet.ts";

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

test.each([
  ["tamil", "சம்பளம்"],
  ["gujarati", "નવેમ્બર"],
  ["bengali", "বেতন"],
  ["kannada", "ವೇತನ"],
  ["gurmukhi", "ਤਨਖਾਹ"],
  ["malayalam", "ശമ്പളം"],
  ["telugu", "జీతం"],
  ["oriya", "ଦରମା"],
  ["devanagari", "वेतन"],
] as const)("knows the letters of %s, with what joins them", (script, word) => {
  const joined = `${word.slice(0, 1)}\u200d${word.slice(1)} ${word}`;
  expect(splitByScript(`${joined}, paid`)).toEqual([
    { script, text: joined },
    { script: "latin", text: ", paid" },
  ]);
});

test.each(Object.keys(scripts) as (keyof typeof scripts)[])(
  "every letter of %s can be written with every mark",
  (script) => {
    const sheet = new Sheet("Letters", "Rokad");
    sheet.addPage();
    const letters = [...scripts[script]];
    const marks = letters.filter((letter) => /\p{Mark}/u.test(letter));
    for (const first of letters) {
      const pairs = [first, ...marks.map((mark) => `${first}${mark}`)].join(" ");
      expect(sheet.widthOf(pairs, { size: 9 })).toBeGreaterThanOrEqual(0);
    }
  },
);
