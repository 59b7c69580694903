import type { Page } from "@playwright/test";
import { todayInIndia } from "@rokad/contract/fields";
import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { formatMoney } from "@rokad/money/format";
import { readPdf } from "../apps/server/test/read-pdf.ts";
import { readSheet } from "../apps/server/test/read-sheet.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { readCsv } from "./read-csv.ts";
import { saveDownload } from "./save-download.ts";

const admin = "9000000001";
const operator = "9000000002";

async function analyticsOf(rokad: Rokad, query: string): Promise<PlatformAnalytics> {
  const { token } = await rokad.admin();
  return (await rokad.call(token, "GET", `/super-admin/analytics?${query}`)) as PlatformAnalytics;
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

test.describe("Analytics", () => {
  test.use({ serverMayFail: true });

  test("shows a super admin a period in charts, tables and files, and the money on hold [29.1]", async ({
    page,
    rokad,
  }) => {
    const pending = await rokad.pay(operator, "pending@upi", 1_234.5);
    await rokad.pay(operator, "failure@upi", 50);
    const today = todayInIndia();
    await enter(page, rokad, admin, "/super-admin/analytics");
    const card = (name: string) => page.getByRole("group", { name, exact: true });
    await settled(page);

    // A preset applies at once and is in the URL; Back undoes it.
    await page.getByLabel("Period").selectOption("This financial year");
    await expect(page).toHaveURL(/from=\d{4}-04-01&to=/);
    await settled(page);
    const from = new URL(page.url()).searchParams.get("from") ?? "";
    const year = await analyticsOf(rokad, `from=${from}&to=${today}`);
    await expect(card("Volume")).toContainText(formatMoney(year.totals.volume));
    await expect(card("Payouts")).toContainText(year.totals.count.toLocaleString("en-IN"));
    await expect(card("Success rate")).toContainText(`${year.totals.success_rate}%`);
    await expect(card("Fees earned")).toContainText(formatMoney(year.totals.fees));
    await expect(card("GST due")).toContainText(formatMoney(year.totals.gst));
    for (const { name, volume } of [...year.by_tenant.top, ...year.by_bank.top]) {
      await expect(page.getByRole("row").filter({ hasText: name }).first()).toContainText(
        formatMoney(volume),
      );
    }
    const [reason] = year.failure_reasons;
    await expect(page.getByRole("table", { name: "Top failure reasons" })).toContainText(
      reason?.reason ?? "no reason",
    );
    await page.goBack();
    await expect(page).not.toHaveURL(/from=/);

    // By keyboard: selects another figure and reads its last day.
    await page.getByRole("radio", { name: "Volume" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Payouts" })).toBeChecked();
    const chart = page.getByRole("slider", { name: "Payouts by day" });
    await chart.focus();
    await page.keyboard.press("End");
    await expect(chart).toHaveAttribute(
      "aria-valuetext",
      /Successful \d+, In progress \d+, Failed/,
    );

    // Every table has an export.
    const part = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "By tenant" }) })
      .last();
    const { name, bytes } = await saveDownload(part.getByRole("button", { name: "Export CSV" }));
    expect(name).toMatch(/^analytics-by-tenant-.*\.csv$/);
    const month = await analyticsOf(rokad, "");
    expect(readCsv(bytes.toString()).map((row) => row["Tenant"])).toEqual(
      month.by_tenant.top.map((each) => each.name),
    );

    // Money on hold: the one open payout with its fee and GST.
    await expect(card("Held for payouts")).toContainText("₹1,240.40");
    await expect(card("Held for payouts")).toContainText("1 payout without an outcome");
    await expect(page.getByRole("row").filter({ hasText: "Under 5 minutes" })).toContainText(
      "₹1,240.40",
    );
    expect(pending).toBeTruthy();

    // A period longer than a year shows an error; a failed section leaves the other visible.
    await page.goto("/super-admin/analytics?from=2020-01-01&to=2026-01-01");
    await expect(page.getByRole("alert")).toContainText("Choose a period of at most a year");
    await expect(card("Held for payouts")).toContainText("₹1,240.40");
    await page.route("**/super-admin/analytics/held", (route) => route.fulfill({ status: 500 }), {
      times: 1,
    });
    await page.goto("/super-admin/analytics");
    await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
    await expect(card("Held for payouts")).toContainText("₹1,240.40");
  });
});

test("creates reports in the background, and each file matches the API [29.1]", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, admin, "/super-admin/reports");
  await expect(page.getByText("No reports yet")).toBeVisible();
  await page.getByLabel("Report", { exact: true }).selectOption("Payouts by day and tenant");
  await page.getByLabel("Period").selectOption("Last 30 days");
  const from = await dayIn(page, "From Date");
  const to = await dayIn(page, "To Date");
  const files: Record<string, Buffer> = {};
  for (const format of ["Excel", "CSV", "PDF"]) {
    await page.getByText(format, { exact: true }).first().click();
    await page.getByRole("button", { name: `Create ${format} report` }).click();
    const row = page.getByRole("row").nth(1);
    await expect(row).toContainText(format);
    // The report appears without a reload.
    await expect(row).toContainText("Ready");
    const { name, bytes } = await saveDownload(row.getByRole("button", { name: /^Download / }));
    expect(name).toBe(
      `payouts-by-day-and-tenant-${from}-to-${to}.${format.toLowerCase().replace("excel", "xlsx")}`,
    );
    files[format] = bytes;
  }
  const text = readCsv((files["CSV"] ?? Buffer.alloc(0)).toString());
  const sheet = readSheet(files["Excel"] ?? Buffer.alloc(0));
  const paper = (await readPdf(files["PDF"] ?? Buffer.alloc(0))).join(" ");
  const total = text.at(-1) ?? {};
  const { totals } = await analyticsOf(rokad, `from=${from}&to=${to}`);
  const figure = (title: string) => total[title] ?? "";
  expect(sheet).toHaveLength(text.length + 1);
  const numbers = (cells: readonly string[]) => cells.map(Number).filter(Boolean);
  expect(numbers(sheet.at(-1) ?? [])).toEqual(numbers(Object.values(total)));
  for (const title of ["Held with charges", "Paid out", "Fees", "GST"]) {
    expect(paper).toContain(indian(figure(title)));
  }
  // The report's fees are those of paid payouts; analytics subtract refunded fees.
  expect(Number(figure("Fees")) * 100).toBeGreaterThanOrEqual(totals.fees.amount);
  expect(totals.fees.amount).toBeGreaterThan(0);

  // The list survives a reload, and a phone shows all of it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole("button", { name: /^Download / })).toHaveCount(3);
  const html = page.locator("html");
  expect(await html.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
});

async function dayIn(page: Page, label: string): Promise<string> {
  const typed = await page.getByLabel(label, { exact: true }).inputValue();
  return typed.split("/").toReversed().join("-");
}

/** Formats "1234567.50" as "12,34,567.50". */
function indian(amount: string): string {
  return Number(amount).toLocaleString("en-IN", { minimumFractionDigits: 2 });
}
