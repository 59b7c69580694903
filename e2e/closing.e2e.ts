// The guarantee: a tenant withdraws on a phone, a super admin closes an account with ₹6.10 in it, and
// a partial return is seen wherever the payout is.
import type { Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, enterCode, expect, holdFirst, test } from "./journey.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import { admin, choose, toast } from "./tenant-management.ts";

const dialogPanel = "[role=dialog]:not([popover])";
const phone = { width: 360, height: 780 };

/** Requests the code with the dialog's button, and types the code that the dialog shows. */
async function sign(page: Page, request: string, submit: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: request }).click();
  const sandbox = dialog.getByText("Sandbox code");
  await expect(sandbox).toBeVisible();
  const code = (await sandbox.locator("strong").textContent()) ?? "";
  await enterCode(page, code);
  await dialog.getByRole("button", { name: submit }).click();
}

test("a tenant withdraws the whole balance to the own account on a phone", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 2_500 });
  await page.setViewportSize(phone);
  await enter(page, rokad, mobile, paths.wallet);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Withdraw to my bank account" }).click();
  await expect(dialog.getByText("No fee. Only to your approved bank accounts.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("2500.01");
  await expect(dialog.getByText("Your available balance is ₹2,500.00")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Whole balance" }).click();
  await expect(dialog.getByText(/Two Thousand Five Hundred Rupees/)).toBeVisible();
  await dialog.getByRole("combobox").first().click();
  await page.getByRole("option").filter({ visible: true }).first().click();
  await expectSoundInBothThemes(page, "the withdrawal's form", dialogPanel);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("You receive")).toBeVisible();
  // The code of a moment ago is for the same withdrawal.
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
  await dialog.getByRole("button", { name: "Edit withdrawal" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  const sending = await holdFirst(page, "**/wallet/withdrawals");
  await sign(page, "Send OTP", "Withdraw ₹2,500.00");
  // Closed meanwhile, it could not say that the money left.
  for (const name of ["Close", "Edit withdrawal"])
    await expect(dialog.getByRole("button", { name })).toBeDisabled();
  await page.keyboard.press("Escape");
  sending.loseAnswer();
  // It may have gone out: another amount would be a second withdrawal.
  await expect(
    dialog.getByText("No response yet. Try again: it will not be sent twice."),
  ).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Edit withdrawal" })).toBeDisabled();
  await dialog.getByRole("textbox").last().press("Enter");
  await expect(dialog.getByText("Withdrawal sent")).toBeVisible();
  await dialog.getByRole("link", { name: "View withdrawal" }).click();
  await expect(page.getByText(/^Withdrawal to /)).toBeVisible();
  await expect(page.getByText("Paid to the beneficiary", { exact: false })).toBeVisible();
  await expectSoundInBothThemes(page, "the withdrawal's page");
  await page.goto(paths.walletHistory);
  await expect(page.getByText("Withdrawal to your bank account")).toBeVisible();
  await expect(page.getByText("No fee")).toBeVisible();
});

test("a super admin closes an account with ₹6.10 up to closed", async ({ page, rokad }) => {
  const name = "Parting Traders";
  const { mobile } = await rokad.tenant({ name, rupees: 1_000 });
  // 1,000.00 less a payout of 988.00 and its charges of 5.90.
  await rokad.pay(mobile, "asha@okhdfc", 988);
  const { token } = await rokad.session(mobile);
  await expect
    .poll(async () => (await rokad.call(token, "GET", "/wallet/balance")).held_balance.amount)
    .toBe(0);
  await enter(page, rokad, admin, `${superAdminPaths.tenants}?search=${mobile}`);
  const dialog = page.getByRole("dialog");
  await choose(page, name, "Close account");
  await expect(dialog.getByText("₹6.10")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The shop closes at the end of the month");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await toast(page, "The account is being closed");
  await expect(dialog.getByText(`Closing ${name}`)).toBeVisible();
  await expect(dialog.getByText("Tenant receives")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize(width);
    await expectSoundInBothThemes(page, "the payout of the balance", dialogPanel);
  }
  await page.setViewportSize(widths[0]);
  await pressAndSign(dialog, "Pay out ₹6.10 and close", rokad);
  await toast(page, "The balance is being paid out");
  await expect(dialog.getByText("Account closed")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("No tenants found", { exact: false })).toBeVisible();
});

test("a partial return is shown on the payout, in its history and in the wallet", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  const id = await rokad.pay(mobile, "partial@upi", 1_000);
  await enter(page, rokad, mobile, `/dashboard/payouts/${id}`);
  await expect(page.getByText("Partly returned", { exact: true })).toBeVisible();
  await expect(page.getByText("The bank returned ₹500.00 of ₹1,000.00")).toBeVisible();
  await expect(page.getByText("Net cost")).toBeVisible();
  await expect(
    page.getByText("₹500.00 of ₹1,000.00 refunded; fee and GST stay charged", { exact: false }),
  ).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize(width);
    await expectSoundInBothThemes(page, "a partly returned payout");
  }
  await page.setViewportSize(widths[0]);
  await page.goto(paths.payoutHistory);
  const row = page.getByRole("row").filter({ hasText: "returned" });
  await expect(row.getByText("Partly returned")).toBeVisible();
  await expect(page.getByText("₹500.00 returned", { exact: false }).first()).toBeVisible();
  await page.goto(paths.walletHistory);
  await expect(page.getByText("Payout partly returned")).toBeVisible();
});
