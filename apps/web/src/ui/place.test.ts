import { expect, test } from "vitest";
import { placeNear } from "./place.ts";

const screen = { width: 1000, height: 800 };
const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 30 });

test("a panel hangs under its anchor, from the edge that was asked for", () => {
  const panel = { width: 200, height: 100 };
  expect(placeNear(at(500, 100), panel, screen, "start")).toMatchObject({ left: 500, top: 136 });
  expect(placeNear(at(500, 100), panel, screen, "end")).toMatchObject({ left: 340, top: 136 });
  expect(placeNear(at(500, 100), panel, screen, "center")).toMatchObject({ left: 420, top: 136 });
});

test("it stays inside the window", () => {
  const panel = { width: 300, height: 100 };
  expect(placeNear(at(10, 100), panel, screen, "end").left).toBe(8);
  expect(placeNear(at(950, 100), panel, screen, "start").left).toBe(692);
});

test("it goes above where only there it has room, and scrolls where neither side has", () => {
  const panel = { width: 200, height: 300 };
  expect(placeNear(at(500, 700), panel, screen, "start").top).toBe(394);
  const tall = placeNear(at(500, 500), { width: 200, height: 2000 }, screen, "start");
  expect(tall).toMatchObject({ top: 8, maxHeight: 486 });
});
