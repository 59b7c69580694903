import type { Page } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";
import { layoutShifts, watchLayoutShifts } from "./layout-shifts.ts";
import { cardOf, focusWindow, hold, reconnectWindow } from "./panels.ts";

// The guarantee: each dashboard panel loads, fails and updates on its own, without layout shifts.

const operator = "9000000002";

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, { tag: width === 390 ? ["@sweep"] : [] }, () => {
    test.use({ viewport: { width, height: 900 } });

    test("shows a placeholder until balance and summary load, without a layout shift [5.4, 5.46]", async ({
      page,
      rokad,
    }) => {
      // Each of the two is once the last to arrive.
      for (const [first, last] of [
        ["**/wallet/balance", "**/payouts/summary"],
        ["**/payouts/summary", "**/wallet/balance"],
      ] as const) {
        await watchLayoutShifts(page);
        const releaseFirst = await hold(page, first);
        const releaseLast = await hold(page, last);
        await enter(page, rokad, operator);
        await expect(page.getByRole("link", { name: "View All Payouts" })).toBeVisible();
        await expect(page.getByRole("slider", { name: "Volume by day" })).toBeVisible();
        const cards = ["Total Balance", "Today's Volume"].map((label) => cardOf(page, label));
        await releaseFirst();
        for (const each of cards) {
          await expect(each).toHaveAttribute("aria-busy", "true");
          await expect(each).not.toContainText("₹");
        }
        await releaseLast();
        for (const each of cards) await expect(each).toContainText("₹");
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        const { score, moved } = await layoutShifts(page);
        expect(score, moved.join("\n")).toBeLessThan(0.02);
        await page.unrouteAll();
      }
    });
  });
}

test("shows nothing of the dashboard before the server has confirmed the person [5.3]", async ({
  page,
  rokad,
}) => {
  const release = await hold(page, "**/auth/me");
  await enter(page, rokad, operator);
  await expect(page.getByText("Checking Authentication...")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Good / })).toBeHidden();
  await release();
  await expect(page.getByRole("heading", { name: /^Good / })).toBeVisible();
});

test.describe("when calls fail", () => {
  test.use({ serverMayFail: true });

  const panels = [
    { call: "wallet/balance", message: "Failed to load wallet balance" },
    { call: "payouts/summary", message: "Failed to load payout summary" },
    { call: "payouts?limit=5", message: "Failed to load recent payouts" },
    { call: "payouts/analytics?", message: "Failed to load payout analytics" },
    { call: "payouts/trend", message: "Failed to load performance trend" },
  ];

  test("shows each panel's failure and reloads it by its own Retry [5.45, 26.1–3]", async ({
    page,
    rokad,
  }) => {
    const failing = new Set(panels.map(({ call }) => call));
    await page.route("**/api/v1/**", (route) => {
      const isFailing = [...failing].some((call) => route.request().url().includes(call));
      return isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback();
    });
    await enter(page, rokad, operator);
    for (const { message } of panels) await expect(page.getByText(message).first()).toBeVisible();
    for (const { call, message } of panels) {
      failing.delete(call);
      const alert = page.getByRole("alert").filter({ hasText: message }).first();
      await alert.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText(message)).toHaveCount(0);
      for (const other of panels.filter((panel) => failing.has(panel.call)))
        await expect(page.getByText(other.message).first()).toBeVisible();
    }
  });

  test("shows N/A for a payout without an account, and pending for an unknown status [5.34, 5.37]", async ({
    page,
    rokad,
  }) => {
    const { token } = await rokad.session(operator);
    const [newest] = await rokad.call(token, "GET", "/payouts?limit=1");
    const odd = { ...newest, account_number: null, upi_id: null, status: "sleeping" };
    await page.route("**/payouts?limit=5", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), data: [odd] } });
    });
    await enter(page, rokad, operator);
    const row = page.getByRole("listitem").filter({ hasText: newest.beneficiary_name });
    await expect(row.getByText("N/A")).toBeVisible();
    await expect(row.locator("[data-status=pending]")).toBeVisible();
  });
});

