import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBank } from "./find-bank.ts";

test("finds a branch in upper and lower case", () => {
  const hdfc = { bank_name: "HDFC Bank", bank_code: "HDFC", known: true };
  expect(findBank("HDFC0000060")).toEqual(hdfc);
  expect(findBank(" hdfc0000060 ")).toEqual(hdfc);
  expect(findBank("SBIN0000691")).toMatchObject({ bank_name: "State Bank of India", known: true });
});

test("finds a small bank on a larger bank's code", () => {
  expect(findBank("HDFC0CAACOB")).toEqual({
    bank_name: "Akhand Anand Co.op Bank",
    bank_code: "AACX",
    known: true,
  });
  // Listed by name, without a code.
  expect(findBank("FDRL0SPCB01")).toMatchObject({
    bank_name: "Sreenivasa Padmavathi Co-operative Bank",
    bank_code: "FDRL",
  });
  // Only the prefix of these codes is listed.
  expect(findBank("KJSB0KUB252")?.bank_name).toBe("Konark Urban Co-operative Bank");
});

test("reports an unlisted branch as unknown, without rejecting it", () => {
  expect(findBank("HDFC0ZZZZZZ")).toEqual({
    bank_name: "HDFC Bank",
    bank_code: "HDFC",
    known: false,
  });
});

test.each([
  "",
  "HDFC",
  "HDFC1000077",
  "HDFC000007",
  "HDFC00000777",
  "HDFC0 00077",
  "QQQQ0123456",
  "__PR0TOXXXX",
])("finds no bank for %j", (ifsc) => {
  expect(findBank(ifsc)).toBeNull();
});

test("the list is complete", () => {
  const { branches } = JSON.parse(
    readFileSync(new URL("./ifsc-data.json", import.meta.url), "utf8"),
  ) as { branches: Record<string, string> };
  const codes = Object.entries(branches).flatMap(([bank, packed]) =>
    packed
      .split("|")[1]!
      .split(" ")
      .filter(Boolean)
      .map((letters) => `${bank}0${letters}`),
  );
  expect(codes.length).toBeGreaterThan(25_000);
  expect(codes.filter((code) => findBank(code)?.known !== true)).toEqual([]);
});
