// The guarantee: before a batch is paid, its page names the holder of each new account, an account that
// does not exist stops it, and a different name is paid only after a person confirmed it in sight.
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

/** The sandbox bank has the first account under another name, and not the last one. */
const rows = [
  "Employee Name,A/c No,IFSC Code,Net Pay",
  "Asha Rao,000000000401,HDFC0000401,100",
  "Kiran Traders,700500700002,HDFC0000060,200",
  "Meera Iyer,000000000404,HDFC0000404,300",
];

for (const { device, viewport, tag } of devices) {
  test(
    `new accounts are checked, corrected and confirmed before they are paid, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, "/dashboard/bulk-payouts");
      await page.getByRole("button", { name: "New batch" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
      await dialog.getByLabel("Choose a file").setInputFiles({
        name: "new-payees.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(rows.join("\n")),
      });
      await dialog.getByRole("button", { name: "Check 3 rows" }).click();
      const pay = page.getByRole("button", { name: /^Confirm and pay/ });
      await expect(page.getByText("Check 3 new accounts before you pay")).toBeVisible();
      await expect(pay).toBeDisabled();
      await expectSoundInBothThemes(page, "unchecked accounts");

      await page.getByRole("button", { name: "Check 3 new accounts" }).click();
      await expect(page.getByText("Fix or remove 1 row")).toBeVisible();
      await expect(
        page.getByRole("heading", { name: "Different names at the bank" }),
      ).toBeVisible();
      await expect(page.getByText("RAVINDRA V KULKARNI").first()).toBeVisible();
      await expectSoundInBothThemes(page, "a different name at the bank");

      await page.getByRole("button", { name: "Edit line 4" }).click();
      const edit = page.getByRole("dialog", { name: "Edit line 4" });
      await expect(edit.getByRole("alert")).toHaveText("The bank found no such account. Check it.");
      await edit.getByLabel("Account number").fill("700500700003");
      await edit.getByRole("button", { name: "Check and save" }).click();
      await expect(edit).toHaveCount(0);
      await page.getByRole("button", { name: "Check 1 new account" }).click();
      await expect(page.getByText("Check 1 new account before you pay")).toHaveCount(0);
      await expect(page.getByText("Checking 1 new account")).toHaveCount(0);
      // Between two answers the page says neither; the row then has the bank's name.
      await expect(page.getByText("Name at bank: MEERA IYER").first()).toBeVisible();

      const confirmation = page.getByLabel("Line 2: pay under the name you entered");
      await confirmation.check();
      await expect(page.getByText("Each one is paid under the entered name.")).toBeVisible();
      await pay.click();
      const start = page.getByRole("dialog", { name: "Pay this batch?" });
      await expect(start).toContainText("1 row under another name");
      await start.getByRole("button", { name: /^Confirm and pay/ }).click();
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("₹600.00 of ₹600.00 paid")).toBeVisible();
    },
  );
}
