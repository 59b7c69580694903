// The guarantee: a super admin records the platform's own money with a signature, sees what explains each
// balance, and takes a wrong record back.
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

test("a top-up is recorded with a signature, explained, and taken back; a balance is compared", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.float);
  await arrived(page);
  const sandbox = page.getByRole("region", { name: "Sandbox", exact: true });
  await expect(sandbox.getByText("Differs", { exact: true })).toBeVisible();
  await expect(
    sandbox.getByText("₹1,00,00,00,000.00 received by the provider, and not in our books"),
  ).toBeVisible();
  const movements = page.getByRole("table", { name: "Movements of own money, newest first" });

  // The opening balance of the sandbox bank is in its list.
  await sandbox.getByRole("button", { name: "Record ₹1,00,00,00,000.00" }).click();
  const dialog = page.getByRole("dialog", { name: "Record transfer" });
  await dialog.getByRole("button", { name: "Record transfer" }).click();
  await expect(dialog.getByText("Say what the money is for")).toBeVisible();
  await dialog.getByLabel("Note").fill("Opening balance");
  await pressAndSign(dialog, "Record transfer", rokad);
  await expect(page.getByText("Transfer recorded")).toBeVisible();
  await expect(movements.getByRole("row").filter({ hasText: "Own funds → Sandbox" })).toBeVisible();
  await expect(sandbox.getByRole("button", { name: /^Record ₹/ })).toHaveCount(0);

  // A top-up needs its UTR and the code for exactly these values.
  await page.getByRole("button", { name: "Record transfer" }).first().click();
  await dialog.getByLabel("Amount").fill("75,000");
  await expect(dialog.getByLabel("Receiving account")).toHaveText("Demo collections ****0042");
  await dialog.getByRole("button", { name: "Record transfer" }).click();
  await expect(dialog.getByText("UTR is required")).toBeVisible();
  const utr = `HDFCN5202${String(Date.now()).slice(-7)}`;
  await dialog.getByLabel("UTR").fill(utr.toLowerCase());
  await pressAndSign(dialog, "Record transfer", rokad);
  const row = movements.getByRole("row").filter({ hasText: utr });
  await expect(row.getByText("Bank account → Sandbox")).toBeVisible();
  await expect(row.getByText("Demo collections ****0042")).toBeVisible();
  await expect(row.getByText("Not yet")).toBeVisible();

  // The same transfer again is refused, also in another spelling.
  await page.getByRole("button", { name: "Record transfer" }).first().click();
  await dialog.getByLabel("Amount").fill("75000");
  await dialog.getByLabel("UTR").fill(utr);
  await dialog.getByRole("button", { name: "Record transfer" }).click();
  await expect(dialog.getByText(/is already recorded$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await row.getByRole("button", { name: "Reverse" }).click();
  const correction = page.getByRole("dialog", { name: "Reverse transfer" });
  await correction.getByLabel("Reason").fill("Typed the wrong amount");
  await pressAndSign(correction, "Reverse transfer", rokad);
  await expect(page.getByText("Transfer reversed")).toBeVisible();
  await expect(row.filter({ hasText: "Correction" })).toBeVisible();
  await expect(row.filter({ hasText: "Reversed" })).toBeVisible();

  const bank = page.getByRole("region", { name: "Demo collections" });
  await bank.getByRole("button", { name: "Record closing balance" }).click();
  const balance = page.getByRole("dialog", { name: "Record closing balance" });
  await balance.getByLabel("Balance at the end of the day").fill("1,234.56");
  await balance.getByRole("button", { name: "Record balance" }).click();
  await expect(bank.getByText("₹1,234.56").first()).toBeVisible();
  await expect(bank.getByText(/at the bank than our books explain$/)).toBeVisible();

  await page.getByRole("button", { name: "Book charges" }).click();
  const charges = page.getByRole("dialog", { name: "Book charges" });
  await charges.getByLabel("Fee").fill("1250");
  await charges.getByLabel("GST").fill("225");
  await charges.getByLabel("Report or invoice").fill("Report of the day");
  await pressAndSign(charges, "Book charges", rokad);
  const days = page.getByRole("table", { name: "Provider charges by day, newest first" });
  await expect(days.getByText("₹1,475.00")).toBeVisible();

  await page.goto(superAdminPaths.books);
  await arrived(page);
  await expect(page.getByText("Providers' fees")).toBeVisible();
  await expect(page.getByRole("link", { name: "Bank statement" })).toBeVisible();
});

test("the dialogs of the Float page are sound in every look", async ({ page, rokad }) => {
  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.float);
  await arrived(page);
  const panel = "[role=dialog]:not([popover])";
  const dialog = page.getByRole("dialog");
  for (const button of ["Record transfer", "Record closing balance", "Book charges"]) {
    await page.getByRole("button", { name: button }).first().click();
    await expect(dialog).toBeVisible();
    // With its complaints.
    await dialog
      .getByRole("button", { name: /^(Record transfer|Record balance|Book charges)$/ })
      .click();
    for (const width of widths) {
      await page.setViewportSize(width);
      await expectSoundInBothThemes(page, button, panel);
    }
    await page.setViewportSize(widths[0]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
  }
});
