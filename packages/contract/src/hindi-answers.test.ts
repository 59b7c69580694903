import { describeRule, type ScheduleRule } from "./schedule-rule.ts";
import { expect, test } from "vitest";
import tenants from "./hindi-answers.json" with { type: "json" };
import superAdmins from "./hindi-super-admin-answers.json" with { type: "json" };
import { addAnswers, translate, translateAnswer } from "./hindi-answers.ts";
import { translateRule } from "./hindi-rule.ts";

test("an answer's sentences are in Hindi, with their values and what stands among them", () => {
  expect(translateAnswer({ message: "OTP sent successfully!" }).message).toBe(
    translate("OTP sent successfully!"),
  );
  const { data } = translateAnswer({
    data: { failure_reason: "The beneficiary's account is closed or invalid", amount: 5 },
  });
  expect(data.failure_reason).not.toMatch(/[a-z]/i);
  expect(data.amount).toBe(5);
  expect(translateAnswer({ title: "Payout to Asha Verma" }).title).toMatch(/^Asha Verma /);
});

test("what people wrote, and names, stay as they are", () => {
  const own = {
    name: "Payout created",
    remarks: "Payout created",
    reason: "Sharma and Sons asked for it",
    beneficiary_name: "Failed Traders",
    note: "Cancelled",
    description: "Payout created",
    value: { text: "Payout created", reason: "Payout created" },
    before: { reason: "Payout created" },
  };
  expect(translateAnswer(own)).toEqual(own);
  expect(translateAnswer({ title: "Payout to Sharma and Sons" }).title).toContain(
    "Sharma and Sons",
  );
});

test("a rule of a schedule is in Hindi, whatever it says", () => {
  const first = { starts_on: "2026-12-01", hour: 16 as const };
  const ends = [{}, { ends_on: "2027-03-31" }, { count: 1 }, { count: 5 }];
  const days = [
    ...[[1], [1, 2], [3, 4, 5, 6, 7]].map((weekdays) => ({ repeats: "weekly", weekdays })),
    ...(["last", 1, 15] as const).map((day) => ({ repeats: "monthly", day })),
  ];
  const rules = (["same_day", "before", "after"] as const).flatMap((on_holiday) => [
    { ...first, on_holiday, repeats: "once" },
    ...ends.flatMap((end) =>
      [1, 2].flatMap((every) => days.map((on) => ({ ...first, ...end, on_holiday, every, ...on }))),
    ),
  ]) as readonly ScheduleRule[];
  expect(rules.length).toBeGreaterThan(100);
  const english = rules.map(describeRule).filter((rule) => /[a-z]/i.test(translateRule(rule)));
  expect(english).toEqual([]);
});

test("every text with values is recognised as itself, and not as another", () => {
  addAnswers(superAdmins);
  const values = ["₹1,500.25", "Asha Verma", "12 Nov 2026", "Ravi Sharma", "XX6789", "Balaji"];
  // What follows a full stop is another sentence.
  const fill = (text: string, key = text) =>
    text.replace(/\{(\d)\}/g, (place, at) => (key.includes(`.${place}`) ? " " : "") + values[at]);
  const texts = Object.entries({ ...tenants, ...superAdmins }).filter(([key]) =>
    /\{\d\}/.test(key),
  );
  expect(texts.length).toBeGreaterThan(400);
  const others = texts.filter(([key, hindi]) => translate(fill(key), 4) !== fill(hindi, key));
  expect(others.map(([key]) => key)).toEqual([]);
});

test("a notice names amount and payee", () => {
  const { text } = translateAnswer({
    text: "₹1,500.25 to Asha Verma was refunded with charges: The beneficiary's account is closed",
  });
  expect(text).toMatch(/^Asha Verma [^a-z]* ₹1,500.25 [^a-z]*$/);
});

test("a line of a statement says the same in both languages", () => {
  const { particulars, detail } = translateAnswer({
    particulars: "Payout to Asha Verma returned",
    detail: "HDFC Bank ****6789 · fee ₹5.00 + GST ₹0.90",
  });
  expect(particulars).toBe(translate("Payout to {0} returned").replace("{0}", "Asha Verma"));
  expect(particulars).not.toBe(translate("Payout to Asha Verma"));
  expect(detail).toMatch(/^HDFC Bank \*{4}6789 · \S*[^a-z ]+ ₹5.00 \+ GST ₹0.90$/);
});
