// The guarantee: a person verifies an address, chooses what reaches them, and an e-mail about a failed
// payout leads to that payout after the sign-in.
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, enterCode, expect, requestCode, test } from "./journey.ts";
import { expectSoundInBothThemes } from "./sound.ts";

for (const { device, viewport, tag } of devices) {
  test(
    `sets an address, chooses, and opens a failed payout from its e-mail, on ${device} [41.12]`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const email = `asha${viewport.width}@example.com`;
      const { mobile } = await rokad.tenant({ rupees: 5_000 });
      await enter(page, rokad, mobile);
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("link", { name: "Notifications" }).click();
      await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
      await expectSoundInBothThemes(page, "choices without an address");

      // Keyboard only, and a wrong address first.
      const field = page.getByLabel("E-mail address", { exact: true }).getByRole("textbox");
      await field.fill("asha@");
      await field.press("Enter");
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await field.fill(email);
      await field.press("Enter");
      await expect(page.getByText(`Enter the code that we sent to ${email}`)).toBeVisible();
      await expectSoundInBothThemes(page, "choices with an unverified address");
      await expect.poll(async () => (await rokad.emails(email)).length).toBe(1);
      const [verification] = await rokad.emails(email);
      expect(verification?.purpose).toBe("verify_email");
      await page.getByLabel("Code from the e-mail").fill(verification?.code ?? "");
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("Verified", { exact: true })).toBeVisible();

      const failed = page.getByRole("checkbox", { name: "Payout failed by e-mail" });
      await expect(failed).toBeChecked();
      const texts = page.getByRole("checkbox", { name: "Payout failed by SMS" });
      await texts.focus();
      await page.keyboard.press("Space");
      await page.getByRole("checkbox", { name: "Deposit approved by e-mail" }).uncheck();
      await page.reload();
      await expect(texts).toBeChecked();
      await expect(
        page.getByRole("checkbox", { name: "Deposit approved by e-mail" }),
      ).not.toBeChecked();
      await expectSoundInBothThemes(page, "choices with a verified address");

      const payoutId = await rokad.pay(mobile, "failure@upi", 250);
      const about = async () =>
        (await rokad.emails(email)).find(({ purpose }) => purpose === "payout_failed");
      await expect.poll(about).toBeDefined();
      const mail = await about();
      expect(mail?.subject).toBe("Payout failed · Rokad");
      const link = /http:\/\/\S+(\/dashboard\/payouts\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
      expect(link).toBe(`/dashboard/payouts/${payoutId}`);

      // The e-mail itself, as a phone or a desk shows it.
      const shown = await page.context().newPage();
      await shown.setViewportSize(viewport);
      await shown.setContent(mail?.html ?? "");
      const sideways = await shown
        .locator("html")
        .evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(sideways).toBe(0);
      await expect(shown.getByRole("link", { name: "Open in the console" })).toBeVisible();
      await shown.close();

      // In a browser that is signed out, the link asks for the sign-in and then shows the payout.
      await page.evaluate("localStorage.clear()");
      await page.goto(link);
      await expect(page).toHaveURL(/\/login/);
      await requestCode(page, mobile);
      await enterCode(page, await rokad.code(mobile, "sign_in"));
      await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
      await expect(page).toHaveURL(new RegExp(payoutId));
      await expect(page.getByText("₹250.00").first()).toBeVisible();
    },
  );
}

test("a super admin signs a new address and sees what the mail server does [41.12]", async ({
  page,
  rokad,
}) => {
  const email = "nisha@example.com";
  const { mobile } = await rokad.newAdmin("Nisha Rao");
  await enter(page, rokad, mobile, paths.notifications);
  const field = page.getByLabel("E-mail address", { exact: true }).getByRole("textbox");
  await field.fill(email);
  await field.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`Change your e-mail address to ${email}`)).toBeVisible();
  await dialog.getByRole("button", { name: "Fill" }).click();
  await dialog.getByRole("button", { name: "Sign and continue" }).click();
  // Until it is closed, the dialog's own button has the same name.
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Fill" }).click();
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();

  await page.goto("/super-admin/payment-gateway");
  const card = page.getByLabel("Mail server", { exact: true });
  await expect(card.getByText("the sandbox keeps e-mails")).toBeVisible();
  await card.getByRole("button", { name: "Send test e-mail" }).click();
  await expect(page.getByText("Not sent: No mail server is set")).toBeVisible();
});
