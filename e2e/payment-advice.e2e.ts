// The guarantee: a business turns payment advices on, chooses one with a payout or sends it later, and the
// beneficiary reads it on a phone without signing in, until it is revoked.
import { enter, enterCode, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

test("a beneficiary reads the advice of a payout on a phone, until it is revoked [43.9]", async ({
  page,
  rokad,
  browser,
}) => {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  await enter(page, rokad, mobile, "/dashboard/settings/approval-policy");
  await arrived(page);
  await page.getByRole("button", { name: "Turn payment advices on" }).click();
  await expect(page.getByRole("button", { name: "Turn payment advices off" })).toBeVisible();
  await expectSoundInBothThemes(page, "the setting of payment advices");

  await page.goto("/dashboard/payouts");
  await arrived(page);
  await page.getByRole("radio", { name: /IMPS/ }).check();
  await page.getByLabel("Account number").fill("000123456789");
  await page.getByLabel("IFSC code").fill("HDFC0000001");
  await page.getByLabel("Beneficiary name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha.advice@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("12 MG Road");
  await page.getByLabel("Amount").fill("1500.25");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  const review = page.getByRole("dialog", { name: "Confirm payout" });
  await review.getByRole("checkbox", { name: /payment advice to asha.advice@example.com/ }).check();
  await expectSoundInBothThemes(page, "the review", "[role=dialog]:not([popover])");
  await review.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(page.getByRole("dialog").getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "payout"));
  await page.getByRole("button", { name: "Pay ₹1,506.15" }).click();
  await page.getByRole("link", { name: "View payout" }).click();
  await expect(page.getByText(/Paid to the beneficiary/)).toBeVisible();
  await arrived(page);
  await expect(page.getByText("Works")).toBeVisible({ timeout: 30_000 });
  await expectSoundInBothThemes(page, "a payout with a payment advice");

  const [mail] = await rokad.emails("asha.advice@example.com");
  const [path = ""] = /\/advice\?link=[\w-]+/.exec(mail?.text ?? "") ?? [];
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  });
  const letter = await phone.newPage();
  await letter.goto(`${rokad.origin}${path}`);
  await expect(letter.getByRole("heading", { name: "Payment advice" })).toBeVisible();
  await expect(letter.getByText("₹1,500.25")).toBeVisible();
  await expect(letter.getByText("****6789")).toBeVisible();
  expect(await letter.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await letter.emulateMedia({ colorScheme: "dark" });
  await expect(letter.locator("body")).toHaveCSS("background-color", "rgb(16, 18, 22)");

  await page.getByRole("button", { name: "Copy new link" }).click();
  await expect(page.getByText("Your new link. It is shown only now.")).toBeVisible();
  await page
    .getByRole("button", { name: "Revoke the payment advice: asha.advice@example.com" })
    .click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  await letter.reload();
  await expect(letter.getByText(/This payment advice is not available/)).toBeVisible();
  await phone.close();
});
