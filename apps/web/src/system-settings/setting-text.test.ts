// The guarantee: a setting's field sends exactly the entered value, to the paisa.
import { expect, test } from "vitest";
import { describeSetting, readTyped, textOf } from "./setting-text.ts";

test.each([
  ["fee_paise", "7.5", 7_50],
  ["fee_paise", "₹1,000", 1_000_00],
  ["fee_paise", "0", 0],
  ["upi_payout_paise_max", "5,00,000", 5_00_000_00],
  ["second_approval_above_paise", "", null],
  ["second_approval_above_paise", " 2,50,000.01 ", 2_50_000_01],
  ["gst_percent", "12.5", 12.5],
  ["session_days", "30", 30],
  ["code_calls_per_address_per_hour", "1,00,000", 1_00_000],
] as const)("%s entered as %j is %j", (key, text, value) => {
  expect(readTyped(key, text)).toEqual({ value });
  expect(readTyped(key, textOf(key, value))).toEqual({ value });
});

test.each([
  ["fee_paise", "", "Enter a fee from ₹0 to ₹1,000"],
  ["fee_paise", "7.505", "Enter a fee from ₹0 to ₹1,000"],
  ["fee_paise", "1.2.3", "Enter a fee from ₹0 to ₹1,000"],
  ["fee_paise", "1000.01", "Enter a fee from ₹0 to ₹1,000"],
  ["gst_percent", "28.01", "Enter a percentage from 0 to 28 with at most two decimals"],
  ["gst_percent", ".", "Enter a percentage from 0 to 28 with at most two decimals"],
  ["session_days", "0", "Enter a whole number of days from 1 to 90"],
  ["session_days", "1.5", "Enter a whole number of days from 1 to 90"],
] as const)("%s entered as %j is rejected: %s", (key, text, problem) => {
  expect(readTyped(key, text)).toEqual({ problem });
});

test("values have their unit, and an unreadable one is shown as JSON", () => {
  expect(describeSetting("monthly_target_paise", 1_00_00_000_00)).toBe("₹1,00,00,000");
  expect(describeSetting("fee_paise", 7_50)).toBe("₹7.50");
  expect(describeSetting("fee_paise", "five")).toBe('"five"');
  expect(describeSetting("second_approval_above_paise", null)).toBe("None");
  expect(describeSetting("unknown_alert_minutes", 15)).toBe("15 minutes");
  expect(describeSetting("outcome_decision_hours", 1)).toBe("1 hour");
  expect(describeSetting("payout_codes_per_hour", 1)).toBe("1 an hour");
  expect(describeSetting("dlt_header", "ROKADP")).toBe("ROKADP");
  expect(describeSetting("gst_percent", 18)).toBe("18%");
  expect(describeSetting("session_days", 1)).toBe("1 day");
  expect(describeSetting("payout_codes_per_hour", 1_000)).toBe("1,000 an hour");
});
