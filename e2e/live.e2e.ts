// The guarantee: a change appears on open pages at once, without a reload; where live updates are
// blocked, polling still shows it.
import type { Page } from "@playwright/test";
import { enter, expect, holdFirst, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

const history = "/dashboard/payouts/history";
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications, / });

/** The notifications menu. */
const menuOf = (page: Page) =>
  page
    .locator("[popover]")
    .filter({ has: page.getByRole("heading", { name: "Notifications", includeHidden: true }) });

/** Blocks timers of 3 s and more, so that a page can't change by polling. */
async function withoutPolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: later, setInterval: again } = globalThis;
    const isLong = (ms: number | undefined) => ms !== undefined && ms >= 3_000;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number) => (isLong(ms) ? 0 : later(work, ms)),
      setInterval: (work: () => void, ms?: number) => (isLong(ms) ? 0 : again(work, ms)),
    });
  });
}

/** Counts calls whose path has this ending. */
function count(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) calls += 1;
  });
  return () => calls;
}

/** Opens a page and waits until its live stream is open. */
async function enterLive(page: Page, rokad: Rokad, mobile: string, path?: string): Promise<void> {
  const stream = page.waitForResponse("**/api/v1/live");
  await enter(page, rokad, mobile, path);
  expect((await stream).status()).toBe(200);
}

/** The newest payout's status, fetched outside the page. */
async function newestPayout(rokad: Rokad, mobile: string): Promise<string> {
  const { token } = await rokad.session(mobile);
  return (await rokad.call(token, "GET", "/payouts"))[0].status;
}

/** Creates a deposit of the tenant and approves it as a super admin. */
async function credit(rokad: Rokad, mobile: string, utr: string): Promise<void> {
  const { token } = await rokad.session(mobile);
  const { token: admin } = await rokad.admin();
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  const deposit = await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: 2_500,
    utr_reference: utr,
  });
  await rokad.call(admin, "POST", `/super-admin/deposits/${deposit._id}/approve`, {});
}

test("shows a new payout and its status changes on Payout History without a reload or a poll [4.15, 4.17, 8.36]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await withoutPolls(page);
  const asked = count(page, "/api/v1/payouts");
  await enterLive(page, rokad, mobile, history);
  await expect(page.getByText("No payouts found")).toBeVisible();
  expect(asked()).toBe(1);
  await rokad.pay(mobile, "slowfail@upi", 100);
  const row = page.getByRole("row", { name: /slowfail@upi|Sample Traders/ });
  await expect(row).toContainText("Processing");
  await expect(row).toContainText("Failed");
  await rokad.pay(mobile, "asha@okhdfc", 100);
  await expect(page.getByRole("row").filter({ hasText: "Success" })).toHaveCount(1);
  // Two payouts with two changes each; changes that arrive together cause one reload.
  expect(asked()).toBeLessThanOrEqual(5);
});

test("reloads what changed before the stream opened, and nothing else", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await withoutPolls(page);
  const payouts = count(page, "/api/v1/payouts");
  const people = count(page, "/api/v1/auth/me");
  const stream = await holdFirst(page, "**/api/v1/live");
  await enter(page, rokad, mobile, history);
  await expect(page.getByText("No payouts found")).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Notifications, 2 unread");
  await rokad.pay(mobile, "failure@upi", 100);
  await expect.poll(() => newestPayout(rokad, mobile)).toBe("failed");
  expect(payouts()).toBe(1);
  stream.release();
  await expect(page.getByRole("row").filter({ hasText: "Failed" })).toHaveCount(1);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 3 unread");
  expect([payouts(), people()]).toEqual([2, 1]);
});

test("updates Recent Payouts by polling where live updates are blocked, without an error [4.18]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await page.route("**/api/v1/live", (route) => route.abort());
  await page.clock.install();
  const asked = count(page, "/api/v1/live");
  await enter(page, rokad, mobile);
  await expect(page.getByText("No recent payouts.")).toBeVisible();
  await expect.poll(asked).toBeGreaterThan(0);
  await rokad.pay(mobile, "asha@okhdfc", 100);
  await expect.poll(() => newestPayout(rokad, mobile)).toBe("success");
  await expect(page.getByText("No recent payouts.")).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByRole("listitem").filter({ hasText: "Sample Traders" })).toContainText(
    "Success",
  );
  // Retries with back-off: after 1, 2, 4, … seconds, at most once a minute.
  expect(asked()).toBeLessThan(8);
});

test("polls Payout History only without live updates: after 30 seconds, then with back-off [27.23]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await rokad.pay(mobile, "pending@upi", 100);
  await expect.poll(() => newestPayout(rokad, mobile)).toBe("processing");
  const asked = count(page, "/api/v1/payouts");
  const row = page.getByRole("row").filter({ hasText: "Processing" });
  // The clock stands still, so that an answer arrives at a known time.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await enterLive(page, rokad, mobile, history);
  await expect(row).toHaveCount(1);
  // Within the silence after which a stream counts as dead.
  await page.clock.runFor(10_000);
  await expect(row).toHaveCount(1);
  const live = asked();
  await page.clock.runFor(34_000);
  await expect(row).toHaveCount(1);
  expect(asked()).toBe(live);

  await page.route("**/api/v1/live", (route) => route.abort());
  await page.reload();
  await expect(row).toHaveCount(1);
  const first = asked();
  for (const [polls, seconds] of [30, 60, 120].entries()) {
    await page.clock.runFor(seconds * 1000 - 1);
    await expect(row).toHaveCount(1);
    expect(asked()).toBe(first + polls);
    const answer = page.waitForResponse(/\/api\/v1\/payouts\?/);
    await page.clock.runFor(1);
    await answer;
    expect(asked()).toBe(first + polls + 1);
  }
});

