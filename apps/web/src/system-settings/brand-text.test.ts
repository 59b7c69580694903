// The guarantee: branding values survive editing as text.
import { brand } from "@rokad/contract/brand";
import { brandingFields, brandingKeys, brandingRules } from "@rokad/contract/branding-rules";
import { expect, test } from "vitest";
import { brandTextOf, readBrandText } from "./brand-text.ts";
import { readTyped } from "./setting-text.ts";

test.each(brandingKeys)(
  "%s survives writing and reading, and the default follows its rule",
  (key) => {
    const value = brand[brandingFields[key]];
    expect(readBrandText(key, brandTextOf(key, value), value)).toEqual(value);
    expect(brandingRules[key].safeParse(value)).toMatchObject({ success: true });
  },
);

test("a | or # inside a text is kept", () => {
  expect(readBrandText("credits", "Docs | https://a.example/x|y", null)).toEqual([
    { label: "Docs", href: "https://a.example/x|y" },
  ]);
  const text = "Updated today\n\n# First\nPay #1 within\ntwo days.\n\n#Second\nMore";
  expect(readBrandText("terms", text, brand.terms)).toEqual({
    title: "Terms of Service",
    updated: "today",
    sections: [
      { heading: "First", text: "Pay #1 within\ntwo days." },
      { heading: "Second", text: "More" },
    ],
  });
});

test.each([
  ["claims", "50M+ processed", "Line 1: Enter 1 to 12 characters"],
  [
    "credits",
    "Source code | http://a.example",
    "Line 1: Enter an address that begins with https://",
  ],
  ["strengths", " \n ", "Enter 1 to 3 lines"],
  ["terms", "Updated today", "Enter 1 to 30 sections, each under a line that begins with #"],
  ["support_email", "support", "Please enter a valid email address"],
] as const)("%s entered as %j is rejected: %s", (key, text, problem) => {
  expect(readTyped(key, text)).toEqual({ problem });
});

test("an invalid stored value is shown as JSON", () => {
  expect(brandTextOf("terms", ["x"])).toBe('["x"]');
  expect(brandTextOf("claims", 5)).toBe("5");
});
