// The guarantee: no value that breaks a setting's rule is stored.
import { settingKeys, type SettingKey } from "@rokad/contract/setting-rules";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { smsTemplate } from "../../../test/sms-message.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
});
afterEach(() => world.resetSettings());
afterAll(() => world.close());

const template = smsTemplate("sign_in", { variables: ["code", "product"] });
const invalidTemplates = [
  "",
  "x",
  1,
  null,
  true,
  [],
  {},
  ...[
    { text: "" },
    { text: " {#numeric#} is your {#alphanumeric#} code " },
    { text: "{#numeric#} is your\n{#alphanumeric#} code" },
    { text: "{#numeric#} is your {#var} code of {#alphanumeric#}" },
    { text: "Your code is {#numeric#}, {#alphanumeric#}" },
    { text: "Your code is {#numeric#}" },
    { text: "Your code is {#url#} for {#alphanumeric#}" },
    { text: "{#numeric#} is your {#numeric#} code" },
    { text: `{#numeric#} is your {#alphanumeric#} code${"x".repeat(500)}` },
    { text: "Welcome to {#alphanumeric#}, dear person", variables: ["product"] },
    { variables: ["code"] },
    { variables: ["code", "secret"] },
    { variables: null },
    { dlt_template_id: "11071" },
    { msg91_template_id: "" },
    { msg91_route: "voice" },
    { language: "hi" },
  ].map((change) => ({ ...template, ...change })),
];