test.describe("in a browser with a US time zone", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("greets by India's hour, and polls wallet and payouts after 30 seconds and the summary after 60 [5.6, 25.12, 25.14, 25.16, 27.1–3, 27.5]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant();
    const asked = new Map<string, number>();
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname.replace("/api/v1", "");
      asked.set(path, (asked.get(path) ?? 0) + 1);
    });
    const counts = () =>
      ["/wallet/balance", "/payouts", "/payouts/summary"].map((path) => asked.get(path) ?? 0);
    await page.clock.install();
    // Counts polls alone: a minute of this clock without a heartbeat would end a live stream.
    await page.route("**/api/v1/live", (route) => route.abort());
    await enter(page, rokad, mobile);
    const hour = Number(
      new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "numeric" }).format(),
    );
    const greeting = hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `${greeting}, Journey Traders`,
    );
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // Three panels with the same query share one call.
    expect(counts()).toEqual([1, 1, 1]);

    await page.clock.runFor(31_000);
    await expect.poll(counts).toEqual([2, 2, 1]);
    await page.clock.runFor(31_000);
    await expect.poll(counts).toEqual([3, 3, 2]);
  });
});

test("sends the same request again only after 2 seconds [27.5]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  const balances = countOf(page, "/wallet/balance");
  await page.clock.install();
  await page.route("**/api/v1/live", (route) => route.abort());
  await enter(page, rokad, mobile);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // The folded menu loads late, so it is there before the clock stops.
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  const menu = page.getByRole("complementary").getByRole("navigation");
  await expect(menu.getByRole("link", { name: "Wallet", exact: true })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 5_000);
  const asked = balances();
  const open = async (link: string, heading: RegExp) => {
    const navigation = page.getByRole("complementary").getByRole("navigation");
    await navigation.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    // What is in the cache is asked for again in the next frame, if at all.
    await page.clock.runFor(20);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  };
  const answer = page.waitForResponse("**/wallet/balance");
  await open("Wallet", /Wallet/);
  await expect.poll(balances).toBe(asked + 1);
  // The two seconds begin with the answer.
  await (await answer).finished();
  await page.clock.runFor(1_900);
  await open("Dashboard", /^Good /);
  expect(balances()).toBe(asked + 1);
  await page.clock.runFor(100);
  await open("Wallet", /Wallet/);
  await expect.poll(balances).toBe(asked + 2);
});

test("reloads when its window gets the focus, at most every 5 seconds [25.12, 27.1, 27.4]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  const askedAtMs: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/wallet/balance")) askedAtMs.push(Date.now());
  });
  await enter(page, rokad, mobile);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(async () => {
    await focusWindow(page);
    expect(askedAtMs).toHaveLength(2);
  }).toPass({ intervals: [400] });
  const [first = 0, second = 0] = askedAtMs;
  expect(second - first).toBeGreaterThan(4_500);
});

test("loads the platform's fees once, while focus and reconnect reload the balance [25.44]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  // Counted when they are answered: SWR drops a reload during the previous answer.
  const answered: string[] = [];
  page.on("requestfinished", (request) => answered.push(new URL(request.url()).pathname));
  const times = (path: string) => answered.filter((each) => each === `/api/v1${path}`).length;
  // A new live stream would reload the page as well.
  await page.route("**/api/v1/live", (route) => route.abort());
  await page.clock.install();
  await enter(page, rokad, mobile);
  await expect(cardOf(page, "Total Balance")).toContainText("₹0.00");
  for (const [reload, balances] of [
    [focusWindow, 2],
    [reconnectWindow, 3],
  ] as const) {
    await page.clock.runFor(6_000);
    await reload(page);
    // Before the next poll.
    await expect.poll(() => times("/wallet/balance"), { timeout: 10_000 }).toBe(balances);
    // The page has handled that answer by the time of a later one.
    await page.evaluate("fetch('/icon.svg').then((answer) => answer.text())");
  }
  await page.clock.runFor(1_000);
  expect(times("/platform/config")).toBe(1);
});

/** Counts the calls of a path. */
function countOf(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(path)) calls += 1;
  });
  return () => calls;
}
