// The guarantee: the confirmation shows the name at the bank before an OTP is sent. Another name
// needs an explicit confirmation, no account gets no OTP, and an unknown name does not block.
import { enter, expect, test } from "./journey.ts";
import { accounts, addAccount, rowOf, tenantNamed } from "./queues.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

test("shows the name at the bank before the OTP, asks to confirm another name, and stops for no account [36.1]", async ({
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
  await expect(dialog.getByText("Name at bank: ASHA DEVI")).toBeVisible();
  await expect(dialog.getByText("Matches the name you entered.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await review("unknown@upi");
  await expect(dialog.getByText("Name not checked")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Confirm and get OTP" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await review("invalid@upi");
  await expect(dialog.getByText("Account not found")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /get OTP/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Back to the form" }).click();

  await review("othername@upi");
  await expect(dialog.getByText("Name at bank: RAVINDRA V KULKARNI")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize(width);
    await expectSoundInBothThemes(page, "another name", "[role=dialog]:not([popover])");
  }
  await dialog.getByRole("button", { name: "Send anyway and get OTP" }).click();
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
});

test("shows a bank account's name at the bank to its owner and to the reviewer [36.9]", async ({
  page,
  rokad,
}) => {
  const { mobile, token } = await tenantNamed(rokad, "Kaveri Traders");
  // A change before the live stream opens appears only with the next poll.
  const streamOpens = page.waitForResponse("**/api/v1/live");
  await enter(page, rokad, mobile, "/dashboard/settings/whitelist-bank-accounts");
  await streamOpens;
  await addAccount(rokad, token, {
    account_holder_name: "Kaveri Traders",
    account_number: "000000000401",
    ifsc_code: "HDFC0000401",
  });
  // The card appears without a reload, and the name at the bank shortly after.
  await expect(page.getByText("RAVINDRA V KULKARNI")).toBeVisible();
  await expect(page.getByText("Different name")).toBeVisible();

  await enter(page, rokad, "9000000001", accounts);
  await rowOf(page, "Kaveri Traders").locator("[data-row]").click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText(
      /The name at the bank is RAVINDRA V KULKARNI; the tenant entered Kaveri Traders/,
    ),
  ).toBeVisible();
});
