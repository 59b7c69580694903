import { expect, test } from "vitest";
import { computePosition } from "./position.ts";

const screen = { width: 1000, height: 800 };
const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 30 });

test("a panel opens below its anchor, aligned as requested", () => {
  const panel = { width: 200, height: 100 };
  expect(computePosition(at(500, 100), panel, screen, "start")).toMatchObject({
    left: 500,
    top: 136,
  });
  expect(computePosition(at(500, 100), panel, screen, "end")).toMatchObject({
    left: 340,
    top: 136,
  });
  expect(computePosition(at(500, 100), panel, screen, "center")).toMatchObject({
    left: 420,
    top: 136,
  });
});

test("stays inside the window", () => {
  const panel = { width: 300, height: 100 };
  expect(computePosition(at(10, 100), panel, screen, "end").left).toBe(8);
  expect(computePosition(at(950, 100), panel, screen, "start").left).toBe(692);
});

test("opens above where only that side has room, and scrolls where neither has", () => {
  const panel = { width: 200, height: 300 };
  expect(computePosition(at(500, 700), panel, screen, "start").top).toBe(394);
  const tall = computePosition(at(500, 500), { width: 200, height: 2000 }, screen, "start");
  expect(tall).toMatchObject({ top: 8, maxHeight: 486 });
});
