import { formatMoney } from "@rokad/money/format";
import { answerOf, operator, payoutsPath } from "./histories.ts";
import { enter, expect, readClipboard, test } from "./journey.ts";

// The guarantee: a payout's page shows all its details, and every reference can be copied.

test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
  serverMayFail: true,
});

test("opens a payout from its row with destination, amount, charges and timeline [10.1–4, 26.15]", async ({
  page,
  rokad,
}) => {
  const { data } = await answerOf(rokad, operator, "/payouts?status=success&limit=20");
  const { id, reference_id } = data.find((row: { account_number: string }) => row.account_number);
  const { data: payout } = await answerOf(rokad, operator, `/payouts/${id}`);
  await enter(page, rokad, operator, `${payoutsPath}?status=success`);
  const row = page.locator("tbody tr").filter({
    has: page.getByText(`${reference_id.slice(0, 8)}…${reference_id.slice(-4)}`),
  });
  await row.getByText("Success").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/payouts/${id}$`));
  const main = page.locator("main");
  for (const money of [payout.amount, payout.txn_fee, payout.gst_amount, payout.total])
    await expect(main).toContainText(formatMoney(money));
  await expect(main).toContainText("Total deduction");
  for (const { sentence } of payout.timeline) await expect(main).toContainText(sentence);
  await expect(main).toContainText(`****${payout.account_number.slice(-4)}`);
  await expect(main).not.toContainText(payout.account_number);
  for (const [label, value] of [
    ["Account number", payout.account_number],
    ["IFSC code", payout.ifsc_code],
    ["Reference ID", payout.reference_id],
    ["UTR Number", payout.utr_number],
  ]) {
    await main.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByText(`${label} copied to clipboard`)).toBeVisible();
    expect(await readClipboard(page)).toBe(value);
  }
  // Back returns to the history with its filters and page.
  await page.goBack();
  await expect(page).toHaveURL(/status=success$/);
});

test("shows why a payout failed and what was refunded, retries a failed load, and hides another tenant's payout [10.2, 10.5, 10.6]", async ({
  page,
  rokad,
}) => {
  const { data } = await answerOf(rokad, operator, "/payouts?status=failed&limit=100");
  const failed = data[0];
  const call = `**/api/v1/payouts/${failed.id}`;
  const refuse = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await refuse.promise;
    await route.fulfill({ status: 503, body: "" });
  });
  await enter(page, rokad, operator, `/dashboard/payouts/${failed.id}`);
  const main = page.locator("main");
  await expect(main.locator("[aria-busy=true]")).toBeVisible();
  refuse.resolve();
  await expect(main.getByText("Failed to load the payout")).toBeVisible();
  await page.unroute(call);
  await main.getByRole("button", { name: "Retry" }).click();
  await expect(main).toContainText(failed.failure_reason);
  await expect(main).toContainText("Amount, fee and GST are back in your wallet.");
  await expect(main).toContainText("Total returned");

  const { mobile } = await rokad.tenant();
  for (const address of [failed.id, "no-id-at-all"]) {
    await enter(page, rokad, mobile, `/dashboard/payouts/${address}`);
    await expect(page.getByRole("heading", { name: "Payout not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to Payout History" }).click();
  await expect(page).toHaveURL(new RegExp(`${payoutsPath}$`));
  await expect(page.getByText("No payouts found")).toBeVisible();
});
