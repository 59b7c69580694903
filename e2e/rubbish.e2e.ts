import type { Locator, Page } from "@playwright/test";
import { enter, expect, requestCode, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { bankAccount } from "./rubbish/bank-account.ts";
import { deposit } from "./rubbish/deposit.ts";
import { days, utrSearch } from "./rubbish/filters.ts";
import { impsPayout, payoutMethod, upiPayout } from "./rubbish/payout.ts";
import { code, signInMobile } from "./rubbish/sign-in.ts";
import { newTenant, tenantEdit } from "./rubbish/tenant.ts";
import type { FieldRules, Typed } from "./rubbish/typed.ts";

// In the sweep: each rule has a test of the API, and each form a journey. Rubbish typed everywhere gets the specification's exact sentence under that field, and only
// after the field was touched; sent past the browser, the server refuses it with the same words.

/** Types each case of each field where it stands on the page. */
async function typeRubbish(within: Page | Locator, fields: readonly FieldRules[]): Promise<void> {
  for (const { label, cases } of fields) {
    if (label === undefined) continue;
    const box = within.getByRole("textbox", { name: label, exact: true });
    await expect(box, `${label} before anyone touched it`).not.toHaveAttribute("aria-invalid");
    for (const [index, each] of cases.entries()) {
      await box.fill("");
      // Key by key where the field lets only some through; else at once, as from the clipboard.
      await (each.kept === undefined || each.pasted
        ? box.fill(each.typed)
        : box.pressSequentially(each.typed));
      if (index === 0) {
        await expect(box, `${label} while it is typed`).not.toHaveAttribute("aria-invalid");
      }
      await box.blur();
      await expectSaid(box, label, each);
    }
  }
}

async function expectSaid(box: Locator, label: string, each: Typed): Promise<void> {
  const what = `${label}: "${each.typed.slice(0, 40)}"`;
  if (each.kept !== undefined) await expect(box, what).toHaveValue(each.kept);
  const says = each.keptSays === undefined ? each.says : each.keptSays;
  if (says) await expect(box, what).toHaveAccessibleDescription(says);
  else await expect(box, what).not.toHaveAttribute("aria-invalid");
}

interface Sending {
  method?: "POST" | "PUT" | "GET";
  path: string;
  token?: string;
  /** What goes with each field; the field alone otherwise. */
  body?: (field: Record<string, unknown>) => object;
  /** What `fields` of the answer puts in front of a name. */
  prefix?: string;
}

/** Sends each case of each field past the browser, alone: whatever else is missing, it is named. */
async function sendRubbish(
  rokad: Rokad,
  { method = "POST", path, token, body = (field) => field, prefix = "" }: Sending,
  fields: readonly FieldRules[],
): Promise<void> {
  for (const { name, cases, sent = [] } of fields) {
    const all = [
      ...cases.map((each) => ["sent" in each ? each.sent : each.typed, each.says] as const),
      ...sent,
    ];
    for (const [value, says] of all) {
      const asked = method === "GET" && value !== undefined ? { [name]: value as string } : {};
      const query = new URLSearchParams(asked).toString();
      const answer = await fetch(`${rokad.origin}/api/v1${path}?${query}`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(method !== "GET" && { body: JSON.stringify(body({ [name]: value })) }),
      });
      // An export that nothing is wrong with is a file, not JSON.
      const error = answer.ok ? undefined : await refusalOf(answer);
      const what = `${method} ${path} ${name}: ${JSON.stringify(value)?.slice(0, 40)}`;
      if (says !== undefined) expect(answer.status, what).toBe(400);
      expect(error?.fields?.[prefix + name], what).toBe(says);
    }
  }
}

async function refusalOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { fields?: Record<string, string> } };
  return error;
}

test(
  "rubbish at the sign-in: mobile number and code [23.1, 23.4–10, 25.6]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant();
    await sendRubbish(rokad, { path: "/auth/send-otp" }, [signInMobile]);
    await sendRubbish(rokad, { path: "/auth/verify-otp" }, [code]);

    await page.goto("/login");
    await typeRubbish(page, [signInMobile]);
    await requestCode(page, mobile);
    await typeRubbish(page.getByRole("dialog"), [code]);
  },
);

