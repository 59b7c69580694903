import { todayInIndia } from "@rokad/contract/fields";
import { formatMoney } from "@rokad/money/format";
import {
  answerOf,
  card,
  count,
  exported,
  loaded,
  operator,
  payoutsPath,
  rowsOf,
  rupees,
} from "./histories.ts";
import { enter, expect, readClipboard, test } from "./journey.ts";
import { slowLine } from "./slow-line.ts";

// The guarantee: Payout History shows the server's rows, applies filters on Apply and keeps them in
// the URL, stops at its last page, and exports all rows or nothing.

test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
});

test("shows the page of payouts with its totals and the totals of all results [9.1–5, 9.12–20, 9.27, 9.30, 26.9, 26.10, 26.15, 27.25]", async ({
  page,
  rokad,
}) => {
  const { data, total, summary, pagination } = await answerOf(rokad, operator, "/payouts?page=1");
  await enter(page, rokad, operator, payoutsPath);
  await loaded(page);
  const failed = data.filter(({ status }: { status: string }) => status === "failed");
  const succeeded = data.filter(({ status }: { status: string }) => status === "success");
  const sum = (rows: { amount: { amount: number } }[]) =>
    formatMoney({
      amount: rows.reduce((all, row) => all + row.amount.amount, 0),
      currency: "INR",
    });
  await expect(card(page, "Total Amount")).toContainText(
    sum(data.filter(({ status }: { status: string }) => status !== "failed")),
  );
  await expect(card(page, "Total Amount")).toContainText("Current page total");
  await expect(card(page, "Total Amount")).toContainText(formatMoney(summary.total_amount));
  await expect(card(page, "Total Charges")).toContainText("Fees & GST included");
  await expect(card(page, "Total Charges")).toContainText(
    formatMoney({ amount: (data.length - failed.length) * 590, currency: "INR" }),
  );
  await expect(card(page, "Success Rate")).toContainText(
    `${Math.round((succeeded.length * 100) / data.length)}%`,
  );
  await expect(card(page, "Success Rate")).toContainText(
    `${succeeded.length} of ${data.length} successful`,
  );
  await expect(card(page, "Pending")).toContainText("Awaiting processing");

  await expect(page.getByRole("columnheader")).toHaveText([
    "Date",
    "Amount",
    "Beneficiary",
    "Account",
    "IFSC",
    "Reference ID",
    "Charges",
    "GST",
    "Status",
    "Txn ID",
  ]);
  // Neither the page nor the table scrolls sideways, so the last column is visible.
  for (const box of [page.locator("html"), page.locator("table").locator("..")])
    expect(await box.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);

  const to = data.findIndex(
    (row: { account_number: string | null; status: string }) =>
      row.account_number && row.status === "success",
  );
  const [row, shown] = [data[to], rowsOf(page).nth(to)];
  await expect(shown).toContainText(`****${row.account_number.slice(-4)}`);
  await expect(shown).not.toContainText(row.account_number);
  await expect(shown).toContainText("+₹5.90 fee");
  for (const [label, value] of [
    ["Account number", row.account_number],
    ["IFSC code", row.ifsc_code],
    ["Reference ID", row.reference_id],
    ["UTR Number", row.utr_number],
  ]) {
    await shown.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByText(`${label} copied to clipboard`)).toBeVisible();
    expect(await readClipboard(page)).toBe(value);
  }
  // A copy button does not open the row.
  await expect(page).toHaveURL(new RegExp(`${payoutsPath}$`));

  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();

  const { name, rows } = await exported(page);
  await expect(page.getByText("Export completed successfully")).toBeVisible();
  expect(name).toBe(`payouts-export-${todayInIndia()}.csv`);
  const pages = await Promise.all(
    [1, 2].map((at) => answerOf(rokad, operator, `/payouts?limit=100&page=${at}`)),
  );
  const all = pages.flatMap((answer) => answer.data);
  expect(all).toHaveLength(total);
  expect(pagination.total_pages).toBe(Math.ceil(total / 20));
  expect(
    rows.map((each) => [each["Reference ID"], each["Amount"], each["Status"], each["UTR"]]),
  ).toEqual(
    all.map(
      (each: {
        reference_id: string;
        amount: { amount: number };
        status: string;
        utr_number: string | null;
      }) => [each.reference_id, rupees(each.amount), each.status, each.utr_number ?? ""],
    ),
  );

  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  for (const upiId of ["asha@okhdfc", "pending@upi", "pending@upi"])
    await rokad.pay(mobile, upiId, 100);
  await expect
    .poll(async () => (await answerOf(rokad, mobile, "/payouts?page=1")).summary.success_count)
    .toBe(1);
  await enter(page, rokad, mobile, payoutsPath);
  await expect(card(page, "Pending")).toHaveText("Pending2Awaiting processing2 in all results");
});

