// The guarantee: a session lasts as long as the server's, and a page that can't be shown says why
// and offers a way out.
import type { Route } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import { arrived } from "./screens.ts";

test("renews a rejected token and repeats the call; a rejected renewal opens the sign-in page", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  // A separate session, because this test uses up the refresh token.
  const { refreshToken } = await rokad.signIn(mobile);
  await page.goto("/icon.svg");
  await page.evaluate((refresh) => {
    localStorage.setItem("auth_token", "not.a.token");
    localStorage.setItem("refresh_token", refresh);
  }, refreshToken);
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

test("explains a missing page or a missing role, with a way out", async ({ page, rokad }) => {
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

  test("keeps the session while the server is unreachable, and continues after a retry", async ({
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

  test("offers two ways out of a broken page", async ({ page, rokad }) => {
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
