import { expect, test } from "vitest";
import { stateNames } from "./state-codes.ts";
import {
  gstinCheckCharacter,
  isGstin,
  panOfGstin,
  panPattern,
  stateCodeOfGstin,
} from "./tax-numbers.ts";

// Published numbers of companies.
test.each(["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "27AAACR5055K1Z7"])("%s is a GSTIN", (gstin) => {
  expect(gstinCheckCharacter(gstin.slice(0, 14))).toBe(gstin[14]);
  expect(isGstin(gstin)).toBe(true);
});

test("one changed or two swapped characters make a GSTIN invalid", () => {
  const gstin = "27AAPFU0939F1ZV";
  expect(isGstin("27AAPFU0938F1ZV")).toBe(false);
  expect(isGstin("27AAPFU0993F1ZV")).toBe(false);
  expect(isGstin(gstin.toLowerCase())).toBe(false);
  expect(isGstin(`${gstin}0`)).toBe(false);
});

test("a GSTIN contains its holder's PAN", () => {
  expect(panOfGstin("27aapfu0939f1zv")).toBe("AAPFU0939F");
  expect(panPattern.test("AAPFU0939F")).toBe(true);
  expect(panPattern.test("AAPXU0939F")).toBe(false);
});

const withState = (code: string) => {
  const first14 = `${code}AAPFU0939F1Z`;
  return `${first14}${gstinCheckCharacter(first14)}`;
};

test("a GSTIN begins with the code of a state, and of nothing else", () => {
  for (const code of Object.keys(stateNames)) {
    expect(isGstin(withState(code))).toBe(true);
    expect(stateCodeOfGstin(withState(code))).toBe(code);
  }
  for (const code of ["00", "39", "40", "96", "98", "99"])
    expect(isGstin(withState(code))).toBe(false);
});
