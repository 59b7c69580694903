import { formatMoney } from "@rokad/money/format";
import { formatShortDay, formatTime } from "../apps/web/src/ui/dates.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { cardOf, section } from "./panels.ts";

// The guarantee: the dashboard shows the server's figures, on screen and to screen readers.

const operator = "9000000002";

async function answers(rokad: Rokad, mobile: string) {
  const { token } = await rokad.session(mobile);
  const ask = (path: string) => rokad.call(token, "GET", path);
  const [balance, summary, payouts, analytics, trend] = await Promise.all(
    [
      "/wallet/balance",
      "/payouts/summary",
      "/payouts?limit=5",
      "/payouts/analytics",
      "/payouts/trend",
    ].map(ask),
  );
  return { balance, summary, payouts, analytics, trend };
}

test("shows a business its own figures in every panel, and every link works [5.8, 5.10, 5.11, 5.14–18, 5.20, 5.22, 5.32, 5.33, 5.35, 5.36, 5.38–40, 5.43, 5.44, 24.20, 27.7, 27.8]", async ({
  page,
  rokad,
}) => {
  const { balance, summary, payouts, analytics, trend } = await answers(rokad, operator);
  await enter(page, rokad, operator);
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create Payout" })).toBeVisible();

  await test.step("the four cards", async () => {
    const total = cardOf(page, "Total Balance");
    await expect(total).toContainText(formatMoney(balance.main_balance));
    await expect(total).toContainText("Across all wallets");
    await expect(total).toContainText(/[+−]?[\d.]+% vs this time last month/);
    const today = cardOf(page, "Today's Volume");
    await expect(today).toContainText(formatMoney(summary.today_volume));
    const month = cardOf(page, "Monthly Volume");
    await expect(month).toContainText(formatMoney(summary.monthly_volume));
    await expect(month.getByRole("progressbar")).toHaveAccessibleName(/of ₹1Cr target/);
    await expect(cardOf(page, "Success Rate")).toContainText(`${summary.success_rate}%`);
  });

  await test.step("wallet overview and quick stats", async () => {
    await expect(page.getByRole("button", { name: "Add Money" })).toBeVisible();
    const stats = section(page, "Quick Stats");
    await expect(stats).toContainText(`Pending payouts${summary.pending_count}`);
    await expect(stats).toContainText(`Failed today${summary.failed_today_count}`);
    await expect(stats).toContainText(formatMoney(summary.average_amount));
  });

  await test.step("payout analytics and performance trend", async () => {
    const panel = section(page, "Payout Analytics");
    await expect(panel.getByRole("radio", { name: /^Volume/ })).toHaveAccessibleName(
      new RegExp(escaped(formatMoney(analytics.totals.volume))),
    );
    await expect(panel).toContainText(`${analytics.totals.success_rate}%`);
    const methods = panel.getByRole("table", { name: "Payouts by method" });
    await expect(methods).toContainText(formatMoney(analytics.by_method[0].volume));
    const banks = panel.getByRole("table", { name: "IMPS payouts by bank" });
    await expect(banks).toContainText(formatMoney(analytics.by_bank[0].volume));
    await expect(panel).toContainText(formatMoney(analytics.totals.gst));
    const fortnight = trend.days.reduce(
      (sum: number, day: { volume: { amount: number } }) => sum + day.volume.amount,
      0,
    );
    await expect(section(page, "Performance Trend")).toContainText(
      formatMoney({ amount: fortnight, currency: "INR" }),
    );
  });

  await test.step("recent payouts lead to their pages and to the history", async () => {
    const [newest] = payouts;
    const row = page.getByRole("listitem").filter({ hasText: `#${newest.reference_id}` });
    await expect(row).toContainText(newest.beneficiary_name);
    await expect(row).toContainText(newest.upi_id ?? `****${newest.account_number.slice(-4)}`);
    await expect(row).toContainText(formatMoney(newest.amount));
    await expect(row).toContainText(
      `${formatShortDay(newest.created_at)}, ${formatTime(newest.created_at)}`,
    );
    await expect(row.locator("[data-status]")).toHaveAttribute("data-status", newest.status);
    await row.getByRole("link", { name: "View details" }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/payouts/${newest.id}$`));
    await page.goBack();
    await row.click({ position: { x: 200, y: 8 } });
    await expect(page).toHaveURL(new RegExp(`/dashboard/payouts/${newest.id}$`));
    for (const name of ["View All", "View All Payouts"]) {
      await page.goBack();
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard\/payouts\/history$/);
    }
    await page.goBack();
    await section(page, "Recent Activity").getByRole("link", { name: "New Payout" }).click();
    await expect(page).toHaveURL(/\/dashboard\/payouts$/);
  });
});

test("shows a new business what will appear and what to do first [5.41, 5.42]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile);
  await expect(cardOf(page, "Total Balance")).toContainText("₹0.00");
  await expect(cardOf(page, "Success Rate")).toContainText("No completed payouts this month");
  await expect(page.getByText("No payouts in this period")).toBeVisible();
  await expect(page.getByText("No payouts in the last four weeks.")).toBeVisible();
  await expect(page.getByText("No recent payouts.", { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      "Your recent payout transactions will appear here once you start making payments.",
      { exact: true },
    ),
  ).toBeVisible();
  await page.getByRole("link", { name: "Create Your First Payout" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payouts$/);
});

test("offers the first payout without the feature too, and the page says why it can't be sent [5.42]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ features: [] });
  await enter(page, rokad, mobile);
  await page.getByRole("link", { name: "Create Your First Payout" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payouts$/);
  await expect(page.getByText("Payouts are not enabled for your account.")).toBeVisible();
});

test("hides analytics and Add Money from a shop without the features, and calls neither [5.9, 5.12, 5.13, 5.21, 5.23, 5.44, 24.20]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", features: [] });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await enter(page, rokad, mobile);
  await expect(page.getByText("Welcome to your Personal Dashboard")).toBeVisible();
  await expect(section(page, "Performance Trend")).toContainText(
    "No payouts in the last four weeks.",
  );
  await expect(page.getByText("Payout Analytics")).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Money" })).toBeHidden();
  expect(asked).not.toContain("/api/v1/payouts/analytics");
  await page.getByRole("link", { name: "Check Balance" }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallet$/);
  await page.goBack();
  await page.getByRole("link", { name: "Transaction History" }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallet\/history$/);
});

test("reads the charts by keyboard and as tables [5.31]", async ({ page, rokad }) => {
  const { analytics } = await answers(rokad, operator);
  const last = analytics.by_day.at(-1);
  const before = analytics.by_day.at(-2);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, rokad, operator);
  const panel = section(page, "Payout Analytics");
  const chart = panel.getByRole("slider", { name: "Volume by day" });
  await chart.focus();
  await expect(chart).toHaveAttribute(
    "aria-valuetext",
    new RegExp(escaped(formatMoney(last.volume))),
  );
  await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute(
    "aria-valuetext",
    new RegExp(`Volume ${escaped(formatMoney(before.volume))}, Payouts ${before.count}`),
  );
  await expect(chart.getByText(formatMoney(before.volume))).toBeVisible();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "1");

  await panel.getByRole("radio", { name: /^Volume/ }).focus();
  for (const name of ["Payouts by day", "Success rate by day", "Fees and GST by day"]) {
    await page.keyboard.press("ArrowRight");
    await expect(panel.getByRole("slider", { name })).toBeVisible();
  }

  await panel.getByRole("button", { name: "View as table" }).press("Enter");
  const table = panel.getByRole("table", { name: /^Payouts by day/ });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("row").nth(1)).toContainText(formatMoney(last.volume));
  await expect(panel.getByRole("slider")).toHaveCount(0);

  const asked = page.waitForRequest(/payouts\/analytics\?from=/);
  await panel.getByLabel("Period of the analytics").selectOption("7 days");
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get("to")).toBe(last.day);
  await expect(table.getByRole("row")).toHaveCount(8);

  const trend = section(page, "Performance Trend");
  await trend.getByRole("button", { name: "View as table" }).press("Enter");
  await expect(trend.getByRole("table").getByRole("row")).toHaveCount(15);
  const sideways = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
