// The guarantee: from a file to paid rows with one signature; a wrong row is corrected in sight first, and
// what the check says is what leaves the wallet.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { readCsv } from "./read-csv.ts";
import type { Rokad } from "./rokad.ts";
import { saveDownload } from "./save-download.ts";
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

async function saveResults(page: Page, format: string) {
  await page.getByRole("button", { name: "Results" }).click();
  return saveDownload(page.getByRole("button", { name: format }));
}

const checkAccounts = (page: Page, accounts: string) =>
  page.getByRole("button", { name: `Check ${accounts}` }).click();

for (const { device, viewport, tag } of devices) {
  test(
    `salaries go from a file to paid rows with one signature, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
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
      await expect(page.getByText("Fix or remove 1 row")).toBeVisible();
      await expect(page.getByText(/A spreadsheet may have dropped zeros/).first()).toBeVisible();
      await expectSoundInBothThemes(page, "a draft with a wrong row");

      await page.getByRole("button", { name: "Edit line 4" }).click();
      const edit = page.getByRole("dialog", { name: "Edit line 4" });
      await expectSoundInBothThemes(page, "a row to correct", "[role=dialog]:not([popover])");
      await edit.getByLabel("Account number").fill("7005001X0002");
      await edit.getByRole("button", { name: "Check and save" }).click();
      await expect(edit.getByRole("alert")).toHaveText("Account number must be 9-18 digits");
      await edit.getByLabel("Account number").fill("700500100003");
      await edit.getByRole("button", { name: "Check and save" }).click();
      await expect(edit).toHaveCount(0);

      await checkAccounts(page, "3 new accounts");
      await page.getByRole("button", { name: "Confirm and pay ₹3,800.50" }).click();
      const start = page.getByRole("dialog", { name: "Pay this batch?" });
      await expect(start).toContainText("₹3,818.20");
      await expectSoundInBothThemes(
        page,
        "what one signature pays",
        "[role=dialog]:not([popover])",
      );
      await start.getByRole("button", { name: "Confirm and pay ₹3,800.50" }).click();
      await expect(stepUpDialog(page)).toContainText("Pay 3 rows of salaries.csv, ₹3,800.50");
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("₹3,800.50 of ₹3,800.50 paid")).toBeVisible();
      await expect(page.getByText("Finished", { exact: true })).toBeVisible();
      await page.getByLabel("Rows").selectOption("All rows (3)");
      await expect(page.getByText(/UTR/).first()).toBeVisible();
      await expectSoundInBothThemes(page, "a finished batch");
      const results = await saveResults(page, "Excel (XLSX)");
      expect(results.name).toBe("salaries-results.xlsx");

      await page.getByRole("link", { name: "Bulk Payouts" }).first().click();
      await page.getByRole("searchbox", { name: "Search" }).fill("rents");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByText("No batch matches your search and filters.")).toBeVisible();
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(page.getByText("3 of 3 paid")).toBeVisible();
      await upload(page, salaries, "3 rows");
      const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
      await expect(dialog.getByRole("alert")).toContainText("uploaded this file");
      await expect(dialog.getByRole("button", { name: "Check it to pay it again" })).toBeVisible();
    },
  );
}

test("a RazorpayX file shows the name of its template and asks for no column", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  await enter(page, rokad, mobile, "/dashboard/bulk-payouts");
  const content = await readFile(
    new URL("../apps/server/src/payouts/batches/samples/razorpayx-template.csv", import.meta.url),
  );
  await page.getByRole("button", { name: "New batch" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
  const salaries = { name: "payouts.csv", mimeType: "text/csv", buffer: content };
  await dialog.getByLabel("Choose a file").setInputFiles(salaries);
  await expect(dialog.getByRole("status")).toContainText("RazorpayX bulk payouts");
  await expect(dialog.getByText("Columns of the file")).toHaveCount(0);
  await expectSoundInBothThemes(page, "a known template", "[role=dialog]:not([popover])");
});

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
  await checkAccounts(page, "1 new account");
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

test("400 salaries go from file to receipt in at most 12 clicks, with one signature", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 500_000 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(`addEventListener("click", ({ isTrusted }) => {
    if (isTrusted) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
  });`);
  await enter(page, rokad, mobile, "/dashboard/bulk-payouts");
  await arrived(page);
  await page.evaluate(() => sessionStorage.setItem("clicks", "0"));
  const started = Date.now();
  const rows = Array.from(
    { length: 400 },
    (_, at) =>
      `Worker ${String.fromCodePoint(65 + (at % 26))},7006${mobile.slice(-4)}${1000 + at},HDFC0000060,1000`,
  );
  await upload(page, file("salaries-400.csv", ...rows), "400 rows");
  // The checks of an hour are fewer: the others are paid without.
  await checkAccounts(page, "400 new accounts");
  await page.getByRole("button", { name: "Confirm and pay ₹4,00,000.00" }).click();
  const start = page.getByRole("dialog", { name: "Pay this batch?" });
  await start.getByRole("button", { name: "Confirm and pay ₹4,00,000.00" }).click();
  await signStepUp(page, rokad, mobile);
  await expect(page.getByText("₹4,00,000.00 of ₹4,00,000.00 paid")).toBeVisible();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  const results = await saveResults(page, "CSV");
  const receipts = readCsv(results.bytes.toString());
  expect(receipts).toHaveLength(400);
  expect(new Set(receipts.map((row) => row["UTR"])).size).toBe(400);
  const clicks = await page.evaluate(() => Number(sessionStorage.getItem("clicks")));
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  test
    .info()
    .annotations.push({ type: "400 salaries", description: `${clicks} clicks, ${seconds} s` });
  expect(clicks).toBeGreaterThan(3);
  expect(clicks).toBeLessThanOrEqual(12);
});

/** Brings the time of the next due day forward; the day stays the one of the rule. */
const letDueDayCome = (rokad: Rokad, fileName: string) =>
  rokad.runSql(
    `update batch_schedules set next_due_at = now()
     where batch_id in (select id from payout_batches where file_name = $1)`,
    [fileName],
  );

for (const { device, viewport, tag } of devices) {
  test(
    `wages come again each month, and each batch is signed separately, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
      const name = `wages-${mobile}.csv`;
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, "/dashboard/bulk-payouts");
      await upload(page, file(name, "Asha Rao,700500500001,HDFC0000060,1500"), "1 row");
      await checkAccounts(page, "1 new account");
      await page.getByRole("button", { name: "Confirm and pay ₹1,500.00" }).click();
      const start = page.getByRole("dialog", { name: "Pay this batch?" });
      await start.getByRole("button", { name: "Confirm and pay ₹1,500.00" }).click();
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("Finished", { exact: true })).toBeVisible();

      await page.getByRole("button", { name: "Repeat" }).click();
      const repeat = page.getByRole("dialog", { name: "Repeat this batch" });
      await repeat.getByLabel("Day of the month").selectOption("Last day");
      await repeat
        .getByLabel("On a bank holiday")
        .selectOption("Prepare it on the working day before");
      await expect(repeat.getByText("Every month on the last working day, 10:00")).toBeVisible();
      await expectSoundInBothThemes(
        page,
        "when a batch comes again",
        "[role=dialog]:not([popover])",
      );
      await repeat.getByRole("button", { name: "Repeat batch" }).click();
      const repeating = page.getByRole("heading", { name: "Repeating batches" });
      await expect(repeating).toBeVisible();
      await page.goto("/dashboard/upcoming");
      await page.getByText("90 days", { exact: true }).click();
      await expect(page.getByText("To be signed then").first()).toBeVisible();
      await page.route("**/batch-schedules?*", (route) => route.abort());
      await page.goto("/dashboard/bulk-payouts");
      await expect(page.getByText("Failed to load repeating batches")).toBeVisible();
      await page.unroute("**/batch-schedules?*");
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(repeating).toBeVisible();

      await letDueDayCome(rokad, name);
      await expect(page.getByRole("link", { name: /^Batch for / })).toBeVisible();
      await expectSoundInBothThemes(page, "a batch that comes again");
      await page.getByRole("link", { name: /^Batch for / }).click();
      await expect(page.getByText(/^Prepared for /)).toBeVisible();
      await page.getByRole("button", { name: "Confirm and pay ₹1,500.00" }).click();
      await start.getByRole("button", { name: "Confirm and pay ₹1,500.00" }).click();
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("₹1,500.00 of ₹1,500.00 paid")).toBeVisible();

      await page.goto("/dashboard/bulk-payouts");
      await page.getByRole("button", { name: "Use its rows from now on" }).click();
      await expect(page.getByRole("button", { name: "Use its rows from now on" })).toHaveCount(0);
      await page.getByRole("button", { name: `Skip the next day of ${name}` }).click();
      const skip = page.getByRole("dialog", { name: /^Skip / });
      await skip.getByLabel("Reason").fill("Paid by hand");
      await skip.getByRole("button", { name: "Skip this day" }).click();
      await expect(page.getByText(/: skipped. Paid by hand/)).toBeVisible();
      await page.getByRole("button", { name: `Pause ${name}` }).click();
      await expect(page.locator("span").getByText("Paused", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: `Resume ${name}` }).click();
      // The row is drawn again with what can be done next.
      await expect(page.getByRole("button", { name: `Pause ${name}` })).toBeVisible();
      await page.getByRole("button", { name: `End ${name}` }).click();
      const end = page.getByRole("dialog", { name: "Stop repeating this batch?" });
      await end.getByLabel("Reason").fill("The project is over");
      await end.getByRole("button", { name: "Stop repeating" }).click();
      await expect(repeating).toHaveCount(0);
    },
  );
}
