import { expect, test } from "vitest";
import {
  actionLabel,
  browserName,
  keyLabel,
  describeValue,
  subjectName,
} from "./describe-entry.ts";

test("an action has its label, and an unknown one its code", () => {
  expect([actionLabel("tenant.created"), actionLabel("old.act")]).toEqual([
    "Tenant created",
    "old.act",
  ]);
});

test.each([
  [null, "—"],
  ["", "—"],
  [0, "0"],
  [false, "No"],
  [["wallet_topup", "create_payout"], "wallet_topup, create_payout"],
  [[], "None"],
  [{ amount: 150_615, currency: "INR" }, "₹1,506.15"],
  [{ max_paise: 500, isActive: true }, "Max: ₹5.00; Is active: Yes"],
  [{ amount_paise: "150000", utr: "150000" }, "Amount: ₹1,500.00; Utr: 150000"],
  [{ cooling: { above_paise: "-500" }, fee_paise: "free" }, "Cooling: Above: −₹5.00; Fee: free"],
] as const)("the value %j is shown as %s", (value, words) => {
  expect(describeValue(value)).toBe(words);
});

test("a key is shown as a label", () => {
  expect([keyLabel("txn_fees"), keyLabel("isActive")]).toEqual(["Txn fees", "Is active"]);
});

test.each([
  ["tenant", "01980000-0000-7000-8000-00000000beef", "Sharma Traders", "Sharma Traders"],
  ["deposit", "01980000-0000-7000-8000-00000000beef", null, "…0000beef"],
  ["export", "01980000-0000-7000-8000-00000000beef", null, "…0000beef"],
  ["setting", "tenant_idle_minutes", null, "Tenant idle minutes"],
  ["call", "listTenants", null, "List tenants"],
  ["provider", "razorpayx", null, "razorpayx"],
])("a subject of kind %s with the id %s and the name %s is shown as %s", (kind, id, name, text) => {
  expect(subjectName({ kind, id, name })).toBe(text);
});

test.each([
  [null, undefined],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["curl/8.9.1", "curl"],
])("%s is %s", (userAgent, words) => {
  expect(browserName(userAgent)).toBe(words);
});
