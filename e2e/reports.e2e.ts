import type { Page } from "@playwright/test";
import { todayInIndia } from "@rokad/contract/fields";
import { formatMoney } from "@rokad/money/format";
import { readPdf } from "../apps/server/test/read-pdf.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { saveDownload } from "./save-download.ts";
import { statementOf, type Money, type Statement } from "./statement-of.ts";

const operator = "9000000002";

/** A period as long as the demo's history, for the URL. */
function weeks(): string {
  const today = todayInIndia();
  const from = new Date(Date.parse(today) - 40 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `from=${from}&to=${today}`;
}

async function expectFigures(page: Page, { summary }: Statement): Promise<void> {
  const main = page.getByRole("main");
  await expect(main).toContainText(formatMoney(summary.opening_balance));
  await expect(main).toContainText(`+${formatMoney(summary.total_credits)}`);
  await expect(main).toContainText(`−${formatMoney(summary.total_debits)}`);
  await expect(main).toContainText(formatMoney(summary.closing_balance));
}

/** Sends a payout and waits for its outcome, except the one that stays pending. @returns its id. */
async function pay(rokad: Rokad, mobile: string, upiId: string): Promise<string> {
  const { token } = await rokad.session(mobile);
  const id = await rokad.pay(mobile, upiId, 250.5);
  if (upiId !== "pending@upi")
    await expect
      .poll(async () => (await rokad.call(token, "GET", `/payouts/${id}`)).status)
      .toBe("success");
  return id;
}

test("keeps the statement's period in the URL and shows the server's figures on screen and in files [2.4, 14.5, 14.6, 14.11–13]", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, operator, "/reports");
  await expect(page).toHaveURL(/\/dashboard\/reports$/);
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Period", { exact: true })).toHaveValue("This month");
  await expectFigures(page, await statementOf(page, rokad, operator));

  await page.goto(`/dashboard/reports?${weeks()}`);
  const table = page.getByRole("table", { name: "Statement of account, oldest line first" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await expectFigures(page, await statementOf(page, rokad, operator));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByLabel("Period", { exact: true }).selectOption("Last month");
  await expect(page).not.toHaveURL(new RegExp(weeks()));
  await expect(page).not.toHaveURL(/page=/);
  const lastMonth = await statementOf(page, rokad, operator);
  await expectFigures(page, lastMonth);

  await page.goBack();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByLabel("Period", { exact: true })).toHaveValue("Custom");
  await page.goForward();
  await expect(page.getByLabel("Period", { exact: true })).toHaveValue("Last month");
  await page.reload();
  await expect(page.getByLabel("Period", { exact: true })).toHaveValue("Last month");
  await expectFigures(page, lastMonth);

  const csv = await saveDownload(page.getByRole("button", { name: "Statement CSV" }));
  expect(csv.name).toMatch(/^statement-[\d-]+-to-[\d-]+\.csv$/);
  const rows = csv.bytes.toString("utf8").trim().split("\r\n");
  expect(rows).toHaveLength(lastMonth.data.length + 3);
  const inFile = rows.slice(2, -1).map((row) => row.split(",").slice(-3));
  const decimal = (money: Money | null) => (money ? (money.amount / 100).toFixed(2) : "");
  expect(inFile).toEqual(
    lastMonth.data.map(({ debit, credit, balance }) => [debit, credit, balance].map(decimal)),
  );
  await expect(page.getByText("Statement exported successfully")).toBeVisible();

  const pdf = await saveDownload(page.getByRole("button", { name: "Statement PDF" }));
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const [first = ""] = await readPdf(pdf.bytes);
  const { opening_balance: opening, closing_balance: closing, ...moved } = lastMonth.summary;
  for (const figure of [opening, moved.total_credits, moved.total_debits, closing])
    expect(first).toContain(formatMoney(figure));
  expect(first).toContain("Demo Traders");
  await expect(page.getByText("Statement downloaded successfully")).toBeVisible();

  // An invalid period shows an error under the field and sends no request.
  const from = page.getByLabel("From Date", { exact: true });
  await from.fill("31/12/2099");
  await from.blur();
  await expect(page.getByText("From date cannot be in the future")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply" })).toBeDisabled();
});

test("saves the statement for TallyPrime and Zoho Books from one menu [46.5]", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, operator, "/reports");
  const { data } = await statementOf(page, rokad, operator);
  const save = async (label: string) => {
    await page.getByRole("button", { name: "Accounting files" }).click();
    return saveDownload(page.getByRole("button", { name: label }));
  };
  const tally = await save("TallyPrime (XML)");
  expect(tally.name).toMatch(/^statement-[\d-]+-to-[\d-]+-tally\.xml$/);
  expect(tally.bytes.toString().match(/<VOUCHER /g)).toHaveLength(data.length);
  const zoho = await save("Zoho Books (CSV)");
  expect(zoho.name).toMatch(/^statement-[\d-]+-to-[\d-]+-zoho\.csv$/);
  expect(zoho.bytes.toString().trim().split("\r\n")).toHaveLength(data.length + 1);
  await expect(page.getByText("Statement exported successfully").first()).toBeVisible();
});