test("shares one stream between a browser's tabs, and another tab takes it over [4.19]", async ({
  context,
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await withoutPolls(page);
  const first = count(page, "/api/v1/live");
  await enterLive(page, rokad, mobile);
  const other = await context.newPage();
  await withoutPolls(other);
  const second = count(other, "/api/v1/live");
  await other.goto("/dashboard");
  await expect(bell(other)).toHaveAccessibleName("Notifications, 2 unread");
  await credit(rokad, mobile, `5${mobile}1`);
  for (const tab of [page, other])
    await expect(bell(tab)).toHaveAccessibleName("Notifications, 3 unread");
  expect([first(), second()]).toEqual([1, 0]);
  const takenOver = other.waitForResponse("**/api/v1/live");
  await page.close();
  await takenOver;
  await credit(rokad, mobile, `5${mobile}2`);
  await expect(bell(other)).toHaveAccessibleName("Notifications, 4 unread");
});

test("counts notifications live; the menu works by keyboard, marks as read and opens the subject [4.1, 4.8, 4.13, 4.14]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await withoutPolls(page);
  await enterLive(page, rokad, mobile);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 2 unread");
  await expect(bell(page)).toHaveText("2");
  const utr = `5${mobile}3`;
  await credit(rokad, mobile, utr);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 3 unread");
  const balance = page.getByText("₹3,500.00").first();
  await expect(balance).toBeVisible();

  await bell(page).focus();
  await page.keyboard.press("Enter");
  const menu = menuOf(page);
  const rows = menu.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(
    `₹2,500.00 with UTR ${utr} was added to your wallet`.replace("UTR ", "UTR\u00a0"),
  );
  await expect(rows.filter({ hasText: "Unread" })).toHaveCount(3);
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("button", { name: "Mark all as read" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/wallet/deposits\\?utr=${utr}$`));
  await expect(page.getByRole("row").filter({ hasText: utr })).toHaveCount(1);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 2 unread");
  await expect(menu).toBeHidden();

  await bell(page).click();
  await menu.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications, none unread");
  await expect(rows.filter({ hasText: "Unread" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notifications, none unread");

  await rokad.pay(mobile, "failure@upi", 100);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(page).click();
  await rows.filter({ hasText: "Payout failed" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/dashboard\/payouts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("main").getByText("closed or invalid").first()).toBeVisible();
});

test.describe("when the list fails to load", () => {
  test.use({ serverMayFail: true });

  test("shows the failure of notifications and Recent Updates, with a retry, apart from other panels [4.14, 5.2]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 1_000 });
    let isDown = true;
    await page.route("**/api/v1/notifications*", (route) =>
      isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await enter(page, rokad, mobile);
    const updates = page.getByRole("main").getByRole("alert");
    await expect(updates).toContainText("Failed to load recent updates");
    await expect(page.getByText("Total Balance")).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("Notifications, none unread");
    await bell(page).click();
    const menu = menuOf(page);
    await expect(menu.getByRole("alert")).toContainText("Failed to load notifications");
    isDown = false;
    await menu.getByRole("button", { name: "Retry" }).click();
    await expect(menu.getByRole("listitem")).toHaveCount(2);
    await expect(updates).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 2 unread");
  });
});

test("shows this tenant's newest notifications in Recent Updates with links, and an empty state before [4.13, 4.14, 5.1, 5.2]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enterLive(page, rokad, mobile);
  const panel = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Recent Updates" }) });
  await expect(panel).toContainText("No updates yet");
  await bell(page).click();
  await expect(page.getByText("No notifications")).toBeVisible();
  await page.keyboard.press("Escape");

  const { token } = await rokad.session(mobile);
  const { token: admin } = await rokad.admin();
  const account = await rokad.call(token, "POST", "/wallet/bank-accounts", {
    account_holder_name: "Journey Traders",
    account_number: `00${mobile}`,
    ifsc_code: "HDFC0000060",
    bank_name: "HDFC Bank",
    branch_name: "Pune",
    account_type: "current",
  });
  const reject = `/super-admin/bank-accounts/${account._id}/reject`;
  await rokad.call(admin, "POST", reject, { reason: "The name does not match" });
  await expect(panel.getByRole("listitem")).toContainText(
    `HDFC Bank ****${mobile.slice(-4)} was rejected: The name does not match`,
  );
  await panel.getByRole("link", { name: "Bank account rejected" }).click();
  await expect(page).toHaveURL(/whitelist-bank-accounts$/);
  await expect(page.getByRole("main").getByText("The name does not match")).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Notifications, none unread");
});
