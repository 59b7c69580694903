// The guarantee: a session lasts as long as the server's, and a page that can't be shown says why
// and offers a way out.
import type { Route } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, holdFirst, signIn, storeSession, test } from "./journey.ts";
import { arrived } from "./screens.ts";

test("renews a rejected token and repeats the call; a rejected renewal opens the sign-in page [2.12, 2.13, 2.15, 25.10, 26.19]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  // A separate session, because this test uses up the refresh token.
  const { refreshToken } = await rokad.signIn(mobile);
  await storeSession(page, { token: "not.a.token", refreshToken });
  const calls: string[] = [];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/api/v1/auth/"))
      calls.push(`${answer.status()} ${pathname.slice(13)}`);
  });
  const asked = await holdFirst(page, "**/auth/me");
  await page.goto(paths.wallet);
  await expect(page.getByRole("status").getByText("Checking Authentication...")).toBeVisible();
  asked.release();
  await expect(page.getByRole("heading", { name: "Wallet Management" })).toBeVisible();
  expect(calls).toEqual(["401 me", "200 refresh", "200 me"]);

  // Without a refresh token nothing is renewed.
  for (const refresh of ["not.a.refresh.token", null]) {
    calls.length = 0;
    // On a file without a script: an open page would get the rejection first and leave.
    await page.goto("/icon.svg");
    await page.evaluate((token) => {
      localStorage.setItem("auth_token", "not.a.token");
      if (token === null) localStorage.removeItem("refresh_token");
      else localStorage.setItem("refresh_token", token);
    }, refresh);
    await page.goto(`${paths.payoutHistory}?status=failed`);
    await expect(page).toHaveURL(/\/login$/);
    const left = await page.evaluate(() => [
      localStorage.getItem("auth_token"),
      localStorage.getItem("auth-storage"),
      sessionStorage.getItem("after-sign-in"),
    ]);
    expect(left).toEqual([null, null, `${paths.payoutHistory}?status=failed`]);
    expect(calls).toEqual(refresh === null ? ["401 me"] : ["401 me", "401 refresh"]);
  }
});

test("explains a missing page or a missing role, with a way out [2.16, 2.17, 26.8]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile);
  await arrived(page);
  await page.goto("/super-admin");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(paths.dashboard);
  await page.goto("/dashboard/no-such-page");
  await expect(page.getByRole("heading", { name: "Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL(paths.dashboard);
});

test.describe("when something breaks", () => {
  test.use({ serverMayFail: true, pageMayBreak: true });

  test("keeps the session while the server is unreachable, and continues after a retry [2.19]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant();
    const fail = (route: Route) => route.fulfill({ status: 503, json: {} });
    await page.route("**/auth/me", fail);
    await enter(page, rokad, mobile);
    await expect(page.getByText("Something went wrong")).toBeVisible();
    await page.unroute("**/auth/me", fail);
    await page.getByRole("button", { name: /retry|again/i }).click();
    await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  });

  test("offers two ways out of a broken page [2.18]", async ({ page, rokad }) => {
    const { mobile } = await rokad.tenant();
    const nonsense = (route: Route) => route.fulfill({ json: { success: true, data: [{}] } });
    await page.route("**/api/v1/payouts?*", nonsense);
    await enter(page, rokad, mobile, paths.payoutHistory);
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.locator("header").getByRole("link", { name: "New Payout" })).toBeVisible();
    await alert.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL(paths.dashboard);

    await page.goto(paths.payoutHistory);
    await expect(alert.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await page.unroute("**/api/v1/payouts?*", nonsense);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Payout History" })).toBeVisible();
  });
});

test("stays signed in after a reload; signing out ends the session for good [2.11, 3.9]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await signIn(page, rokad, mobile);
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByText("Sign Out").click();
  await expect(page).toHaveURL(/\/login$/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "theme")),
  ).toEqual([]);
  await page.goto("/dashboard/wallet");
  await expect(page).toHaveURL(/\/login$/);
  await expect(rokad.call(token ?? "", "GET", "/auth/me")).rejects.toThrow("401");
});

test("opens the sign-in page at the next call after the session was ended elsewhere [2.14]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  await enter(page, rokad, mobile, "/dashboard/wallet?from=here");
  await expect(page.getByText("₹0.00").first()).toBeVisible();
  const admin = await rokad.admin();
  const [tenant] = await rokad.call(admin.token, "GET", `/super-admin/tenants?search=${mobile}`);
  await rokad.call(admin.token, "PATCH", `/super-admin/tenants/${tenant._id}/status`, {
    isActive: false,
  });
  // The balance is polled every 30 seconds.
  await page.clock.runFor(31_000);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});
