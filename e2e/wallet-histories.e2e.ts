import type { Locator } from "@playwright/test";
import { todayInIndia } from "@rokad/contract/fields";
import { formatMoney } from "@rokad/money/format";
import { formatDayAndTime } from "../apps/web/src/ui/dates.ts";
import {
  answerOf,
  card,
  count,
  depositsPath,
  exported,
  loaded,
  operator,
  rowsOf,
  rupees,
  walletPath,
} from "./histories.ts";
import { enter, expect, readClipboard, test } from "./journey.ts";
import { expectSoundInBothThemes } from "./sound.ts";

// The guarantee: Wallet History and Deposit History show exactly the server's answers.

test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
});

/** "success" is shown as "Success". */
const wordOf = (status: string) => status.slice(0, 1).toUpperCase() + status.slice(1);

/** Checks lines of the open details: label and value. */
async function expectDetails(popover: Locator, details: readonly (readonly [string, string])[]) {
  for (const [label, value] of details) {
    const line = popover
      .locator("dl > div")
      .filter({ has: popover.page().locator("dt", { hasText: new RegExp(`^${label}$`) }) });
    await expect(line.locator("dd")).toContainText(value);
  }
}

/** Opens the details of a payout's row and checks them, and the row's status. */
async function expectPayout(
  shown: Locator,
  // oxlint-disable-next-line typescript/no-explicit-any -- a row of the API's answer
  { payout, amount, status }: any,
): Promise<void> {
  const page = shown.page();
  const badge = shown.locator("[data-status]");
  await expect(badge).toHaveText(wordOf(status));
  await expect(badge.locator("svg")).toBeVisible();
  await shown.getByRole("button", { name: /^Details of/ }).click();
  const popover = page.getByRole("dialog", { name: "Transaction details" });
  await expectDetails(popover, [
    ["Beneficiary", payout.beneficiary_name],
    ["Payout amount", formatMoney(payout.amount)],
    ["Platform fee", formatMoney(payout.txn_fee)],
    ["GST", formatMoney(payout.gst_amount)],
    ["Total deducted", formatMoney(amount)],
    ["Reference", payout.reference_id],
    ["Status", wordOf(payout.status)],
  ]);
  if (payout.utr_number) await expectDetails(popover, [["UTR", payout.utr_number]]);
  if (payout.failure_reason)
    await expectDetails(popover, [["Failure reason", payout.failure_reason]]);
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
}

