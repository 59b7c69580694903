import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { enter, expect, test } from "./journey.ts";
import { layoutShifts, watchLayoutShifts } from "./layout-shifts.ts";
import { cardOf, hold, section } from "./panels.ts";
import { expectSoundInBothThemes } from "./sound.ts";

// The guarantee: the wallet page shows the balance and its transactions, and can hide the balance.

const operator = "9000000002";

test("shows a business its balance, its month compared with the last, and its recent transactions [6.1, 6.2, 6.4–7, 6.9, 6.10, 6.12–14, 6.18, 6.19]", async ({
  page,
  rokad,
}) => {
  const { token } = await rokad.session(operator);
  const [balance, flow, summary, [newest]] = await Promise.all(
    ["/wallet/balance", "/wallet/portfolio", "/payouts/summary", "/wallet/history?limit=1"].map(
      (path) => rokad.call(token, "GET", path),
    ),
  );
  await enter(page, rokad, operator, "/dashboard/wallet");
  await expect(page.getByRole("heading", { name: "Wallet Management" })).toBeVisible();
  await expect(
    page.getByText("Manage your business finances and track transaction flows"),
  ).toBeVisible();
  for (const banner of [
    "Funds can be used for customer payouts and transfers",
    "Only whitelisted bank accounts are processed",
    "Funds credited within 1 hour after verification",
  ])
    await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByText("Retailer Quick Guide")).toBeHidden();

  await test.step("the main wallet", async () => {
    const wallet = page.getByRole("region", { name: "Main Wallet" });
    for (const text of [
      "Payout Funds",
      "Secured",
      "Available for customer payouts",
      formatMoney(balance.main_balance),
    ])
      await expect(wallet).toContainText(text);
    await expect(wallet).toContainText(/Last updated \d\d\/\d\d\/\d{4}/);
  });

  await test.step("the four metrics", async () => {
    const flowed = add(flow.total_credits, flow.total_debits);
    const change = /[+−]?[\d.]+% vs this time last month/;
    const { previous } = flow;
    const flowedBefore = add(previous.total_credits, previous.total_debits);
    for (const [label, figure, before] of [
      ["Total Portfolio", formatMoney(balance.main_balance), previous.main_balance.amount],
      ["Monthly Flow", formatMoney(flowed), flowedBefore.amount],
      ["Avg. Transaction", formatMoney(summary.average_amount), summary.previous.average_amount],
      ["Processing Time", / s/, summary.previous.processing_seconds],
    ] as const) {
      await expect(cardOf(page, label)).toContainText(figure);
      // Early on the first of a month, the last one had nothing by this time.
      const compared = before ? change : "Nothing to compare with yet";
      await expect(cardOf(page, label)).toContainText(compared);
    }
  });

  await test.step("the recent transactions", async () => {
    const history = section(page, "Transaction History");
    await expect(history.getByRole("listitem").first()).toContainText(newest.description);
    await history.getByRole("link", { name: "View All" }).click();
    await expect(page).toHaveURL(/\/dashboard\/wallet\/history$/);
    await page.goBack();
  });

  await test.step("Add Funds opens the deposit dialog", async () => {
    await page.getByRole("button", { name: "Add Funds" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("hides the balance as dots on every page and after a reload [6.8]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 4_321 });
  await enter(page, rokad, mobile, "/dashboard/wallet");
  await expect(page.getByText("₹4,321.00").first()).toBeVisible();
  await page.getByRole("button", { name: "Hide balance" }).press("Enter");
  const wallet = page.getByRole("region", { name: "Main Wallet" });
  await expect(wallet).toContainText("₹ ••••••");
  await expect(cardOf(page, "Total Portfolio")).toContainText("₹ ••••••");
  await page.reload();
  await expect(wallet).toContainText("₹ ••••••");
  await page.goto("/dashboard");
  await expect(cardOf(page, "Total Balance")).toContainText("₹ ••••••");
  await page.getByRole("button", { name: "Show balance" }).click();
  await expect(cardOf(page, "Total Balance")).toContainText("₹4,321.00");
});

test("opens by keyboard how a figure adds up, with the way to its entries [47.8]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 10_000 });
  await rokad.pay(mobile, "success@okhdfcbank", 1_000);
  await rokad.pay(mobile, "pending@upi", 150);
  await enter(page, rokad, mobile, "/dashboard/wallet");
  const wallet = page.getByRole("region", { name: "Main Wallet" });
  await expect(wallet).toContainText("₹8,838.20");
  const dialog = page.getByRole("dialog", { name: /^How .* adds? up$/ });

  await test.step("the balance", async () => {
    const button = wallet.getByRole("button", { name: "How the wallet balance adds up" });
    await button.press("Enter");
    for (const text of [
      /^Deposits 1 deposit \+₹10,000\.00$/,
      /^On hold for payouts 1 payout −₹155\.90$/,
    ])
      await expect(dialog.getByRole("link", { name: text })).toBeVisible();
    await expect(dialog.getByRole("listitem").last()).toHaveText("Available balance₹8,838.20");
    await expect(dialog.getByText(/^Not verified yet$|^Books verified \d/)).toBeVisible();
    await expectSoundInBothThemes(page, "how the balance adds up", "[role=dialog]");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step("the amount on hold", async () => {
    await wallet.getByRole("button", { name: "₹155.90 on hold" }).press("Enter");
    await expect(dialog.getByRole("listitem")).toHaveText([
      "On hold for payouts1 payout+₹155.90",
      "On hold₹155.90",
    ]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("Monthly Flow, and its payouts in Wallet History", async () => {
    await cardOf(page, "Monthly Flow").getByRole("button").press("Enter");
    await expect(dialog).toContainText("Monthly Flow is ₹11,161.80: ₹10,000.00 in");
    await dialog.getByRole("link", { name: /^Payouts, with fee and GST/ }).press("Enter");
    await expect(page).toHaveURL(/\/wallet\/history\?type=debit&from=\d{4}-\d\d-01&to=/);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: /−₹1,005\.90/ })).toBeVisible();
  });
});

test("warns where the lines do not add up to the stored balance [47.9]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  const change = (sign: string) =>
    rokad.runSql(
      `update wallets set available_paise = available_paise ${sign} 100
      where id = (select id from people where mobile = $1)`,
      [mobile],
    );
  await change("+");
  await enter(page, rokad, mobile, "/dashboard");
  const button = page.getByRole("button", { name: "How Total Balance adds up" });
  const dialog = page.getByRole("dialog", { name: "How Total Balance adds up" });
  await button.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "They come to ₹500.00, the stored figure is ₹501.00.",
  );
  await change("-");
  await page.reload();
  await button.click();
  await expect(dialog.getByRole("listitem").last()).toHaveText("Available balance₹500.00");
  await expect(dialog.getByRole("alert")).toBeHidden();
});

test("shows a new shop the Retailer Quick Guide and the empty states [6.3, 6.11, 6.19]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  await enter(page, rokad, mobile, "/dashboard/wallet");
  await expect(
    page.getByText("Monitor your wallet balances and transaction activities"),
  ).toBeVisible();
  const wallet = page.getByRole("region", { name: "Main Wallet" });
  await expect(wallet).toContainText("₹0.00");
  await expect(wallet).toContainText("Last updated N/A");
  await expect(page.getByRole("heading", { name: "Retailer Quick Guide" })).toBeVisible();
  await expect(page.getByText("Keep your main wallet topped up")).toBeVisible();
  await expect(
    page.getByText("Transaction fees are deducted automatically per transaction"),
  ).toBeVisible();
  await expect(page.getByText("No transactions found")).toBeVisible();
  await expect(cardOf(page, "Avg. Transaction")).toContainText("No payout this month yet");
});

test("shows a placeholder until the balance loads, without a layout shift [6.20]", async ({
  page,
  rokad,
}) => {
  await watchLayoutShifts(page);
  const release = await hold(page, "**/wallet/balance");
  await enter(page, rokad, operator, "/dashboard/wallet");
  await expect(section(page, "Transaction History").getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("region", { name: "Main Wallet" })).not.toContainText("₹");
  await expect(section(page, "Portfolio Overview")).not.toContainText("₹");
  await release();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const { score, moved } = await layoutShifts(page);
  expect(score, moved.join("\n")).toBeLessThan(0.02);
});

test.describe("when calls fail", () => {
  test.use({ serverMayFail: true });

  const panels = [
    { call: "wallet/balance", message: "Failed to load wallet balance", retry: "Retry" },
    { call: "wallet/portfolio", message: "Failed to load portfolio", retry: "Retry" },
    { call: "wallet/history?", message: "Failed to load transactions", retry: "Try Again" },
  ];

  test("shows each wallet panel's failure and reloads it by its own button [6.21]", async ({
    page,
    rokad,
  }) => {
    const failing = new Set(panels.map(({ call }) => call));
    await page.route("**/api/v1/**", (route) => {
      const isFailing = [...failing].some((call) => route.request().url().includes(call));
      return isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback();
    });
    await enter(page, rokad, operator, "/dashboard/wallet");
    for (const { message } of panels) await expect(page.getByText(message)).toBeVisible();
    for (const { call, message, retry } of panels) {
      failing.delete(call);
      const alert = page.getByRole("alert").filter({ hasText: message });
      await alert.getByRole("button", { name: retry }).click();
      await expect(page.getByText(message)).toHaveCount(0);
    }
    await expect(cardOf(page, "Monthly Flow")).toContainText("₹");
  });
});
