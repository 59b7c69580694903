// The guarantee: who gets the money by the bank's word stands in the confirmation before a code is
// sent; another name needs an explicit yes, no account gets none, and not knowing stops nobody.
import { enter, expect, test } from "./journey.ts";
import { accounts, addAccount, rowOf, tenantNamed } from "./queues.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

test("the bank's name is shown before the code; another one needs a yes, no account gets none", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await enter(page, rokad, mobile, "/dashboard/payouts");
  await page.getByRole("radio", { name: /UPI/ }).check();
  await page.getByLabel("Beneficiary name").fill("Asha Devi");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("1 Sample Road, Pune");
  await page.getByLabel("Amount").fill("100");
  const dialog = page.getByRole("dialog");
  const review = async (upiId: string) => {
    await page.getByRole("textbox", { name: "UPI ID" }).fill(upiId);
    await page.getByRole("button", { name: "Initiate Payout" }).click();
  };

  await review("asha@upi");
  await expect(dialog.getByText("Name at the bank: ASHA DEVI")).toBeVisible();
  await expect(dialog.getByText("It agrees with the name that you typed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await review("unknown@upi");
  await expect(dialog.getByText("The name could not be checked")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Confirm and get OTP" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await review("invalid@upi");
  await expect(dialog.getByText("The bank says that there is no such account")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /get OTP/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Back to the form" }).click();

  await review("othername@upi");
  await expect(dialog.getByText("Name at the bank: RAVINDRA V KULKARNI")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize(width);
    await expectSoundInBothThemes(page, "another name", "[role=dialog]:not([popover])");
  }
  await dialog.getByRole("button", { name: "Send anyway and get OTP" }).click();
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
});

test("a bank account shows its owner and the reviewer whose it is by the bank's word", async ({
  page,
  rokad,
}) => {
  const { mobile, token } = await tenantNamed(rokad, "Kaveri Traders");
  // What happens before the page hears of changes is on it with its next poll only.
  const hears = page.waitForResponse("**/api/v1/events");
  await enter(page, rokad, mobile, "/dashboard/settings/whitelist-bank-accounts");
  await hears;
  await addAccount(rokad, token, {
    account_holder_name: "Kaveri Traders",
    account_number: "000000000401",
    ifsc_code: "HDFC0000401",
  });
  // The card comes without a reload, and the name at the bank a moment later.
  await expect(page.getByText("RAVINDRA V KULKARNI")).toBeVisible();
  await expect(page.getByText("Differs")).toBeVisible();

  await enter(page, rokad, "9000000001", accounts);
  await rowOf(page, "Kaveri Traders").locator("[data-row]").click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText(
      /The bank has this account under RAVINDRA V KULKARNI; Kaveri Traders was typed/,
    ),
  ).toBeVisible();
});
