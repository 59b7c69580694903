// The guarantee: every menu and dialog that can be opened is as sound as the screens, in every look.
import type { Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, requestCode, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { expectSoundInLooks, expectSoundInThemes, type Looks, looksOf, widths } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";

test("the code dialog of the sign-in is sound in every look", async ({ page, rokad, looks }) => {
  const { mobile } = await rokad.tenant();
  await page.goto(paths.signIn);
  await requestCode(page, mobile);
  await expect(page.getByRole("dialog").getByText("Sandbox code")).toBeVisible();
  await expectSoundInLooks(page, looks, "the code dialog", dialogPanel);
});

for (const [whose, mobile, path, sheetLink] of [
  ["a tenant's", "9000000002", paths.payoutHistory, "Dashboard"],
  ["the super admin's", "9000000001", superAdminPaths.database, "Activity Monitor"],
] as const) {
  test(`${whose} header menus, folded sidebar and phone's sheet are sound in every look [3.18, 18.14]`, async ({
    page,
    rokad,
    looks,
  }) => {
    await enter(page, rokad, mobile, path);
    await expectMenusSound(page, looks);
    await page.setViewportSize(widths[1]);
    await page.getByRole("button", { name: "Toggle sidebar" }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByRole("link", { name: sheetLink })).toBeVisible();
    await expectSoundInThemes(page, looksOf[looks].themes, "the sheet", dialogPanel);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();

    await page.setViewportSize(widths[0]);
    await page.keyboard.press("Control+b");
    await page.locator("aside[data-state]").getByRole("link").nth(2).hover();
    await expectSoundInThemes(page, looksOf[looks].themes, "the folded sidebar");
  });
}

const palettes = [
  ["a tenant", "9000000002", paths.payoutHistory, "as", "Search everything"],
  ["a super admin", "9000000001", superAdminPaths.operations, "9000000", "Tenants"],
] as const;
for (const [who, mobile, path, text, group] of palettes)
  test(`the palette of ${who} is sound in every look, empty and with results`, async ({
    page,
    rokad,
    looks,
  }) => {
    await enter(page, rokad, mobile, path);
    await arrived(page);
    for (const width of looksOf[looks].widths) {
      await page.setViewportSize(width);
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Search" });
      await expect(palette.getByRole("group", { name: "Pages and actions" })).toBeVisible();
      await expectSoundInThemes(page, looksOf[looks].themes, "the palette", dialogPanel);
      await page.keyboard.type(text);
      await expect(palette.getByRole("group", { name: group })).toBeVisible();
      await expectSoundInThemes(page, looksOf[looks].themes, "the palette's results", dialogPanel);
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
    }
  });

/** Each menu of the header, on a desk and then on a phone. */
async function expectMenusSound(page: Page, looks: Looks): Promise<void> {
  for (const width of looksOf[looks].widths) {
    await page.setViewportSize(width);
    await arrived(page);
    const menus = page.locator("header [popovertarget], header [aria-haspopup]");
    for (let index = 0; index < (await menus.count()); index += 1) {
      const name = await menus.nth(index).getAttribute("aria-label");
      await menus.nth(index).click();
      await expect(page.locator(":popover-open")).toBeVisible();
      await expectSoundInThemes(page, looksOf[looks].themes, `the menu "${name}"`, ":popover-open");
      await page.keyboard.press("Escape");
      await expect(page.locator(":popover-open")).toHaveCount(0);
    }
  }
}

test("the dialogs that add funds and accounts are sound in every look [3.18]", async ({
  page,
  rokad,
  looks,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await enter(page, rokad, mobile, paths.wallet);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Funds" }).click();
  await expectSoundInLooks(page, looks, "add funds, first step", dialogPanel);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("Amount").fill("99");
  await dialog.getByLabel("UTR").fill("short");
  await dialog.getByLabel("UTR").blur();
  await expect(dialog.getByText("Minimum deposit amount is ₹100")).toBeVisible();
  await expectSoundInLooks(page, looks, "add funds, the form with its complaints", dialogPanel);
  await dialog.getByRole("combobox").first().click();
  await page.getByRole("option").filter({ visible: true }).last().click();
  await dialog.getByLabel("Amount").fill("1234.56");
  await dialog.getByLabel("UTR").fill(`hdfcn7202611${mobile.slice(-6)}`);
  await dialog.getByRole("button", { name: "Submit Request" }).click();
  await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  await expectSoundInLooks(page, looks, "add funds, submitted", dialogPanel);

  await page.goto(paths.bankAccounts);
  await page.getByRole("button", { name: "Add Account" }).first().click();
  await expect(dialog).toBeVisible();
  await expectSoundInLooks(page, looks, "add account", dialogPanel);
});

test("a payout's dialogs and its page are sound in every look [3.18]", async ({
  page,
  rokad,
  looks,
}) => {
  await reviewPayout(page, rokad);
  const dialog = page.getByRole("dialog");
  await expectSoundInLooks(page, looks, "the payout's confirmation", dialogPanel);
  await page.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
  await expectSoundInLooks(page, looks, "the payout's code", dialogPanel);
  await dialog.getByRole("button", { name: "Fill" }).click();
  await page.getByRole("button", { name: "Pay ₹105.90" }).click();
  await page.getByRole("link", { name: "View payout" }).click();
  await expect(page.getByText("Failed").first()).toBeVisible();
  await expectSoundInLooks(page, looks, "a failed payout's page");
});

/** A payout to an account that will turn out closed, and a name that needs room. */
async function reviewPayout(page: Page, rokad: Rokad): Promise<void> {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await enter(page, rokad, mobile, paths.payouts);
  await page.getByRole("radio", { name: /UPI/ }).check();
  await page.getByRole("textbox", { name: "UPI ID" }).fill("failure@upi");
  await page.getByLabel("Beneficiary name").fill("Sample Traders With A Rather Long Name Indeed");
  await page.getByLabel("Email").fill("accounts@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("1 Sample Road, Pune");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await expect(page.getByRole("button", { name: "Confirm and get OTP" })).toBeVisible();
}
