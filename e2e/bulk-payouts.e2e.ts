// The guarantee: from a file to paid rows with one signature; a wrong row is mended in sight first, and
// what the rehearsal says is what leaves the wallet.
import type { Page } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { stepUpDialog, signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const file = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(["Employee Name,A/c No,IFSC Code,Net Pay", ...rows].join("\n")),
});

async function upload(page: Page, salaries: ReturnType<typeof file>, rows: string) {
  await page.getByRole("button", { name: "New batch" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
  await dialog.getByLabel("Choose a file").setInputFiles(salaries);
  await dialog.getByRole("button", { name: `Check ${rows}` }).click();
}

for (const { device, viewport } of [
  { device: "a desk", viewport: { width: 1440, height: 900 } },
  { device: "a phone", viewport: { width: 360, height: 740 } },
]) {
  test(`salaries go from a file to paid rows with one signature, on ${device}`, async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
    await page.setViewportSize(viewport);
    await enter(page, rokad, mobile, "/dashboard/bulk-payouts");
    await arrived(page);
    await expectSoundInBothThemes(page, "no batches");
    const salaries = file(
      "salaries.csv",
      'Asha Rao,7005 0010 0001,hdfc0000060,"₹1,500.50"',
      "Kiran Traders,700500100002,HDFC0000060,2000",
      "Meera Iyer,7005,HDFC0000060,300",
    );
    await upload(page, salaries, "3 rows");
    await expect(page.getByRole("heading", { name: "salaries.csv" })).toBeVisible();
    await expect(page.getByText("Mend or remove 1 row first")).toBeVisible();
    await expect(page.getByText(/A spreadsheet may have dropped zeros/)).toBeVisible();
    await expectSoundInBothThemes(page, "a draft with a wrong row");

    await page.getByRole("button", { name: "Edit line 4" }).click();
    const edit = page.getByRole("dialog", { name: "Edit line 4" });
    await expectSoundInBothThemes(page, "a row to mend", "[role=dialog]:not([popover])");
    await edit.getByLabel("Account number").fill("7005001X0002");
    await edit.getByRole("button", { name: "Check and save" }).click();
    await expect(edit.getByRole("alert")).toHaveText("Account number must be 9-18 digits");
    await edit.getByLabel("Account number").fill("700500100003");
    await edit.getByRole("button", { name: "Check and save" }).click();
    await expect(edit).toHaveCount(0);

    await page.getByRole("button", { name: "Sign and pay ₹3,800.50" }).click();
    const start = page.getByRole("dialog", { name: "Pay this batch?" });
    await expect(start).toContainText("₹3,818.20");
    await expectSoundInBothThemes(page, "what one signature pays", "[role=dialog]:not([popover])");
    await start.getByRole("button", { name: "Sign and pay ₹3,800.50" }).click();
    await expect(stepUpDialog(page)).toContainText("Pay 3 rows of salaries.csv, ₹3,800.50");
    await signStepUp(page, rokad, mobile);
    await expect(page.getByText("₹3,800.50 of ₹3,800.50 paid")).toBeVisible();
    await expect(page.getByText("Finished", { exact: true })).toBeVisible();
    await page.getByLabel("Rows").selectOption("All rows (3)");
    await expect(page.getByText(/UTR/).first()).toBeVisible();
    await expectSoundInBothThemes(page, "a finished batch");
    const [results] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Results" }).click(),
    ]);
    expect(results.suggestedFilename()).toContain("salaries");

    await page.getByRole("link", { name: "Bulk Payouts" }).first().click();
    await expect(page.getByText("3 of 3 paid")).toBeVisible();
    await upload(page, salaries, "3 rows");
    const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
    await expect(dialog.getByRole("alert")).toContainText("uploaded this file");
    await expect(dialog.getByRole("button", { name: "Check it to pay it again" })).toBeVisible();
  });
}

test("a batch goes back with a reason, comes again, and is paid by the last approval", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const preparer = await rokad.newMember(mobile, "Priya Nair", "preparer");
  const approver = await rokad.newMember(mobile, "Anil Kumar", "approver");
  await enter(page, rokad, preparer, "/dashboard/bulk-payouts");
  await upload(page, file("vendors.csv", "Kiran Traders,700500300001,HDFC0000060,2000"), "1 row");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  const submit = page.getByRole("dialog", { name: "Submit this batch?" });
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText("Awaiting approval", { exact: true })).toBeVisible();

  const context = await browser.newContext({ baseURL: rokad.origin });
  const second = await context.newPage();
  await enter(second, rokad, approver, "/dashboard/requests");
  await second.getByRole("link", { name: "Review vendors.csv" }).click();
  await expect(second.getByRole("heading", { name: "vendors.csv" })).toBeVisible();
  await arrived(second);
  await expectSoundInBothThemes(second, "a batch to approve");
  await second.getByRole("button", { name: "Send back" }).click();
  const back = second.getByRole("dialog", { name: "Send this batch back?" });
  await back.getByLabel("Reason").fill("Kiran Traders is paid already");
  await back.getByRole("button", { name: "Send back" }).click();
  await expect(second.getByText("Draft", { exact: true })).toBeVisible();

  await expect(page.getByText("Kiran Traders is paid already")).toBeVisible();
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await second.getByRole("button", { name: "Approve ₹2,000.00" }).click();
  const approve = second.getByRole("dialog", { name: "Approve this batch?" });
  await approve.getByRole("button", { name: "Sign and approve ₹2,000.00" }).click();
  await signStepUp(second, rokad, approver);
  await expect(second.getByText("₹2,000.00 of ₹2,000.00 paid")).toBeVisible();
  await context.close();
});
