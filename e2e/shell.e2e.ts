import type { Locator, Page } from "@playwright/test";
import { brand as branding } from "@rokad/contract/brand";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";

const desk = { width: 1440, height: 900 };
const sidebarOf = (page: Page) => page.locator("aside[data-state]");

test("the theme stands before any code has run, follows the system, and a choice is kept [3.15–17, 27.19]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile);
  await arrived(page);
  const html = page.locator("html");
  await expect(html).toHaveClass("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(html).toHaveClass("dark");

  const theme = page.getByRole("group", { name: "Theme" });
  await expect(theme.getByRole("radio", { name: "System theme" })).toBeChecked();
  await theme.getByRole("radio", { name: "Light theme" }).check({ force: true });
  await expect(html).toHaveClass("light");
  await theme.getByRole("radio", { name: "Dark theme" }).check({ force: true });
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveClass("dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");

  // Every module is kept back, so what shows is the page as it is first painted.
  await page.route(/\/assets\/(?!boot-).*\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(html).toHaveClass("dark");
  await expect(page.getByText("Checking Authentication...")).toBeVisible();
  await expect(html).toHaveCSS("background-color", "rgb(9, 11, 16)");
  await page.unrouteAll();
  await page.reload();
  await expect(theme.getByRole("radio", { name: "Dark theme" })).toBeChecked();
  await theme.getByRole("radio", { name: "System theme" }).check({ force: true });
  await expect(html).toHaveClass("light");
});

test("the header says what it is, who one is and where, and leads to every page [3.1–6, 3.8, 3.10]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  await page.setViewportSize(desk);
  await enter(page, rokad, mobile, paths.walletHistory);
  await arrived(page);
  const header = page.locator("header").first();
  await expect(header).toHaveCSS("position", "sticky");
  await expect(header.getByText(branding.product)).toBeVisible();
  await expect(header.getByText("Retailer").first()).toBeVisible();
  await header.getByRole("link", { name: "New Payout" }).click();
  await expect(page).toHaveURL(paths.payouts);
  // The page takes the focus once it is there.
  await expect(page.locator("#page")).toBeFocused();
  // On the page itself it goes to the form.
  const first = page.locator("main form").getByRole("button").or(page.locator("main form input"));
  await expect(first.first()).toBeEnabled();
  await header.getByRole("link", { name: "New Payout" }).click();
  await expect(first.first()).toBeFocused();

  await header.getByRole("button", { name: "Navigation, Payouts" }).click();
  const menu = page.getByRole("navigation", { name: "Navigation" });
  await expect(menu.getByRole("button", { name: "Payouts" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(menu.getByRole("button", { name: "Wallet" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  // The current item is marked, and no other.
  const current = (list: Locator) => list.locator("[aria-current]");
  const sidebar = sidebarOf(page);
  await expect(current(menu)).toHaveText(["Initiate"]);
  await menu.getByRole("link", { name: "History", exact: true }).first().click();
  await expect(page).toHaveURL(paths.payoutHistory);
  await expect(current(sidebar)).toHaveText(["History"]);
  await expect(current(sidebar)).toHaveAttribute("href", paths.payoutHistory);
  await expect(header.locator("> a[aria-current]")).toHaveCount(0);
  await header.getByRole("button", { name: "Navigation, Payouts" }).click();
  await menu.getByRole("button", { name: "Wallet" }).click();
  await menu.getByRole("link", { name: "Deposits" }).click();
  await expect(page).toHaveURL(paths.deposits);
  await expect(menu).toBeHidden();
  await expect(current(sidebar)).toHaveText(["Deposits"]);
  await page.keyboard.press("Control+b");
  await expect(current(sidebar)).toHaveAccessibleName("Wallet");
  await page.keyboard.press("Control+b");

  await header.getByRole("button", { name: "Account of Journey Traders" }).click();
  await page.getByRole("link", { name: "Bank Accounts" }).last().click();
  await expect(page).toHaveURL(paths.bankAccounts);
});

test("hides New Payout without the feature and shows User for a person without a name [3.6, 3.7]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ features: [] });
  await page.route("**/auth/me", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.user.name = "";
    await route.fulfill({ json });
  });
  await enter(page, rokad, mobile);
  const account = page.getByRole("button", { name: "Account of User" });
  await expect(account).toContainText(mobile.slice(-2));
  await expect(account).toContainText("User");
  await expect(page.locator("header").getByRole("link", { name: "New Payout" })).toHaveCount(0);
  await account.click();
  await expect(page.getByText(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("the sidebar folds to icons with names, by button or Ctrl or Cmd with B, and stays so for a week [3.11, 3.12, 27.13, 27.16, 27.17]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.setViewportSize(desk);
  await enter(page, rokad, mobile);
  await arrived(page);
  const sidebar = sidebarOf(page);
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.keyboard.press("Control+b");
  await expect(sidebar).toHaveCSS("width", "48px");
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: "sidebar_state", value: "collapsed" });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);

  // At once: the clock stands still, so a delay would never end.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await sidebar.getByRole("link", { name: "Wallet" }).hover();
  await expect(sidebar.getByText("Wallet", { exact: true })).toBeVisible();
  await sidebar.getByRole("link", { name: "Dashboard" }).hover();
  await expect(sidebar.getByText("Wallet", { exact: true })).toBeHidden();
  await page.clock.resume();

  await page.reload();
  await expect(sidebar).toHaveCSS("width", "48px");
  await sidebar.getByRole("link", { name: "Payouts" }).click();
  await expect(page).toHaveURL(paths.payouts);
  await page.keyboard.press("Meta+b");
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  await expect(sidebar).toHaveAttribute("data-state", "collapsed");
});

test("below 768 px the menu is a sheet of 18rem that closes behind a link [3.13, 27.14, 27.15]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.setViewportSize({ width: 768, height: 900 });
  await enter(page, rokad, mobile);
  await arrived(page);
  await expect(sidebarOf(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebarOf(page)).toBeHidden();
  const toggle = page.getByRole("button", { name: "Toggle sidebar" });
  await toggle.click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet).toHaveCSS("width", "288px");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Control+b");
  await sheet.getByRole("button", { name: "Wallet" }).click();
  await sheet.getByRole("link", { name: "Deposits" }).click();
  await expect(page).toHaveURL(paths.deposits);
  await expect(sheet).toBeHidden();
});

test("the footer and the page have the tagline, and the footer credits authors and source [3.14, 3.20]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  const links = page.locator("footer").getByRole("link");
  await enter(page, rokad, mobile);
  await expect(page.locator("footer").getByRole("group", { name: "Theme" })).toBeVisible();
  const tagline = "Secure payments and payout platform";
  await expect(page.locator("footer").last()).toContainText(`Rokad · ${tagline}`);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", tagline);
  // The branding file names nobody, so there is no link to a place that does not exist.
  expect(branding.credits).toEqual([]);
  await expect(links).toHaveCount(0);

  const credits = [
    { label: "By Sample Traders", href: "https://authors.example.com" },
    { label: "Source code", href: "https://source.example.com" },
  ];
  await rokad.set("credits", credits);
  try {
    await page.reload();
    await expect(links).toHaveText(credits.map(({ label }) => label));
    for (const { label, href } of credits)
      await expect(links.filter({ hasText: label })).toHaveAttribute("href", href);
  } finally {
    await rokad.set("credits", []);
  }
});

test("a toast is 356 px wide and gone after four seconds, and three are shown at most [27.18]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.setViewportSize(desk);
  await page.clock.install();
  await enter(page, rokad, mobile, paths.payoutHistory);
  await arrived(page);
  await page.clock.pauseAt(Date.now() + 1000);
  const toasts = page.getByText("Data refreshed successfully");
  for (const shown of [1, 2, 3, 3]) {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
    await expect(toasts).toHaveCount(shown);
  }
  const section = page.getByRole("region", { name: "Notifications" }).last();
  await expect(section).toHaveCSS("width", "356px");
  await page.clock.runFor(3999);
  const boxes = await page.locator("[data-tone=success]").all();
  await expect(toasts).toHaveCount(3);
  for (const toast of boxes) await expect(toast).toHaveCSS("opacity", "1");
  await page.clock.runFor(1);
  for (const toast of boxes) await expect(toast).toHaveCSS("opacity", "0");
  await page.clock.runFor(160);
  await expect(toasts).toHaveCount(0);
});
