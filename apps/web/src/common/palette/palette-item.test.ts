import { Send } from "lucide-react";
import { expect, test } from "vitest";
import { filterItems, type PaletteItem } from "./palette-item.ts";

const item = (label: string, words?: string): PaletteItem => ({
  id: label,
  label,
  icon: Send,
  run: () => undefined,
  ...(words !== undefined && { words }),
});
const items = [item("New Payout", "pay send"), item("Wallet: History"), item("Payouts: History")];
const find = (text: string) => filterItems(items, text).map(({ label }) => label);

test("finds an item by the start of each word, in any order and case", () => {
  expect(find("his pay")).toEqual(["Payouts: History"]);
  expect(find("SEND")).toEqual(["New Payout"]);
  expect(find("pay")).toEqual(["New Payout", "Payouts: History"]);
});

test("does not find a part in the middle of a word", () => {
  expect(find("ayout")).toEqual([]);
  expect(find("pay nothing")).toEqual([]);
});

test("an empty text keeps all items", () => {
  expect(find(" ")).toHaveLength(3);
});
