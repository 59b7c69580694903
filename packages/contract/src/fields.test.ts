import { describe, expect, test } from "vitest";
import { bankAccountForm } from "./bank-accounts.ts";
import { brandingRules } from "./branding-rules.ts";
import { useClock } from "./clock.ts";
import { dateRangeErrors, isRealDay, todayInIndia } from "./fields.ts";
import { text } from "./form-fields.ts";
import { previewStatement } from "./statement-import.ts";
import { tenantForm } from "./tenants.ts";

describe("a range of days", () => {
  const errors = (from?: string, to?: string) => dateRangeErrors({ from, to }, "2026-11-21");

  test("may be open at either end, and a single day", () => {
    expect(errors()).toEqual({});
    expect(errors("2026-11-01")).toEqual({});
    expect(errors(undefined, "2026-11-21")).toEqual({});
    expect(errors("2026-11-21", "2026-11-21")).toEqual({});
  });

  test("does not run backwards [26.18]", () => {
    expect(errors("2026-11-20", "2026-11-19")).toEqual({
      from: "From date cannot be after the to date",
    });
  });

  test("rejects a future date at each end of the range [26.18]", () => {
    expect(errors("2026-11-22", "2026-11-23")).toEqual({
      from: "From date cannot be in the future",
      to: "To date cannot be in the future",
    });
  });

  test("takes the future from the clock that dates what is stored", () => {
    const restore = useClock(() => new Date("2999-12-31T18:30:00Z"));
    try {
      expect(dateRangeErrors({ from: todayInIndia() })).toEqual({});
      expect(dateRangeErrors({ to: "3000-01-02" })).toEqual({
        to: "To date cannot be in the future",
      });
    } finally {
      restore();
    }
  });

  test("accepts only days that exist", () => {
    expect(errors("31/02/2026", "21/1")).toEqual({
      from: "Enter a real date as DD/MM/YYYY",
      to: "Enter a real date as DD/MM/YYYY",
    });
    expect(isRealDay("2026-02-31")).toBe(false);
    expect(isRealDay("2028-02-29")).toBe(true);
    expect(["0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01"].map(isRealDay)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

test("today is the day in India, also while London has the day before", () => {
  expect(todayInIndia(new Date("2026-11-20T18:29:59Z"))).toBe("2026-11-20");
  expect(todayInIndia(new Date("2026-11-20T18:30:00Z"))).toBe("2026-11-21");
});

describe("a name or another text of one line", () => {
  const rule = text({ required: "Name is required", max: [100, "Too long"] });
  const messageFor = (value: string) => rule.safeParse(value).error?.issues[0]?.message;
  const refused = [
    ["a line break", "Sharma\nTraders"],
    ["a carriage return", "Sharma\rTraders"],
    ["a tab", "Sharma\tTraders"],
    ["NUL", "Sharma\0Traders"],
    ["a C1 control", "Sharma\u0085Traders"],
    ["a line separator", "Sharma\u2028Traders"],
    ["a paragraph separator", "Sharma\u2029Traders"],
    ...["\u202A", "\u202B", "\u202C", "\u202D", "\u202E"].map((mark) => [
      "an embedding or override",
      `Sharma ${mark}sredarT`,
    ]),
    ...["\u2066", "\u2067", "\u2068", "\u2069"].map((mark) => ["an isolate", `Sharma ${mark}x`]),
    ...["\u200E", "\u200F", "\u061C"].map((mark) => ["a direction mark", `Sharma${mark} x`]),
    ["a zero-width space", "Sha\u200Brma"],
    ["a word joiner", "Sha\u2060rma"],
    ["a byte order mark", "Sha\uFEFFrma"],
    ["a soft hyphen", "Sha\u00ADrma"],
    ["a tag character", "Sharma\u{E0041}"],
    ["a joiner between Latin letters", "Sha\u200Drma"],
    ["the first half of an emoji", "Sharma \uD83D"],
    ["the second half of an emoji", "\uDE00 Sharma"],
  ] as const;

  test.for(refused)("is refused with %s", ([, value]) => {
    expect(messageFor(value)).toBe("Please remove line breaks and hidden characters");
  });

  test.for([
    "Sharma Traders",
    "शर्मा ट्रेडर्स",
    "क्\u200Dष",
    "ശ്രീ അവന്\u200D",
    "ক্\u200Cষ",
    "O’Brien & Sons",
    "Sharma 😀",
  ])("%s is accepted", (value) => {
    expect(rule.safeParse(value).data).toBe(value);
  });

  test.for([
    ["tenant", tenantForm.shape.name],
    ["account holder", bankAccountForm.shape.account_holder_name],
    ["bank", bankAccountForm.shape.bank_name],
    ["branch", bankAccountForm.shape.branch_name],
    ["product", brandingRules.product_name],
    ["statement's file", previewStatement.body.shape.file_name],
  ] as const)("is what names a %s", ([, field]) => {
    expect(field.safeParse("Sharma \u202Esredart").success).toBe(false);
    expect(field.safeParse("Sharma\nTraders").success).toBe(false);
    expect(field.safeParse("Sharma Traders").success).toBe(true);
  });
});

test("a text of several lines keeps its line breaks, and loses no direction to a hidden mark", () => {
  const rule = text({
    required: "A reason is required",
    max: [100, "Too long"],
    isMultiline: true,
  });
  expect(rule.safeParse("Paid twice.\r\n\tSee the mail 👩\u200D💻").success).toBe(true);
  for (const mark of ["\0", "\u202E", "\u2067", "\u200F", "\u2028", "\uD83D", "\uDE00"]) {
    const parsed = rule.safeParse(`Paid ${mark}twice`);
    expect(parsed.error?.issues[0]?.message).toBe(
      "Please remove the characters that can't be printed",
    );
  }
});