test("shows the server's GST summary by financial year, with a file [14.16, 14.18]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await pay(rokad, mobile, "asha@okhdfc");
  await enter(page, rokad, mobile, "/dashboard/reports");
  const card = page.getByRole("region", { name: "GST summary" });
  const total = card.getByRole("row", { name: /^Total/ });
  for (const figure of ["₹5.00", "₹0.90", "₹5.90"]) await expect(total).toContainText(figure);

  const { name, bytes } = await saveDownload(page.getByRole("button", { name: "GST CSV" }));
  expect(name).toMatch(/^gst-summary-\d{4}-\d\d\.csv$/);
  expect(bytes.toString("utf8").trim()).toMatch(/\r\nTotal,1,0,5\.00,0\.00,5\.00,0\.90,5\.90$/);

  const year = Number(await card.getByLabel("Financial year").inputValue());
  await card.getByLabel("Financial year").selectOption(String(year - 2));
  await expect(page).toHaveURL(new RegExp(`year=${year - 2}`));
  await expect(card.getByText(/^No fees in/)).toBeVisible();
  await page.goBack();
  await expect(total).toBeVisible();
});

test("downloads a statement from the account menu by keyboard alone [14.21]", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, operator);
  const account = page.getByRole("button", { name: /^Account of/ });
  await account.focus();
  await page.keyboard.press("Enter");
  const link = page.getByRole("link", { name: "Download Reports" });
  await expect(link).toBeVisible();
  for (let press = 0; press < 6 && !(await isFocused(link)); press += 1)
    await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/reports$/);
  const button = page.getByRole("button", { name: "Statement PDF" });
  await expect(button).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  const started = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await started).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(button).toBeFocused();
});

function isFocused(locator: ReturnType<Page["getByRole"]>): Promise<boolean> {
  return locator.evaluate((element) => element.matches(":focus"));
}

test("hides reports without the feature, in menus and over the API [2.7, 14.1, 24.19, 24.23]", async ({
  page,
  rokad,
}) => {
  const shop = await rokad.tenant({ role: "retailer", features: ["create_payout"] });
  await enter(page, rokad, shop.mobile);
  await expect(page.getByRole("link", { name: "Bank Accounts" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download Reports" })).toHaveCount(0);
  await page.goto("/dashboard/reports");
  await expect(page.getByRole("heading", { name: "Feature Not Available" })).toBeVisible();
  await expect(page.getByText("This feature is not enabled for your account.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // All operators have the menu entry; the page itself checks the feature.
  const business = await rokad.tenant({ role: "operator", features: [] });
  await enter(page, rokad, business.mobile);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("link", { name: "Download Reports" }).click();
  await expect(page.getByRole("heading", { name: "Feature Not Available" })).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("when calls fail or take their time", () => {
  test.use({ serverMayFail: true, viewport: { width: 390, height: 844 } });

  test("shows a new shop's reports on a phone: loading, empty, error and retry, without sideways scrolling [14.20]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ role: "retailer" });
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/v1/reports/**", async (route) => {
      await held;
      await route.continue();
    });
    await enter(page, rokad, mobile, "/dashboard/reports");
    await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
    answer?.();
    await expect(page.getByText("No entries in this period")).toBeVisible();
    await expect(page.getByText(/^No fees in/)).toBeVisible();
    await expect(page.getByText("₹0.00").first()).toBeVisible();

    await page.unroute("**/api/v1/reports/**");
    await page.route("**/api/v1/reports/**", (route) => route.fulfill({ status: 500, body: "" }));
    await page.reload();
    const statement = page.getByRole("alert").filter({ hasText: "Failed to load the statement" });
    const gst = page.getByRole("alert").filter({ hasText: "Failed to load the GST summary" });
    await expect(statement).toBeVisible();
    await expect(gst).toBeVisible();
    await page.getByRole("button", { name: "Statement PDF" }).click();
    await expect(page.getByText("Failed to download the statement")).toBeVisible();
    await page.unroute("**/api/v1/reports/**");
    await statement.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No entries in this period")).toBeVisible();
    await gst.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText(/^No fees in/)).toBeVisible();
    await page.route("**/api/v1/reports/gst?*", (route) => route.fulfill({ status: 400 }));
    await page.getByRole("combobox", { name: "Financial year" }).click();
    await page.getByRole("option", { name: /^FY/ }).nth(1).click();
    await expect(gst).toBeVisible();
    const sideways = await page
      .locator("html")
      .evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });
});

test("offers a payout's receipt after it has an outcome [2.3, 10.7, 10.11]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  const [paid, open] = [
    await pay(rokad, mobile, "asha@okhdfc"),
    await pay(rokad, mobile, "pending@upi"),
  ];
  await enter(page, rokad, mobile, `/payouts/${paid}`);
  await expect(page).toHaveURL(new RegExp(`/dashboard/payouts/${paid}$`));
  const { name, bytes } = await saveDownload(
    page.getByRole("button", { name: "Download receipt" }),
  );
  const [text = ""] = await readPdf(bytes);
  const { token } = await rokad.session(mobile);
  const shown = await rokad.call(token, "GET", `/payouts/${paid}`);
  expect(name).toBe(`receipt-${shown.reference_id}.pdf`);
  for (const said of ["₹250.50", "₹256.40", shown.utr_number, shown.reference_id, "asha@okhdfc"])
    expect(text).toContain(said);
  await expect(page.getByText("Receipt downloaded successfully")).toBeVisible();

  await page.goto(`/dashboard/payouts/${open}`);
  await expect(
    page.getByRole("button", { name: "Receipt available after completion" }),
  ).toBeDisabled();
});