test(
  "rubbish in a deposit request [23.1, 23.4, 23.12–19, 25.27, 27.29–31]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant({ rupees: 500 });
    // Of two approved accounts, none is chosen yet.
    await rokad.fund(mobile, 100, `77${mobile}`);
    const { token } = await rokad.session(mobile);
    await sendRubbish(rokad, { path: "/wallet/deposit/initiate", token }, deposit);

    await enter(page, rokad, mobile, "/dashboard/wallet");
    await page.getByRole("button", { name: "Add Funds" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Continue" }).click();
    const account = dialog.getByRole("combobox", { name: "Bank account" });
    await expect(account).not.toHaveAttribute("aria-invalid");
    await account.blur();
    await expect(account).toHaveAccessibleDescription("Please select a bank account");
    await typeRubbish(dialog, deposit);
  },
);

test(
  "rubbish in a payout, by IMPS, by UPI and at its code [23.1, 23.4, 23.8–10, 23.21–41, 25.31, 27.31–40]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant({ rupees: 600_000 });
    const { token } = await rokad.session(mobile);
    for (const [method, fields] of [
      ["imps", impsPayout],
      ["upi", upiPayout],
    ] as const) {
      const initiate = { path: "/payouts/initiate", token };
      await sendRubbish(rokad, { ...initiate, body: (field) => ({ method, ...field }) }, fields);
      const send = { path: "/payouts/otp/send", token, prefix: "payout." };
      const body = (field: object) => ({ mobile, payout: { method, ...field } });
      await sendRubbish(rokad, { ...send, body }, fields);
    }
    await sendRubbish(rokad, { path: "/payouts/initiate", token }, [payoutMethod]);
    await sendRubbish(rokad, { path: "/payouts/otp/verify", token }, [code]);

    await enter(page, rokad, mobile, "/dashboard/payouts");
    await typeRubbish(page, impsPayout);
    await page.getByRole("radio", { name: "UPI" }).check();
    await typeRubbish(page, upiPayout);

    await page.getByLabel("UPI ID").last().fill("asha@upi");
    await page.getByLabel("Beneficiary name").fill("Asha Rao");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Phone number").fill("9876543210");
    await page.getByLabel("Address").fill("12 MG Road, Bengaluru");
    await page.getByLabel("Amount").fill("100");
    await page.getByRole("button", { name: "Initiate Payout" }).click();
    await page.getByRole("button", { name: "Confirm and get OTP" }).click();
    await typeRubbish(page.getByRole("dialog"), [code]);
  },
);

test(
  "rubbish in a bank account [23.1, 23.4, 23.42–51, 27.39–42]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant();
    const { token } = await rokad.session(mobile);
    await sendRubbish(rokad, { path: "/wallet/bank-accounts", token }, bankAccount);

    await enter(page, rokad, mobile, "/dashboard/settings/whitelist-bank-accounts");
    await page.getByRole("button", { name: "Add Account" }).first().click();
    const dialog = page.getByRole("dialog");
    const type = dialog.getByRole("combobox", { name: "Account type" });
    await type.focus();
    await expect(type).not.toHaveAttribute("aria-invalid");
    await type.blur();
    await expect(type).toHaveAccessibleDescription("Account type is required");
    await typeRubbish(dialog, bankAccount);
  },
);

test(
  "rubbish in a tenant's account, new and edited [21.13, 23.52–62, 27.43, 27.44]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant();
    const { token } = await rokad.admin();
    await sendRubbish(rokad, { path: "/super-admin/tenants", token }, newTenant);
    const [tenant] = await rokad.call(token, "GET", `/super-admin/tenants?search=${mobile}`);
    // A role that nobody has, so that what is right changes nothing either.
    const path = `/super-admin/tenants/${tenant._id}`;
    const body = (field: object) => ({ features: "none", ...field });
    await sendRubbish(rokad, { method: "PUT", path, token, body }, tenantEdit);

    await enter(page, rokad, "9000000001", `/super-admin/tenants?search=${mobile}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Create Account" }).first().click();
    await dialog.getByRole("button", { name: "Show password" }).click();
    const role = dialog.getByRole("combobox", { name: "Role" });
    await role.focus();
    await expect(role).not.toHaveAttribute("aria-invalid");
    await role.blur();
    await expect(role).toHaveAccessibleDescription("Role is required");
    await typeRubbish(dialog, newTenant);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Actions for Journey Traders" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByRole("button", { name: "Show password" }).click();
    await typeRubbish(dialog, tenantEdit);
  },
);

test(
  "rubbish in the filters of every history [23.65–68]",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant();
    const { token } = await rokad.session(mobile);
    const histories = [
      {
        page: "/dashboard/payouts/history",
        path: "/payouts",
        fields: days("from_date", "to_date"),
      },
      { page: "/dashboard/payouts/history", path: "/payouts/export", fields: days("from", "to") },
      { page: "/dashboard/wallet/history", path: "/wallet/history", fields: days("from", "to") },
      {
        page: "/dashboard/wallet/deposits",
        path: "/wallet/deposit/history",
        fields: [...days("from", "to"), utrSearch],
      },
    ];
    for (const { path, fields } of histories) {
      await sendRubbish(rokad, { method: "GET", path, token }, fields);
      const [from, to] = fields.map(({ name }) => name);
      const answer = await fetch(
        `${rokad.origin}/api/v1${path}?${from}=2026-03-02&${to}=2026-03-01`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      expect((await refusalOf(answer)).fields, path).toEqual({
        [`${from}`]: "From date cannot be after the to date",
      });
    }

    await enter(page, rokad, mobile);
    for (const address of new Set(histories.map((history) => history.page))) {
      await page.goto(address);
      const from = page.getByRole("textbox", { name: "From Date" });
      const to = page.getByRole("textbox", { name: "To Date" });
      await typeRubbish(page, days("from", "to"));
      await from.fill("02/03/2026");
      await to.fill("01/03/2026");
      await to.blur();
      await expect(from).toHaveAccessibleDescription("From date cannot be after the to date");
      // A select's item may not be empty: "all" stands for no filter.
      await expect(page.locator('select option[value=""]:not([disabled])')).toHaveCount(0);
    }

    // The last of them has the search: blanks around a UTR go, and blanks alone are no search.
    await page.getByRole("textbox", { name: "From Date" }).fill("01/03/2026");
    await page.getByLabel("UTR Reference").fill("   ");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/from=2026-03-01/);
    expect(page.url()).not.toContain("utr");
    await page.getByLabel("UTR Reference").fill("  hdfc5202 ");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/utr=HDFC5202(&|$)/);
  },
);
