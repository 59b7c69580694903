// The guarantee: a payout that the wallet does not cover is said to wait before it is sent, is shown with
// what is missing wherever one looks, and goes out in its turn when a deposit arrives.
import type { Page } from "@playwright/test";
import { devices } from "./devices.ts";
import { enter, enterCode, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

/** Requests a deposit as the tenant, and approves it as a super admin. */
async function deposit(rokad: Rokad, mobile: string, rupees: number): Promise<void> {
  const { token: admin } = await rokad.admin();
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  const { _id: id } = await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: rupees,
    utr_reference: `7${mobile}0`,
  });
  await rokad.call(admin, "POST", `/super-admin/deposits/${id}/approve`, {});
}

/** A phone has cards in place of the table's rows, which stay in the page. */
const visibleLink = (page: Page, name: string) =>
  page.getByRole("link", { name }).filter({ visible: true }).first();

for (const { device, viewport, tag } of devices) {
  test(
    `a deposit sends the payouts that wait for it, on ${device} [42.9]`,
    { tag },
    async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ role: "operator", rupees: 1_000 });
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, "/dashboard/settings/approval-policy");
      await arrived(page);
      await expect(page.getByText("It is refused")).toBeVisible();
      await page.getByRole("button", { name: "Change the waiting for funds" }).click();
      const dialog = page.getByRole("dialog", { name: "Waiting for funds" });
      await dialog.getByRole("checkbox").check();
      await dialog.getByLabel("Longest wait").fill("400");
      await dialog.getByRole("button", { name: "Sign and save" }).click();
      await expect(dialog.getByText(/at most 240 hours/)).toBeVisible();
      await expectSoundInBothThemes(page, "the setting", "[role=dialog]:not([popover])");
      await dialog.getByLabel("Longest wait").fill("48");
      await dialog.getByRole("button", { name: "Sign and save" }).click();
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("It waits for funds")).toBeVisible();
      await expect(page.getByText("ends unsent after 2 days")).toBeVisible();

      await page.goto("/dashboard/payouts");
      await arrived(page);
      await page.getByRole("radio", { name: /IMPS/ }).check();
      await page.getByLabel("Account number").fill("000123456789");
      await page.getByLabel("IFSC code").fill("HDFC0000001");
      await page.getByLabel("Beneficiary name").fill("Asha Rao");
      await page.getByLabel("Email").fill("asha@example.com");
      await page.getByLabel("Phone number").fill("9876543210");
      await page.getByLabel("Address").fill("12 MG Road");
      await page.getByLabel("Amount").fill("3000");
      await expect(page.getByText("Your wallet covers ₹1,000.00")).toBeVisible();
      await expect(page.getByText("The payout will wait for ₹2,005.90")).toBeVisible();
      await expectSoundInBothThemes(page, "a form whose payout will wait");
      await page.getByRole("button", { name: "Initiate Payout" }).click();
      const review = page.getByRole("dialog", { name: "Confirm payout" });
      await expect(review.getByText("The payout will wait for ₹2,005.90")).toBeVisible();
      await expectSoundInBothThemes(page, "the review", "[role=dialog]:not([popover])");
      await review.getByRole("button", { name: "Confirm and get OTP" }).click();
      await expect(page.getByRole("dialog").getByText("Resend in")).toBeVisible();
      await enterCode(page, await rokad.code(mobile, "payout"));
      await page.getByRole("button", { name: "Pay ₹3,005.90" }).click();
      await expect(
        page.getByText("Your payout of ₹3,000.00 to Asha Rao waits for funds."),
      ).toBeVisible();
      await page.getByRole("link", { name: "View payout" }).click();
      await expect(page.getByText("Waiting for ₹2,005.90")).toBeVisible();
      await expect(page.getByText("It is next. Nothing is on hold.")).toBeVisible();
      await arrived(page);
      await expectSoundInBothThemes(page, "a payout that waits");

      await rokad.pay(mobile, "ravi@upi", 388);
      await page.goto("/dashboard");
      await arrived(page);
      await expect(page.getByText("2 payouts wait for ₹2,399.80").first()).toBeVisible();
      await expectSoundInBothThemes(page, "the dashboard while payouts wait");
      await page.getByRole("link", { name: "2 payouts wait for ₹2,399.80" }).click();
      await arrived(page);
      await expect(page.getByText("No. 2 · ₹2,399.80 missing")).toBeVisible();
      await expectSoundInBothThemes(page, "the history of what waits");

      await visibleLink(page, "Asha Rao").click();
      await expect(page.getByText("Waiting for ₹2,005.90")).toBeVisible();
      await deposit(rokad, mobile, 2_100);
      // The open page updates automatically.
      await expect(page.getByText("Waiting for ₹2,005.90")).toHaveCount(0);
      await expect(page.getByText(/Paid to the beneficiary/)).toBeVisible();
      await expectSoundInBothThemes(page, "a payout that waited and is paid");

      await page.goto("/dashboard/payouts/history?status=waiting_for_funds");
      await arrived(page);
      await visibleLink(page, "Sample Traders").click();
      await page.getByRole("button", { name: "Cancel payout" }).click();
      const cancel = page.getByRole("dialog", { name: "Cancel this payout?" });
      await expect(cancel).toContainText("Nothing is on hold");
      await cancel.getByRole("button", { name: "Cancel payout" }).click();
      await expect(page.getByText("Cancelled while it waited for funds")).toBeVisible();
      await expectSoundInBothThemes(page, "a payout that was not funded");
      await page.goto("/dashboard/payouts/history?status=not_funded");
      await arrived(page);
      await expect(page.getByText("Cancelled").filter({ visible: true }).first()).toBeVisible();
    },
  );
}
