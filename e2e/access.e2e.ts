import type { Page } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";

// The guarantee: a page or button is available with its role or feature only.

const openAccountMenu = (page: Page) => page.getByRole("button", { name: /^Account of/ }).click();

test("greets an operator as a business, with its shortcuts, Download Reports and wallet heading [14.3, 24.1–7]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "operator" });
  await enter(page, rokad, mobile);
  await expect(page.getByRole("banner").getByText("Operator").first()).toBeVisible();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Create Payout" })).toHaveAttribute(
    "href",
    "/dashboard/payouts",
  );
  await openAccountMenu(page);
  await expect(page.getByRole("link", { name: "Download Reports" })).toBeVisible();
  await page.keyboard.press("Escape");
  await main.getByRole("link", { name: "View Reports" }).click();
  await expect(page).toHaveURL(/\/dashboard\/reports$/);
  await page.goto("/dashboard/wallet");
  await expect(
    page.getByText("Manage your business finances and track transaction flows"),
  ).toBeVisible();
  await expect(page.getByText("Retailer Quick Guide")).toHaveCount(0);
});

test("greets a retailer personally, with other shortcuts, a quick guide and no Download Reports [14.3, 24.1–7]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  await enter(page, rokad, mobile);
  await expect(page.getByRole("banner").getByText("Retailer").first()).toBeVisible();
  await expect(page.getByText("Welcome to your Personal Dashboard")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "View Reports" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Transaction History" })).toHaveAttribute(
    "href",
    "/dashboard/wallet/history",
  );
  await openAccountMenu(page);
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download Reports" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await main.getByRole("link", { name: "Check Balance" }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallet$/);
  await expect(
    page.getByText("Monitor your wallet balances and transaction activities"),
  ).toBeVisible();
  await expect(page.getByText("Retailer Quick Guide")).toBeVisible();
});

test("shows New Payout and Add Money only with their features [24.11, 24.15–17]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ features: ["create_payout", "wallet_topup"] });
  await enter(page, rokad, mobile);
  const newPayout = page.getByRole("banner").getByRole("link", { name: "New Payout" });
  const addMoney = page.getByRole("button", { name: "Add Money" });
  await expect(newPayout).toBeVisible();
  await expect(addMoney).toBeVisible();
  await expect(page.getByText("Payout Analytics")).toHaveCount(0);

  const { token } = await rokad.session(mobile);
  const { user } = await rokad.call(token, "GET", "/auth/me");
  const { token: admin } = await rokad.admin();
  await rokad.call(admin, "PUT", `/super-admin/tenants/${user.id}`, { features: [] });
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  await expect(newPayout).toHaveCount(0);
  await expect(addMoney).toHaveCount(0);
  await page.goto("/dashboard/wallet");
  await page.getByRole("button", { name: "Add Funds" }).click();
  await expect(
    page.getByRole("dialog").getByText("Wallet top-up is not enabled for your account."),
  ).toBeVisible();
});

test("denies a tenant the super admin's pages, with Go Back [24.8]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile, "/super-admin");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("redirects legacy URLs and shows Not Found for an unknown one [2.1–6, 2.20]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile);
  const id = "0190b6a2-1111-7111-8111-111111111111";
  for (const [old, now] of [
    ["/", "/dashboard"],
    ["/payouts/create", "/dashboard/payouts"],
    ["/payouts/history", "/dashboard/payouts/history"],
    [`/payouts/${id}`, `/dashboard/payouts/${id}`],
    ["/wallet", "/dashboard/wallet"],
    ["/transactions", "/dashboard/wallet/history"],
    ["/reports", "/dashboard/reports"],
  ] as const) {
    await page.goto(old);
    await expect(page).toHaveURL((url) => url.pathname === now);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  }
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: /not found/i })).toBeVisible();
});
