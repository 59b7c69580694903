import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { enter, expect, signIn, test } from "./journey.ts";

// Every screen, light and dark, wide and on a phone: nothing that axe finds wrong, and no
// sideways scrolling of the page.

const screens = [
  "/dashboard",
  "/dashboard/wallet",
  "/dashboard/wallet/history",
  "/dashboard/wallet/deposits",
  "/dashboard/payouts",
  "/dashboard/payouts/history",
  "/dashboard/reports",
  "/dashboard/settings/whitelist-bank-accounts",
  "/dashboard/nowhere",
];
const looks = [
  { name: "light, wide", theme: "light", width: 1440, height: 900 },
  { name: "dark, on a phone", theme: "dark", width: 390, height: 844 },
] as const;

async function expectSound(page: Page): Promise<void> {
  // What is still loading is not the screen yet.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
  const sideways = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
}

for (const { name, theme, width, height } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, colorScheme: theme });

    test("the sign-in and its code dialog", async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant();
      await page.goto("/login");
      await expectSound(page);
      await page.getByLabel("Mobile number").fill(mobile);
      await page.getByRole("button", { name: "Send OTP" }).click();
      await expect(page.getByRole("dialog").getByText("Sandbox code")).toBeVisible();
      await expectSound(page);
      for (const path of ["/terms", "/privacy"]) {
        await page.goto(path);
        await expectSound(page);
      }
    });

    test("every screen with weeks of history", async ({ page, rokad }) => {
      test.setTimeout(120_000);
      await signIn(page, rokad, "9000000002");
      for (const path of screens) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expectSound(page);
      }
    });

    test("every screen of a shop that is new", async ({ page, rokad }) => {
      test.setTimeout(120_000);
      const { mobile } = await rokad.tenant({ role: "retailer" });
      await signIn(page, rokad, mobile);
      for (const path of screens) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expectSound(page);
      }
    });

    test("the dialogs: add funds, add account", async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ rupees: 500 });
      await signIn(page, rokad, mobile);
      await page.goto("/dashboard/wallet");
      await page.getByRole("button", { name: "Add Funds" }).click();
      await expectSound(page);
      await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("dialog").getByLabel("Amount")).toBeVisible();
      await expectSound(page);
      await page.goto("/dashboard/settings/whitelist-bank-accounts");
      await page.getByRole("button", { name: "Add Account" }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectSound(page);
    });
  });
}

for (const { name, theme, width, height } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, colorScheme: theme });

    test("a payout's dialogs and its page", async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ rupees: 500 });
      await signIn(page, rokad, mobile);
      await page.goto("/dashboard/payouts");
      await page.getByRole("radio", { name: /UPI/ }).check();
      await page.getByRole("textbox", { name: "UPI ID" }).fill("failure@upi");
      await page
        .getByLabel("Beneficiary name")
        .fill("Sample Traders With A Rather Long Name Indeed");
      await page.getByLabel("Email").fill("accounts@example.com");
      await page.getByLabel("Phone number").fill("9876543210");
      await page.getByLabel("Address").fill("1 Sample Road, Pune");
      await page.getByLabel("Amount").fill("100");
      await page.getByRole("button", { name: "Initiate Payout" }).click();
      await expect(page.getByRole("button", { name: "Confirm and get OTP" })).toBeVisible();
      await expectSound(page);
      await page.getByRole("button", { name: "Confirm and get OTP" }).click();
      await expect(page.getByRole("dialog").getByText("Sandbox code")).toBeVisible();
      await expectSound(page);
      await page.getByRole("dialog").getByRole("button", { name: "Fill" }).click();
      await page.getByRole("button", { name: "Pay ₹105.90" }).click();
      await page.getByRole("link", { name: "View payout" }).click();
      await expect(page.getByText("Failed").first()).toBeVisible({ timeout: 20_000 });
      await expectSound(page);
    });
  });
}

test("a super admin has no wallet and is told what to do", async ({ page, rokad }) => {
  const { mobile } = await rokad.admin();
  await enter(page, rokad, mobile);
  await expect(page.getByRole("link", { name: /api/i }).first()).toBeVisible();
  await expectSound(page);
});

test("a tenant who tries the super admin's address is refused and can go back", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await signIn(page, rokad, mobile);
  await page.goto("/super-admin");
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