test("stops at the first and last page, and opens an existing page for an invalid URL [9.24–26, 27.20]", async ({
  page,
  rokad,
}) => {
  const { total } = await answerOf(rokad, operator, "/payouts?page=1");
  const pages = Math.ceil(total / 20);
  const pager = page.getByRole("navigation", { name: "Pages" });
  const numbers = pager.getByRole("button", { name: /^Page \d+$/ });
  await enter(page, rokad, operator, payoutsPath);
  await expect(pager).toContainText(`Showing 1 to 20 of ${count(total)} results`);
  await expect(numbers).toHaveCount(Math.min(5, pages));
  await expect(pager.getByRole("button", { name: "Previous" })).toBeDisabled();

  // The first page's rows stay while the second page loads.
  const first = await rowsOf(page).first().textContent();
  const arrives = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/payouts\?.*page=2/, async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
  await expect(rowsOf(page).first()).toHaveText(first ?? "");
  arrives.resolve();
  await expect(pager).toContainText(`Showing 21 to 40 of ${count(total)} results`);
  await expect(rowsOf(page).first()).not.toHaveText(first ?? "");
  await expect(page).toHaveURL(/page=2/);

  await page.goBack();
  await expect(pager).toContainText("Showing 1 to 20 of");
  await expect(rowsOf(page).first()).toHaveText(first ?? "");

  await pager.getByRole("button", { name: "Page 5" }).click();
  await expect(page).toHaveURL(/page=5/);
  const last = `Showing ${(pages - 1) * 20 + 1} to ${total} of ${count(total)} results`;
  for (const beyond of [pages, 999, 9_999_999]) {
    await page.goto(`${payoutsPath}?page=${beyond}`);
    await expect(pager).toContainText(last);
    await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled();
    await expect(page).toHaveURL(new RegExp(`page=${pages}$`));
  }
  for (const rubbish of [
    "page=0",
    "page=-3",
    "page=two",
    "status=lost&from=yesterday&to=31/02/2026",
  ]) {
    await page.goto(`${payoutsPath}?${rubbish}`);
    await expect(pager).toContainText("Showing 1 to 20 of");
    await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);
  }
});

test("applies payout filters from page 1 on Apply and restores them by link and Back [9.6–11, 9.22, 27.22]", async ({
  page,
  rokad,
}) => {
  await page.clock.install();
  await enter(page, rokad, operator, `${payoutsPath}?page=2`);
  await loaded(page);
  const before = await rowsOf(page).first().textContent();
  await page.clock.pauseAt(Date.now() + 1000);
  for (const status of ["Success", "Pending", "Processing", "Failed"])
    await page.getByLabel("Status").selectOption(status);
  await expect(rowsOf(page).first()).toHaveText(before ?? "");
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);

  // An export uses the filter bar's values, half a second after the last change.
  const { data: failed } = await answerOf(rokad, operator, "/payouts?status=failed&limit=100");
  const counted: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v1/payouts" && searchParams.get("limit") === "1")
      counted.push(searchParams.get("status") ?? "");
  });
  const file = exported(page);
  await expect(page.getByRole("button", { name: "Exporting..." })).toBeVisible();
  await page.clock.runFor(499);
  expect(counted).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => counted).toEqual(["failed"]);
  await page.clock.resume();
  const { rows } = await file;
  expect(rows.map((row) => row["Reference ID"])).toEqual(
    failed.map((row: { reference_id: string }) => row.reference_id),
  );

  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=failed$/);
  await expect(rowsOf(page)).toHaveCount(failed.length);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await expect(rowsOf(page).first()).toContainText("Failed");

  const day = failed.at(-1).created_at;
  const from = todayInIndia(new Date(day));
  await page.getByLabel("From Date", { exact: true }).fill(from);
  await page.getByLabel("To Date", { exact: true }).fill(from);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`status=failed&from=${from}&to=${from}$`));
  const ofThatDay = failed.filter(
    (row: { created_at: string }) => todayInIndia(new Date(row.created_at)) === from,
  );
  await expect(rowsOf(page)).toHaveCount(ofThatDay.length);

  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("failed");
  await expect(page.getByLabel("From Date", { exact: true })).toHaveValue(
    from.split("-").toReversed().join("/"),
  );
  await expect(rowsOf(page)).toHaveCount(ofThatDay.length);
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(failed.length);
  await expect(page.getByLabel("From Date", { exact: true })).toHaveValue("");

  await page.getByLabel("Status").selectOption("Pending");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No payouts found")).toBeVisible();
  await expect(page.getByText("No payout transactions match your current filters")).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL(new RegExp(`${payoutsPath}$`));
  await expect(page.getByLabel("Status")).toHaveValue("all");
  await expect(rowsOf(page)).toHaveCount(20);
  await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);
});

test("shows a long export's progress, stops it on request, and reports a broken one without a file [9.28, 9.29, 26.10]", async ({
  page,
  rokad,
}) => {
  const files: string[] = [];
  page.on("download", (file) => files.push(file.suggestedFilename()));
  const { total } = await answerOf(rokad, operator, "/payouts?page=1");
  await enter(page, rokad, operator, payoutsPath);
  const slow = await slowLine(rokad.origin, { parts: 80 });
  const brisk = await slowLine(rokad.origin, { parts: 6 });
  const breaks = await slowLine(rokad.origin, { breaksAfter: 5 });
  let line = slow;
  await page.route("**/payouts/export*", (route) =>
    route.continue({ url: line.url(route.request().url()) }),
  );
  const button = page.getByRole("button", { name: "Export CSV" });
  await button.click();
  await expect(page.getByText(`of ${count(total)} rows`)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Export" })).toBeVisible();
  // It continues while the person opens another page.
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page).toHaveURL(/dashboard$/);
  await page.goBack();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await expect(page.getByText("Export cancelled")).toBeVisible();

  line = breaks;
  await button.click();
  await expect(page.getByText("Failed to export data. Please try again.")).toBeVisible();
  expect(files).toEqual([]);

  line = brisk;
  await button.click();
  await expect(page.getByText("Export completed successfully")).toBeVisible();
  expect(files).toEqual([`payouts-export-${todayInIndia()}.csv`]);
  for (const each of [slow, brisk, breaks]) each.close();
});
