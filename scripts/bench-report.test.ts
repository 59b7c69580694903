import { expect, test } from "vitest";
import { jsonOf, plotOf, tableOf } from "../bench/report.ts";
import { isMet, type Row } from "../bench/row.ts";

const row: Row = {
  key: "export",
  name: "Export & copy",
  reference: "COPY",
  measured: "6/s",
  referred: "10/s",
  ratio: 0.6,
  goal: { atLeast: 0.5 },
};

test("a goal is met on its side of the limit, and only if the other condition holds", () => {
  expect(isMet(row)).toBe(true);
  expect(isMet({ ...row, ratio: 0.4999 })).toBe(false);
  expect(isMet({ ...row, goal: { atMost: 0.5 } })).toBe(false);
  expect(isMet({ ...row, goal: { atMost: 0.6 } })).toBe(true);
  expect(isMet({ ...row, holds: false })).toBe(false);
  expect(isMet({ ...row, ratio: Number.NaN, goal: undefined })).toBe(false);
});

test("the JSON line has ratio, goal and met of each row under its key", () => {
  expect(JSON.parse(jsonOf([row, { ...row, key: "start", goal: undefined }]))).toEqual({
    export: { ratio: 0.6, goal: 0.5, met: true },
    start: { ratio: 0.6, goal: null, met: true },
  });
});

test("the table and the plot mark a missed goal", () => {
  const missed = { ...row, ratio: 0.25, note: "under load" };
  expect(tableOf([missed])).toContain("| **0.25** | ≥ 0.5 | **no** |");
  expect(tableOf([missed])).toContain("- Export & copy: under load");
  expect(plotOf([missed])).toContain('class="missed"');
  expect(plotOf([row])).toContain("Export &amp; copy");
  expect(plotOf([row])).not.toContain('class="missed"');
});