test("distinguishes credits from debits, opens a payout's breakdown by keyboard, and exports all rows [11.1–3, 11.5–8, 11.10, 11.11, 11.13–15, 11.18, 11.19, 26.11]", async ({
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

  // Not one that was returned: near midnight the newest row may be a reversal.
  const at = data.findIndex(
    ({ payout, type, status }: { payout?: object; type: string; status: string }) =>
      payout && type === "debit" && status === "success",
  );
  const row = data[at];
  const shown = rowsOf(page).nth(at);
  await expect(shown).toContainText(`−${formatMoney(row.amount)}`);
  await expect(shown).toContainText("Incl. fees");
  await expect(shown).toContainText(`Payout to ${row.payout.beneficiary_name}`);
  await expect(shown).toContainText(`${row.reference.slice(0, 12)}…`);
  await shown.getByRole("button", { name: "Copy Reference ID" }).click();
  await expect(page.getByText("Reference ID copied to clipboard")).toBeVisible();
  expect(await readClipboard(page)).toBe(row.reference);

  const details = shown.getByRole("button", { name: /^Details of/ });
  await details.focus();
  await page.keyboard.press("Enter");
  const popover = page.getByRole("dialog", { name: "Transaction details" });
  // A screen reader reads its content next.
  await expect(popover).toBeFocused();
  await expectDetails(popover, [["Beneficiary", row.payout.beneficiary_name]]);
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(details).toBeFocused();

  expect(row.payout.utr_number).toMatch(/^\d{12}$/);
  await expectPayout(shown, row);

  // From and To, both ends included; Reset restores the defaults, also of what is not applied yet.
  const reset = page.getByRole("button", { name: "Reset" });
  await expect(reset).toBeDisabled();
  const day = todayInIndia(new Date(data.at(-1).createdAt));
  const shownDay = day.split("-").toReversed().join("/");
  const ofDay = await answerOf(rokad, operator, `/wallet/history?from=${day}&to=${day}&limit=20`);
  const fields = ["From Date", "To Date"].map((label) => page.getByLabel(label, { exact: true }));
  for (const field of fields) await field.fill(shownDay);
  await expect(reset).toBeEnabled();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}$`));
  await expect(rowsOf(page)).toHaveCount(ofDay.data.length);
  await expect(pager).toContainText(`of ${count(ofDay.total)} transactions`);
  expect(ofDay.total).toBeLessThan(total);
  await reset.click();
  await expect(page).toHaveURL(new RegExp(`${walletPath}$`));
  await expect(rowsOf(page)).toHaveCount(20);
  await page.getByLabel("Transaction Type").selectOption("Debit");
  for (const field of fields) await field.fill(shownDay);
  await reset.click();
  for (const field of fields) await expect(field).toHaveValue("");
  await expect(page.getByLabel("Transaction Type")).toHaveValue("all");
  await expect(reset).toBeDisabled();

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
  const newest = credits.data.find(({ payout }: { payout?: object }) => !payout);
  await expectDetails(popover, [
    ["ID", newest._id],
    ["Type", "Credit"],
    ["Amount", formatMoney(newest.amount)],
    ["Status", wordOf(newest.status)],
    ["Created", formatDayAndTime(newest.createdAt)],
  ]);
  await expectSoundInBothThemes(page, "a transaction's details", ":popover-open");
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

  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await rokad.pay(mobile, "failure@upi", 100);
  const failedRow = async () => {
    const { data: rows } = await answerOf(rokad, mobile, "/wallet/history?limit=20");
    return rows.find(({ status }: { status: string }) => status === "failed");
  };
  await expect.poll(failedRow).toBeDefined();
  const failed = await failedRow();
  expect(failed.payout.failure_reason).toMatch(/closed or invalid/);
  await enter(page, rokad, mobile, walletPath);
  await expectPayout(rowsOf(page).filter({ hasText: "Failed" }), failed);
});

test("counts deposit requests, finds a UTR and shows a deposit's details [11.16, 12.1–9, 12.11, 12.12, 12.14, 26.16, 27.25]", async ({
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
  // Completed requests among all requests.
  await expect(card(page, "Success Rate")).toContainText("2%");
  const pager = page.getByRole("navigation", { name: "Pages" });
  await expect(pager).toContainText("Page 1 of 3");
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(pager).toContainText("Page 2 of 3");
  await page.goto(`${depositsPath}?page=4`);
  await expect(pager).toContainText("Page 3 of 3");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled();

  await page.goto(depositsPath);
  const reset = page.getByRole("button", { name: "Reset" });
  await expect(reset).toBeDisabled();
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
  expect(await readClipboard(page)).toBe(utr);
  await row.getByRole("button", { name: /^Details of/ }).press("Enter");
  const popover = page.getByRole("dialog", { name: "Deposit details" });
  await expectDetails(popover, [
    ["Amount", "₹101.00"],
    ["Status", "Failed"],
    ["Created", formatDayAndTime(requests[0].created_at)],
    ["Reason", "No such transfer"],
    ["Account holder", "Journey Traders"],
    ["Account number", `****${mobile.slice(-4)}`],
    ["IFSC", "HDFC0000060"],
    ["Bank", "HDFC Bank"],
    ["UTR", utr],
    ["Deposit ID", requests[0]._id],
  ]);
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
  await reset.click();
  await expect(pager).toContainText("Page 1 of 3");
  await expect(reset).toBeDisabled();
  const file = await exported(page);
  await expect(page.getByText("Deposit history exported successfully")).toBeVisible();
  expect(file.name).toBe(`deposits-export-${todayInIndia()}.csv`);
  const { data: all } = await answerOf(rokad, mobile, "/wallet/deposit/history?limit=100");
  expect(file.rows.map((each) => [each["UTR Reference"], each["Amount"], each["Status"]])).toEqual(
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
