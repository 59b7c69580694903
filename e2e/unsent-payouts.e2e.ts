import type { Page } from "@playwright/test";
import { enter, expect, test, storeSession } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import { admin, choose, path as tenantsPath, toast } from "./tenant-management.ts";
import { signStepUp } from "./signing.ts";

// Payouts that no provider has: cancelled by their payer or a super admin, held and let go with
// their tenant.

const dialogPanel = "[role=dialog]:not([popover])";
const phone = { width: 360, height: 740 };
const paused = "While a journey looks at waiting payouts";

/** Nothing is sent until the returned function is called. */
async function pauseSending(rokad: Rokad): Promise<() => Promise<void>> {
  const { token } = await rokad.admin();
  const each = async (act: "pause" | "resume") => {
    for (const id of ["primary", "alternative"])
      await rokad.call(token, "POST", `/super-admin/providers/${id}/${act}`, { reason: paused });
  };
  await each("pause");
  return () => each("resume");
}

const balance = async (rokad: Rokad, mobile: string): Promise<number> => {
  const { token } = await rokad.session(mobile);
  return (await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount;
};

const statusOf = (page: Page, status: string) => page.locator(`main [data-status=${status}]`);

test("cancels a waiting payout on a phone, and finds it in the history", async ({
  page,
  rokad,
}) => {
  const resume = await pauseSending(rokad);
  try {
    const { mobile } = await rokad.tenant({ name: "Cancel Traders", rupees: 5_000 });
    const id = await rokad.pay(mobile, "asha@okhdfc", 1_000);
    expect(await balance(rokad, mobile)).toBe(5_000_00 - 1_005_90);
    await page.setViewportSize(phone);
    await enter(page, rokad, mobile, `/dashboard/payouts/${id}`);
    await expect(page.getByText(/^Waiting to be sent since/)).toBeVisible();
    await page.getByRole("button", { name: "Cancel payout" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Nothing was sent to Sample Traders yet.");
    await expect(dialog).toContainText("₹1,005.90 (amount, fee and GST) returns to your wallet");
    await expectSoundInBothThemes(page, "cancel dialog", dialogPanel);
    await dialog.getByRole("button", { name: "Keep payout" }).click();
    await expect(statusOf(page, "pending").first()).toBeVisible();

    await page.getByRole("button", { name: "Cancel payout" }).click();
    await dialog.getByRole("button", { name: "Cancel payout" }).click();
    await toast(page, "Payout cancelled. ₹1,005.90 refunded.");
    await expect(statusOf(page, "cancelled").first()).toBeVisible();
    await expect(page.getByText("Cancelled by you. ₹1,005.90 refunded")).toBeVisible();
    await expect(page.getByText("Amount, fee and GST are back in your wallet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel payout" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Download receipt" })).toBeEnabled();
    await expectSoundInBothThemes(page, "cancelled payout");
    expect(await balance(rokad, mobile)).toBe(5_000_00);

    await page.goto("/dashboard/payouts/history?status=cancelled");
    await expect(statusOf(page, "cancelled")).toHaveCount(1);
    await page.goto("/dashboard/wallet/history");
    await expect(statusOf(page, "cancelled")).toHaveCount(1);
  } finally {
    await resume();
  }
});

test("says why when a provider has the payout by the time of the confirmation", async ({
  page,
  rokad,
}) => {
  const resume = await pauseSending(rokad);
  const { mobile } = await rokad.tenant({ name: "Late Traders", rupees: 5_000 });
  const id = await rokad.pay(mobile, "pending@upi", 1_000);
  await enter(page, rokad, mobile, `/dashboard/payouts/${id}`);
  await page.getByRole("button", { name: "Cancel payout" }).click();
  // The page does not learn of it: its live updates and polls stay away.
  await page.route(`**/api/v1/payouts/${id}`, (route) => route.abort());
  await page.route("**/api/v1/live*", (route) => route.abort());
  await resume();
  const { token } = await rokad.session(mobile);
  await expect
    .poll(async () => (await rokad.call(token, "GET", `/payouts/${id}`)).status)
    .toBe("processing");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Cancel payout" });
  await confirm.click();
  await toast(page, "A payment provider may already have this payout");
  // The page hears of it, and has nothing to cancel any more.
  await page.unroute(`**/api/v1/payouts/${id}`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel payout" })).toHaveCount(0);
});

test("holds a deactivated tenant's payouts, cancels one and the rest at the reactivation", async ({
  page,
  rokad,
}) => {
  const resume = await pauseSending(rokad);
  try {
    const name = "Held Traders";
    const { mobile } = await rokad.tenant({ name, rupees: 9_000 });
    for (const rupees of [1_000, 2_000, 3_000]) await rokad.pay(mobile, "asha@okhdfc", rupees);
    const dialog = page.getByRole("dialog");
    await page.setViewportSize(widths[0]);
    await enter(page, rokad, admin, tenantsPath);
    await choose(page, name, "Deactivate");
    await expect(dialog.getByRole("radio", { name: /^Hold them/ })).toBeChecked();
    await expect(dialog).toContainText("3 payouts, ₹6,017.70: sent or cancelled at reactivation");
    await expect(dialog).toContainText("3 payouts, ₹6,017.70: sent as usual");
    await expectSoundInBothThemes(page, "deactivation", dialogPanel);
    await dialog.getByLabel("Reason").fill("Suspected fraud");
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await toast(page, "Tenant deactivated successfully");

    await page.goto("/super-admin/activity");
    await page.getByRole("group", { name: "Which payouts" }).getByText("All").click();
    const table = page.getByRole("table", { name: /^Payouts without an outcome/ });
    const rows = table.getByRole("row").filter({ hasText: name });
    await expect(rows).toHaveCount(3);
    const row = rows.filter({ hasText: "₹2,000.00" });
    await expect(row).toContainText("On hold");
    await expect(row).toContainText("tenant inactive");
    await row.getByRole("button", { name: /^Cancel/ }).click();
    await expect(dialog).toContainText("No provider has it.");
    await expectSoundInBothThemes(page, "cancel with reason", dialogPanel);
    const confirm = dialog.getByRole("button", { name: "Cancel payout" });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel("Reason").fill("A wrong beneficiary");
    await confirm.click();
    await toast(page, "Payout cancelled. ₹2,005.90 refunded.");
    await expect(rows).toHaveCount(2);

    await page.setViewportSize(widths[1]);
    await page.goto(tenantsPath);
    await choose(page, name, "Activate");
    await expect(dialog).toContainText("2 payouts, ₹4,011.80: sent at once");
    await expect(dialog).toContainText("2 payouts, ₹4,011.80: refunded to the wallet");
    await expectSoundInBothThemes(page, "reactivation", dialogPanel);
    await dialog.getByRole("radio", { name: /^Cancel them/ }).check();
    await dialog.getByLabel("Reason").fill("They were not theirs");
    await dialog.getByRole("button", { name: "Activate and cancel payouts" }).click();
    await signStepUp(page, rokad);
    await toast(page, "Tenant activated successfully");

    const { token } = await rokad.signIn(mobile);
    const { main_balance: back } = await rokad.call(token, "GET", "/wallet/balance");
    expect(back.amount).toBe(9_000_00);
    await page.setViewportSize(widths[1]);
    const payer = await rokad.signIn(mobile);
    await storeSession(page, payer);
    await page.goto("/dashboard/payouts/history?status=cancelled");
    await expect(statusOf(page, "cancelled")).toHaveCount(3);
    await page.getByText("₹2,000.00").first().click();
    await expect(page.getByText("A wrong beneficiary", { exact: true })).toBeVisible();
    await expect(page.getByText(/Cancelled by our team: A wrong beneficiary/)).toBeVisible();
  } finally {
    await resume();
  }
});

test("lets the payouts go when the deactivation says so", async ({ page, rokad }) => {
  const resume = await pauseSending(rokad);
  const name = "Released Traders";
  const { mobile } = await rokad.tenant({ name, rupees: 5_000 });
  const id = await rokad.pay(mobile, "asha@okhdfc", 1_000);
  const dialog = page.getByRole("dialog");
  await enter(page, rokad, admin, tenantsPath);
  await choose(page, name, "Deactivate");
  await dialog.getByRole("radio", { name: /^Send them/ }).check();
  await dialog.getByLabel("Reason").fill("Closing down");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await toast(page, "Tenant deactivated successfully");
  await resume();
  const { token } = await rokad.admin();
  await expect
    .poll(async () => (await rokad.call(token, "GET", `/super-admin/payouts/${id}/outcome`)).status)
    .toBe("success");
  // Nothing is held, so no dialog asks.
  await choose(page, name, "Activate");
  await signStepUp(page, rokad);
  await toast(page, "Tenant activated successfully");
});