describe("an invalid value", () => {
  const numbers = ["5", "", null, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e21, true, [], {}, [5_00]];
  const invalidValues: Record<SettingKey, readonly unknown[]> = {
    fee_paise: [...numbers, 1_000_01],
    gst_percent: ["18", "", null, -1, 28.01, 18.005, 1e-7, 1e21, true, [], {}],
    upi_payout_paise_max: [...numbers, 0, 99, 5_00_000_01],
    imps_payout_paise_max: [...numbers, 0, 99, 5_00_000_01],
    monthly_target_paise: [...numbers, 0, 99],
    second_approval_above_paise: [...numbers.filter((value) => value !== null), 10_00_000_01],
    bulk_second_approval_above_paise: [
      ...numbers.filter((value) => value !== null),
      10_00_00_000_01,
    ],
    control_waiting_hours: [...numbers.filter((value) => typeof value !== "object"), 0, 169],
    receiving_account_notice_hours: [...numbers.filter((value) => value !== 0), 169],
    partial_return_charges: ["", "Keep", "both", null, 1, true, [], {}],
    passkey_sign_in: ["", "Allowed", "on", null, 1, true, [], {}],
    passkey_payouts: ["", "Off", "never", null, 1, true, [], {}],
    passkey_super_admin_acts: ["", "on", null, 0, false, [], {}],
    passkey_host: ["", "example.com", "https://localhost", "local host", "LOCALHOST", 1, true, {}],
    primary_provider: ["", "Sandbox", "razorpay", null, 1, true, [], ["sandbox"], {}],
    alternative_provider: ["", "sandbox\u0000", "nobody", null, 1, true, [], {}],
    product_name: ["", "R", "x".repeat(31), 1, null, [], {}, "Ro\u0000kad"],
    tagline: ["", "x".repeat(101), 1, null, []],
    sign_in_line: ["", "x".repeat(101), 1, null, []],
    promise: ["", "x".repeat(101), 1, null, []],
    strengths: ["", [], [""], ["a", "b", "c", "d"], [1], null, {}],
    claims: ["", [], [{}], [{ figure: "50M+" }], [{ figure: "x", words: "y", more: 1 }], null],
    support_email: ["", "support", "a@b", 1, null, `${"x".repeat(100)}@example.com`],
    credits: [
      Array.from({ length: 5 }, () => ({ label: "x", href: "https://example.com" })),
      [{ label: "x", href: "http://example.com" }],
      [{ label: "x", href: "javascript:alert(1)" }],
      [{ label: "x", href: 'https://example.com/"onclick' }],
      [{ label: "", href: "https://example.com" }],
      null,
    ],
    terms: ["", null, {}, { title: "T", updated: "today", sections: [] }],
    privacy: [{ title: "T", updated: "today", sections: [{ heading: "H", text: "" }] }, [], 1],
    unknown_alert_minutes: [...numbers, 0, 1_441],
    outcome_decision_hours: [...numbers, 0, 721],
    primary_low_balance_paise: [...numbers.filter((value) => value !== null && value !== 5), 0, 99],
    alternative_low_balance_paise: [0, 99, 1_00.5, "100", true, {}],
    low_balance_hours: ["5", "", -1, 1.5, 0, 721, true, [], {}],
    late_check_days: [
      "2",
      "",
      null,
      2,
      true,
      {},
      [0],
      [181],
      [1.5],
      ["2"],
      [2, 2],
      [1, 2, 3, 4, 5, 6],
    ],
    late_check_calls_max: [...numbers, 3_001],
    payment_request_days: [...numbers, 0, 366],
    approval_reminder_hours: [...numbers, 0, 721],
    session_days: [...numbers, 0, 91],
    super_admin_session_hours: [...numbers, 0, 25],
    tenant_idle_minutes: [...numbers, 4, 1_441],
    sign_in_codes_per_hour: [...numbers, 0, 1_001],
    payout_codes_per_hour: [...numbers, 0, 10_001],
    account_checks_per_hour: [...numbers, -1, 10_001],
    code_calls_per_address_per_hour: [...numbers, 0, 1_00_001],
    api_calls_per_key_per_minute: [...numbers, 0, 1_00_001],
    dlt_entity_id: ["", "12", "x".repeat(19), "1".repeat(26), 1, true, [], {}],
    dlt_header: ["", "RO", "ROKAD PAY", "ROKADPAYMENT", 1, true, [], {}],
    sign_in_sms: [...invalidTemplates, { ...template, variables: ["amount"] }],
    payout_sms: [...invalidTemplates, template],
    signature_sms: [...invalidTemplates, template],
    decision_sms: [...invalidTemplates, template],
    approval_sms: [...invalidTemplates, template],
    approvals_sms: [...invalidTemplates, template],
    payout_lock_sms: [
      ...invalidTemplates,
      template,
      { ...smsTemplate("payout_lock"), msg91_route: "otp" },
    ],
    new_device_sms: [...invalidTemplates, template],
    session_stolen_sms: [...invalidTemplates, template],
    codes_guessed_sms: [...invalidTemplates, template],
    email_changed_sms: [...invalidTemplates, template],
    payouts_failed_sms: [...invalidTemplates, template],
    payouts_paid_sms: [...invalidTemplates, template],
    requests_waiting_sms: [...invalidTemplates, template],
    invitation_sms: [...invalidTemplates, template],
    smtp_host: [
      "",
      "localhost",
      "127.0.0.1",
      "::1",
      "a..b",
      "-a.in",
      "smtp.in:25",
      "a b.in",
      1,
      {},
    ],
    smtp_port: [...numbers, 24, 6379, 65_536],
    smtp_tls: ["", "none", "ssl", null, true, {}],
    mail_from: ["", "rokad", "a@b", "a@b.in\r\nBcc: c@d.in", "a@b.in, c@d.in", 1, {}],
    mail_from_name: ["", "Rokad\r\nBcc: c@d.in", "Rokad \u202Ereversed", "x".repeat(61), 1, {}],
    supplier_legal_name: ["", "R", "x".repeat(101), "Rokad\nIndia", 1, [], {}],
    supplier_gstin: ["", "27AAPFU0939F1ZW", "27aapfu0939f1zv", "99AAPFU0939F1ZV", 1, {}],
    supplier_address: ["", "Pune", "x".repeat(201), 1, {}],
    supplier_sac: ["", "9971", "887158", "9971588", 997158, null, {}],
    invoice_prefix: ["", "R", "RKA", "rk", "R1", "R/", 1, null, {}],
  };

  test.each(settingKeys)(
    "is rejected with a message under its field: %s [15.4, 33.5]",
    async (key) => {
      const before = await world.settingOf(key);
      for (const value of invalidValues[key]) {
        const { status, body } = await world.save(key, before.value, value);
        expect([value, status, body.error?.code]).toEqual([value, 400, "INVALID_INPUT"]);
        expect(Object.keys(body.error.fields).join()).toContain(key);
        expect(JSON.stringify(body.error.fields)).not.toContain("Invalid input");
      }
      expect(await world.settingOf(key)).toEqual(before);
    },
  );

  test.each([
    [undefined, "changes"],
    [{}, "changes"],
    [{ changes: [] }, "changes"],
    [{ changes: "fee_paise" }, "changes"],
    [{ changes: [null] }, "changes.0"],
    [{ changes: [{ key: "fee", seen: 1, value: 1 }] }, "changes.0.key"],
    [{ changes: [{ key: "__proto__", seen: 1, value: 1 }] }, "changes.0.key"],
    [{ changes: [{ key: "fee_paise", value: 1 }] }, "changes.0.seen"],
    [{ changes: [{ key: "fee_paise", seen: 5_00 }] }, "changes.0.value"],
    [
      { changes: [{ key: "fee_paise", seen: 5_00, value: 1, back_to_default: true }] },
      "changes.0.value",
    ],
    [
      { changes: [{ key: "fee_paise", seen: 5_00, back_to_default: false }] },
      "changes.0.back_to_default",
    ],
    [{ changes: [{ key: "fee_paise", seen: 5_00, value: 1, by: "me" }] }, "changes.0"],
    [{ changes: [1, 2].map((value) => ({ key: "fee_paise", seen: 5_00, value })) }, "changes"],
  ])("the request %j is rejected with a message for %s", async (body, field) => {
    const answer = await world.admin.put("/super-admin/settings", body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields)).toContain(field);
    expect((await world.settingOf("fee_paise")).is_default).toBe(true);
  });

  test("in the URL is rejected: an unknown setting, page 0", async () => {
    expect((await world.admin.get("/super-admin/settings/fee/history")).status).toBe(400);
    expect(
      (await world.admin.get("/super-admin/settings/fee_paise/history", { page: "0" })).status,
    ).toBe(400);
  });
});
