import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { todayInIndia } from "@rokad/contract/fields";
import { formatMoney } from "@rokad/money/format";
import type { Page } from "@playwright/test";
import { enter, expect, test, type Rokad } from "./journey.ts";
import { readCsv } from "./read-csv.ts";
import { slowLine } from "./slow-line.ts";

// The three histories: what they show is what the server has, their filters count on Apply and
// live in the address, their pages have ends, and their exports are whole or nothing.

/** The demo's business, with weeks of history. */
const operator = "9000000002";
const payoutsPath = "/dashboard/payouts/history";
const walletPath = "/dashboard/wallet/history";
const depositsPath = "/dashboard/wallet/deposits";

/** The whole answer of a list, beside the browser. */
// oxlint-disable-next-line typescript/no-explicit-any -- a journey reads an answer freely
async function answerOf(rokad: Rokad, mobile: string, path: string): Promise<any> {
  const { token } = await rokad.session(mobile);
  const answer = await fetch(`${rokad.origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

const rowsOf = (page: Page) => page.locator("tbody tr");
const card = (page: Page, label: string) => page.getByRole("group", { name: label, exact: true });
const count = (number: number) => number.toLocaleString("en-IN");
const rupees = ({ amount }: { amount: number }) => (amount / 100).toFixed(2);

async function loaded(page: Page): Promise<void> {
  await expect(rowsOf(page).first().getByRole("button").first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

async function exported(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await coming;
  const rows = readCsv(await readFile(await file.path(), "utf8"));
  return { name: file.suggestedFilename(), rows };
}

async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
}

test.describe("wide", () => {
  test.use({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });

  test("payout history shows the page, its totals and the filter's beside them", async ({
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
    await expect(card(page, "Total Amount")).toContainText(sum(data));
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
    // The last column is in reach: neither the page nor the table scrolls sideways.
    for (const box of [page.locator("html"), page.locator("table").locator("..")])
      expect(await box.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);

    const to = data.findIndex((row: { account_number: string | null }) => row.account_number);
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
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(value);
    }
    // Copying is all that a copy button does: the row is not opened.
    await expect(page).toHaveURL(new RegExp(`${payoutsPath}$`));

    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Data refreshed successfully")).toBeVisible();
    await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();

    const { name, rows } = await exported(page);
    await expect(page.getByText("Export completed successfully")).toBeVisible();
    expect(name).toBe(`payouts-export-${todayInIndia()}.csv`);
    const { data: all } = await answerOf(rokad, operator, "/payouts?limit=100");
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
  });

  test("payout history has pages with ends, and an address of rubbish opens a page that exists", async ({
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

    // The rows of the first page stay while those of the second are on their way.
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

  test("payout filters count on Apply, from the first page, and a link and Back restore them", async ({
    page,
    rokad,
  }) => {
    await enter(page, rokad, operator, `${payoutsPath}?page=2`);
    await loaded(page);
    const before = await rowsOf(page).first().textContent();
    for (const status of ["Success", "Pending", "Processing", "Failed"])
      await page.getByLabel("Status").selectOption(status);
    await expect(rowsOf(page).first()).toHaveText(before ?? "");
    await expect(page).toHaveURL(/page=2$/);
    await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);

    // An export takes what the bar shows, half a second after its last change.
    const { data: failed } = await answerOf(rokad, operator, "/payouts?status=failed&limit=100");
    const { rows } = await exported(page);
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

  test("wallet history tells credits from debits, opens a payout's breakdown by keyboard, and is exported whole", async ({
    page,
    rokad,
  }) => {
    const { data, total, summary } = await answerOf(rokad, operator, "/wallet/history?limit=20");
    await enter(page, rokad, operator, walletPath);
    await loaded(page);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Date & Time",
      "Type",
      "Amount",
      "Description",
      "Reference",
      "Status",
      "Details",
    ]);
    const pager = page.getByRole("navigation", { name: "Pages" });
    await expect(pager).toContainText(`Showing 20 of ${count(total)} transactions`);
    await expect(pager).toContainText("Page 1");
    await expect(card(page, "Net Balance")).toContainText("Current page net");
    for (const [label, whole] of [
      ["Total Credits", summary.total_credits],
      ["Total Debits", summary.total_debits],
      ["Net Balance", summary.net_balance],
    ])
      await expect(card(page, label)).toContainText(`${formatMoney(whole)} in all results`);

    const at = data.findIndex(({ payout }: { payout?: object }) => payout);
    const row = data[at];
    const shown = rowsOf(page).nth(at);
    await expect(shown).toContainText(`−${formatMoney(row.amount)}`);
    await expect(shown).toContainText("Incl. fees");
    await expect(shown).toContainText(`Payout to ${row.payout.beneficiary_name}`);
    await expect(shown).toContainText(`${row.reference.slice(0, 12)}…`);
    await shown.getByRole("button", { name: "Copy Reference ID" }).click();
    await expect(page.getByText("Reference ID copied to clipboard")).toBeVisible();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(row.reference);

    const details = shown.getByRole("button", { name: /^Details of/ });
    await details.focus();
    await page.keyboard.press("Enter");
    const popover = page.getByRole("dialog", { name: "Transaction details" });
    for (const label of ["Beneficiary", "Payout amount", "Platform fee", "GST", "Total deducted"])
      await expect(popover.getByText(label, { exact: true })).toBeVisible();
    await expect(popover).toContainText(formatMoney(row.payout.amount));
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(popover).toBeHidden();
    await expect(details).toBeFocused();

    await pager.getByRole("button", { name: "Next" }).click();
    await expect(pager).toContainText("Page 2");
    await page.getByLabel("Transaction Type").selectOption("Credit");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/type=credit$/);
    const credits = await answerOf(rokad, operator, "/wallet/history?type=credit&limit=100");
    await expect(rowsOf(page)).toHaveCount(credits.total);
    const credit = rowsOf(page).filter({ hasText: "Wallet Credit" }).first();
    await expect(credit).toContainText("Funds added to wallet");
    await expect(credit).toContainText("+₹");
    await credit.getByRole("button", { name: /^Details of/ }).click();
    for (const label of ["ID", "Type", "Amount", "Status", "Created"])
      await expect(popover.getByText(label, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");

    const file = await exported(page);
    await expect(page.getByText("Wallet history exported successfully")).toBeVisible();
    expect(file.name).toBe(`wallet-history-${todayInIndia()}.csv`);
    expect(file.rows.map((each) => [each["Transaction ID"], each["Amount"], each["Type"]])).toEqual(
      credits.data.map((each: { _id: string; amount: { amount: number }; type: string }) => [
        each._id,
        rupees(each.amount),
        each.type,
      ]),
    );
  });

  test("deposit history counts requests, finds a UTR, and shows a deposit's details", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 5000 });
    const { token } = await rokad.session(mobile);
    const { token: admin } = await rokad.admin();
    const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
    const request = (at: number) =>
      rokad.call(token, "POST", "/wallet/deposit/initiate", {
        bank_account: account._id,
        amount: 100 + at,
        utr_reference: `MANY${mobile.slice(-6)}${String(at).padStart(4, "0")}`,
      });
    const requests = [];
    for (let at = 1; at <= 42; at += 1) requests.push(await request(at));
    const refusal = { reason: "No such transfer" };
    await rokad.call(admin, "POST", `/super-admin/deposits/${requests[0]._id}/reject`, refusal);

    await enter(page, rokad, mobile, depositsPath);
    await loaded(page);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Date & Time",
      "Amount",
      "UTR Reference",
      "Bank Details",
      "Status",
      "Details",
    ]);
    await expect(card(page, "Total Deposits")).toContainText("43 requests");
    await expect(card(page, "Completed")).toContainText("₹5,000.00");
    await expect(card(page, "Completed")).toContainText("1 request");
    await expect(card(page, "Pending")).toContainText("41 requests");
    // Completed over all that are counted.
    await expect(card(page, "Success Rate")).toContainText("2%");
    const pager = page.getByRole("navigation", { name: "Pages" });
    await expect(pager).toContainText("Page 1 of 3");
    await pager.getByRole("button", { name: "Next" }).click();
    await expect(pager).toContainText("Page 2 of 3");
    await page.goto(`${depositsPath}?page=4`);
    await expect(pager).toContainText("Page 3 of 3");
    await expect(rowsOf(page)).toHaveCount(3);
    await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled();

    const utr = requests[0].utr_reference;
    await page.getByRole("searchbox", { name: "UTR Reference" }).fill(` ${utr.toLowerCase()} `);
    await page.getByRole("searchbox", { name: "UTR Reference" }).press("Enter");
    await expect(page).toHaveURL(new RegExp(`utr=${utr}$`));
    await expect(rowsOf(page)).toHaveCount(1);
    const row = rowsOf(page).first();
    await expect(row).toContainText("Failed");
    await expect(row).toContainText(`****${mobile.slice(-4)}`);
    await row.getByRole("button", { name: "Copy UTR Reference" }).click();
    await expect(page.getByText("UTR Reference copied to clipboard")).toBeVisible();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(utr);
    await row.getByRole("button", { name: /^Details of/ }).press("Enter");
    const popover = page.getByRole("dialog", { name: "Deposit details" });
    for (const text of [utr, requests[0]._id, "No such transfer", "HDFC0000060", "HDFC Bank"])
      await expect(popover).toContainText(text);
    await page.keyboard.press("Escape");

    await page.getByRole("searchbox", { name: "UTR Reference" }).fill("");
    for (const [status, found] of [
      ["Pending", 20],
      ["Completed", 1],
      ["Failed", 1],
    ] as const) {
      await page.getByLabel("Status").selectOption(status);
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page).toHaveURL(new RegExp(`status=${status.toLowerCase()}$`));
      await expect(rowsOf(page)).toHaveCount(found);
      await expect(rowsOf(page).first()).toContainText(status);
    }
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(pager).toContainText("Page 1 of 3");
    const file = await exported(page);
    await expect(page.getByText("Deposit history exported successfully")).toBeVisible();
    expect(file.name).toBe(`deposits-export-${todayInIndia()}.csv`);
    const { data: all } = await answerOf(rokad, mobile, "/wallet/deposit/history?limit=100");
    expect(
      file.rows.map((each) => [each["UTR Reference"], each["Amount"], each["Status"]]),
    ).toEqual(
      all.map((each: { utr_reference: string; amount: { amount: number }; status: string }) => [
        each.utr_reference,
        rupees(each.amount),
        each.status,
      ]),
    );

    await page.goto(`${depositsPath}?utr=NOTTHERE`);
    await expect(page.getByText("No deposits found")).toBeVisible();
    await page.goto(`${walletPath}?from=2020-01-01&to=2020-01-02`);
    await expect(page.getByText("No transactions found")).toBeVisible();
  });

  test("a long export tells how far it is and can be stopped; one that breaks off is a failure and no file", async ({
    page,
    rokad,
  }) => {
    const files: string[] = [];
    page.on("download", (file) => files.push(file.suggestedFilename()));
    const { total } = await answerOf(rokad, operator, "/payouts?page=1");
    await enter(page, rokad, operator, payoutsPath);
    const slow = await slowLine(rokad.origin);
    const breaks = await slowLine(rokad.origin, { breaksAfter: 5 });
    let line = slow;
    await page.route("**/payouts/export*", (route) =>
      route.continue({ url: line.url(route.request().url()) }),
    );
    const button = page.getByRole("button", { name: "Export CSV" });
    await button.click();
    await expect(page.getByText(`of ${count(total)} rows`)).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Export" })).toBeVisible();
    // It goes on while its person looks at something else.
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await expect(page).toHaveURL(/dashboard$/);
    await page.goBack();
    await page.getByRole("button", { name: "Cancel export" }).click();
    await expect(page.getByText("Export cancelled")).toBeVisible();

    line = breaks;
    await button.click();
    await expect(page.getByText("Failed to export data. Please try again.")).toBeVisible();
    expect(files).toEqual([]);

    line = slow;
    await button.click();
    await expect(page.getByText("Export completed successfully")).toBeVisible();
    expect(files).toEqual([`payouts-export-${todayInIndia()}.csv`]);
    for (const each of [slow, breaks]) each.close();
  });
});

test.describe("what fails", () => {
  test.use({ serverMayFail: true, viewport: { width: 1440, height: 900 } });

  test("a history that cannot be loaded says so, and its button loads it", async ({
    page,
    rokad,
  }) => {
    for (const [path, call, message, again] of [
      [payoutsPath, /\/api\/v1\/payouts\?/, "Failed to load payouts", "Retry"],
      [walletPath, /\/api\/v1\/wallet\/history/, "Failed to load transactions", "Try Again"],
      [depositsPath, /\/api\/v1\/wallet\/deposit\/history/, "Failed to load deposits", "Retry"],
    ] as const) {
      const refuse = Promise.withResolvers<void>();
      await page.route(call, async (route) => {
        await refuse.promise;
        const error = {
          code: "SERVICE_UNAVAILABLE",
          message: "Please try again.",
          request_id: "-",
        };
        await route.fulfill({ status: 503, json: { success: false, error } });
      });
      await enter(page, rokad, operator, path);
      // A skeleton in the table's own shape meanwhile.
      await expect(page.locator("main [aria-busy=true] tbody tr")).toHaveCount(8);
      refuse.resolve();
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByText("Please try again.")).toBeVisible();
      await page.unroute(call);
      await page.getByRole("button", { name: again, exact: true }).click();
      await expect(rowsOf(page).first()).toBeVisible();
      await loaded(page);
    }
  });

  test("a row of long names, nothing known and a status nobody knows keeps the table's shape", async ({
    page,
    rokad,
  }) => {
    await page.route(/\/api\/v1\/payouts\?/, async (route) => {
      const answer = await (await route.fetch()).json();
      Object.assign(answer.data[0], {
        status: "on_hold",
        beneficiary_name: "Shree ".repeat(16).trim(),
        bank_name: null,
        account_number: null,
        ifsc_code: null,
        upi_id: null,
        utr_number: null,
        txn_fee: { amount: 0, currency: "INR" },
        gst_amount: { amount: 0, currency: "INR" },
      });
      await route.fulfill({ json: answer });
    });
    await enter(page, rokad, operator, payoutsPath);
    await loaded(page);
    const row = rowsOf(page).first();
    await expect(row).toContainText("Unknown");
    await expect(row.getByText("N/A")).toHaveCount(3);
    await expect(row).not.toContainText("fee");
    const table = page.locator("table").locator("..");
    expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Payouts, newest first" })).toBeVisible();
    expect(
      await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
});

test.describe("in an American browser", () => {
  test.use({ locale: "en-US", viewport: { width: 1440, height: 900 } });

  test("a day is DD/MM/YYYY, typed or picked, and what is wrong with it stands under its field", async ({
    page,
    rokad,
  }) => {
    await enter(page, rokad, operator, payoutsPath);
    const from = page.getByLabel("From Date", { exact: true });
    const to = page.getByLabel("To Date", { exact: true });
    const apply = page.getByRole("button", { name: "Apply" });
    await from.pressSequentially("05112026");
    await expect(from).toHaveValue("05/11/2026");
    await to.fill("3-11-26");
    await to.blur();
    await expect(to).toHaveValue("03/11/2026");
    await expect(page.getByText("From date cannot be after the to date")).toBeVisible();
    await expect(apply).toBeDisabled();
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
    await from.fill("31/02/2026");
    await expect(page.getByText("Enter a real date as DD/MM/YYYY")).toHaveCount(0);
    await to.fill("01/01/2199");
    await expect(page.getByText("Enter a real date as DD/MM/YYYY")).toBeVisible();
    await expect(page.getByText("To date cannot be in the future")).toBeVisible();
    await from.fill("");
    await to.fill("");
    await expect(apply).toBeEnabled();

    const open = page.getByRole("button", { name: "Choose From Date in a calendar" });
    await open.press("Enter");
    const calendar = page.getByRole("dialog", { name: "Calendar" });
    await expect(calendar.getByRole("grid")).toHaveCount(2);
    await expect(calendar.getByText("Choose the first day")).toBeVisible();
    await expectSound(page);
    const today = todayInIndia();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Enter");
    await expect(calendar.getByText("Choose the last day")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(calendar).toBeHidden();
    await expect(open).toBeFocused();
    await expect(from).not.toHaveValue("");
    const [first, last] = [await from.inputValue(), await to.inputValue()].map((shown) =>
      shown.split("/").toReversed().join("-"),
    );
    expect(Date.parse(last ?? "") - Date.parse(first ?? "")).toBe(24 * 60 * 60 * 1000);

    await open.click();
    // Tomorrow cannot be chosen.
    const tomorrow = new Date(Date.parse(today) + 24 * 60 * 60 * 1000);
    const name = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeZone: "UTC" });
    const ahead = calendar.getByRole("button", { name: name.format(tomorrow) });
    if ((await ahead.count()) > 0) await expect(ahead).toBeDisabled();
    await calendar.getByRole("button", { name: "Last 7 days" }).click();
    await expect(calendar).toBeHidden();
    await expect(to).toHaveValue(today.split("-").toReversed().join("/"));
    await apply.click();
    await expect(page).toHaveURL(new RegExp(`from=.*&to=${today}$`));
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("a history is cards, each with its copies and details, and nothing scrolls sideways", async ({
    page,
    rokad,
  }) => {
    for (const [path, caption] of [
      [payoutsPath, "Payouts, newest first"],
      [walletPath, "Wallet transactions, newest first"],
      [depositsPath, "Deposits, newest first"],
    ] as const) {
      await enter(page, rokad, operator, path);
      const cards = page.getByRole("list", { name: caption }).locator("> li");
      await expect(cards.first()).toBeVisible();
      await expect(page.locator("table")).toHaveCount(0);
      if (path !== payoutsPath) {
        await cards
          .first()
          .getByRole("button", { name: /^Details of/ })
          .click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectSound(page);
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "Choose To Date in a calendar" }).click();
      await expect(page.getByRole("dialog", { name: "Calendar" }).getByRole("grid")).toHaveCount(1);
      if (path === payoutsPath) await expectSound(page);
      expect(
        await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
});
