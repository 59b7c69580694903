import type { Request } from "@playwright/test";
import { todayInIndia } from "@rokad/contract/fields";
import { depositsPath, loaded, operator, payoutsPath, rowsOf, walletPath } from "./histories.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import { focusWindow, reconnectWindow } from "./panels.ts";
import { expectSoundInBothThemes } from "./sound.ts";

// The guarantee: the three histories handle failures, a phone's width and typed days.

test.describe("when calls fail", () => {
  test.use({ serverMayFail: true, viewport: { width: 1440, height: 900 } });

  test("shows when a history fails to load, and loads it by its button [9.23, 9.24, 11.17, 12.13, 26.17]", async ({
    page,
    rokad,
  }) => {
    for (const [path, call, message, again] of [
      [payoutsPath, /\/api\/v1\/payouts\?/, "Failed to load payouts", "Retry"],
      [walletPath, /\/api\/v1\/wallet\/history/, "Failed to load transactions", "Try Again"],
      [depositsPath, /\/api\/v1\/wallet\/deposit\/history/, "Failed to load deposits", "Retry"],
    ] as const) {
      const refuse = Promise.withResolvers<void>();
      await page.route(call, async (route) => {
        await refuse.promise;
        const error = {
          code: "SERVICE_UNAVAILABLE",
          message: "Please try again.",
          request_id: "-",
        };
        await route.fulfill({ status: 503, json: { success: false, error } });
      });
      await enter(page, rokad, operator, path);
      // A skeleton with the table's layout until then.
      await expect(page.locator("main [aria-busy=true] tbody tr")).toHaveCount(8);
      refuse.resolve();
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByText("Please try again.")).toBeVisible();
      await page.unroute(call);
      await page.getByRole("button", { name: again, exact: true }).click();
      await expect(rowsOf(page).first()).toBeVisible();
      await loaded(page);
    }
  });

  test("keeps the table's layout with long names, missing values and an unknown status, and processing spins [9.13, 9.15, 9.21, 9.31]", async ({
    page,
    rokad,
  }) => {
    await page.route(/\/api\/v1\/payouts\?/, async (route) => {
      const answer = await (await route.fetch()).json();
      Object.assign(answer.data[0], {
        status: "on_hold",
        beneficiary_name: "Shree ".repeat(16).trim(),
        bank_name: null,
        account_number: null,
        ifsc_code: null,
        upi_id: null,
        utr_number: null,
        txn_fee: { amount: 0, currency: "INR" },
        gst_amount: { amount: 0, currency: "INR" },
      });
      answer.data[1].status = "processing";
      await route.fulfill({ json: answer });
    });
    await enter(page, rokad, operator, payoutsPath);
    await loaded(page);
    const row = rowsOf(page).first();
    await expect(row).toContainText("Unknown");
    await expect(row.getByText("N/A")).toHaveCount(3);
    await expect(row).not.toContainText("fee");
    const processing = rowsOf(page).nth(1).locator("[data-status=processing] svg");
    await expect(processing).toHaveCSS("animation-name", "spin");
    const table = page.locator("table").locator("..");
    expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Payouts, newest first" })).toBeVisible();
    expect(
      await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
});

test("labels a deposit to a virtual account, and one without bank details [12.10]", async ({
  page,
  rokad,
}) => {
  await page.route(/\/api\/v1\/wallet\/deposit\/history/, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const row of answer.data) delete row.bank_account;
    answer.data[0].virtual_account = { provider: "Sample Payments" };
    await route.fulfill({ json: answer });
  });
  await enter(page, rokad, operator, depositsPath);
  await loaded(page);
  await expect(rowsOf(page).nth(0)).toContainText("Virtual Account");
  await expect(rowsOf(page).nth(0)).toContainText("Sample Payments");
  await expect(rowsOf(page).nth(1)).toContainText("Bank details not available");
});

test("does not reload a recent page, nor on a change of window [27.23]", async ({
  page,
  rokad,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v1/payouts") asked.push(searchParams.get("page") ?? "");
  });
  await page.clock.install();
  await enter(page, rokad, operator, payoutsPath);
  await loaded(page);
  await page.clock.pauseAt(Date.now() + 1000);
  const pager = page.getByRole("navigation", { name: "Pages" });
  const turn = async (name: "Next" | "Previous", shown: string) => {
    await pager.getByRole("button", { name }).click();
    await expect(pager).toContainText(shown);
    // A page that is in the cache is asked for again in the next frame, if at all.
    await page.clock.runFor(20);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  };
  await turn("Next", "Showing 21 to 40");
  await turn("Previous", "Showing 1 to 20");
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await turn("Next", "Showing 21 to 40");
  expect(asked).toEqual(["1", "2"]);

  // The second page's answer is not yet 30 s old, then just over.
  const ofSecond = () => asked.filter((number) => number === "2").length;
  await turn("Previous", "Showing 1 to 20");
  await page.clock.runFor(29_850);
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await turn("Next", "Showing 21 to 40");
  expect(ofSecond()).toBe(1);
  await turn("Previous", "Showing 1 to 20");
  await page.clock.runFor(50);
  await turn("Next", "Showing 21 to 40");
  await expect.poll(ofSecond).toBe(2);

  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();
  expect(ofSecond()).toBe(3);
});

test("a refresh that is answered late leaves the page that is open by then", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, operator, payoutsPath);
  await loaded(page);
  const answer = await holdFirst(page, "**/api/v1/payouts?*");
  const asked = page.waitForRequest("**/api/v1/payouts?*");
  await page.getByRole("button", { name: "Refresh" }).click();
  await asked;
  const pager = page.getByRole("navigation", { name: "Pages" });
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(pager).toContainText("Showing 21 to 40");
  answer.release();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();
  await expect(pager).toContainText("Showing 21 to 40");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
});

test("reloads wallet and deposit history when the connection is back, but not on focus [25.43]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 250 });
  // A new live stream would reload the page as well.
  await page.route("**/api/v1/live", (route) => route.abort());
  await page.clock.install();
  for (const [path, call] of [
    [walletPath, "/api/v1/wallet/history"],
    [depositsPath, "/api/v1/wallet/deposit/history"],
  ] as const) {
    let asked = 0;
    const count = (request: Request) => {
      if (new URL(request.url()).pathname === call) asked += 1;
    };
    page.on("request", count);
    await enter(page, rokad, mobile, path);
    await loaded(page);
    // A request within 30 seconds would be shared.
    await page.clock.runFor(31_000);
    const reloaded = page.waitForRequest("**/api/v1/notifications?*");
    await focusWindow(page);
    await reloaded;
    expect(asked).toBe(1);
    await reconnectWindow(page);
    await expect.poll(() => asked).toBe(2);
    page.off("request", count);
  }
});

test.describe("in an American browser", () => {
  test.use({ locale: "en-US", viewport: { width: 1440, height: 900 } });

  test("accepts a day as DD/MM/YYYY, typed or picked, and shows its error under the field [12.6, 26.18, 27.24]", async ({
    page,
    rokad,
  }) => {
    await enter(page, rokad, operator, depositsPath);
    const from = page.getByLabel("From Date", { exact: true });
    const to = page.getByLabel("To Date", { exact: true });
    const apply = page.getByRole("button", { name: "Apply" });
    await from.pressSequentially("05112026");
    await expect(from).toHaveValue("05/11/2026");
    await to.fill("3-11-26");
    await to.blur();
    await expect(to).toHaveValue("03/11/2026");
    await expect(page.getByText("From date cannot be after the to date")).toBeVisible();
    await expect(apply).toBeDisabled();
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
    await from.fill("31/02/2026");
    await expect(page.getByText("Enter a real date as DD/MM/YYYY")).toHaveCount(0);
    await to.fill("01/01/2199");
    await to.blur();
    await expect(page.getByText("Enter a real date as DD/MM/YYYY")).toBeVisible();
    await expect(page.getByText("To date cannot be in the future")).toBeVisible();
    await from.fill("");
    await to.fill("");
    await expect(apply).toBeEnabled();

    const open = page.getByRole("button", { name: "Choose From Date in a calendar" });
    await open.press("Enter");
    const calendar = page.getByRole("dialog", { name: "Calendar" });
    await expect(calendar.getByRole("grid")).toHaveCount(2);
    await expect(calendar.getByText("Choose the first day")).toBeVisible();
    await expectSoundInBothThemes(page, "the calendar", ":popover-open");
    const today = todayInIndia();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Enter");
    await expect(calendar.getByText("Choose the last day")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(calendar).toBeHidden();
    await expect(open).toBeFocused();
    await expect(from).not.toHaveValue("");
    const [first, last] = [await from.inputValue(), await to.inputValue()].map((shown) =>
      shown.split("/").toReversed().join("-"),
    );
    expect(Date.parse(last ?? "") - Date.parse(first ?? "")).toBe(24 * 60 * 60 * 1000);

    await open.click();
    // Tomorrow can't be selected.
    const tomorrow = new Date(Date.parse(today) + 24 * 60 * 60 * 1000);
    const name = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeZone: "UTC" });
    const ahead = calendar.getByRole("button", { name: name.format(tomorrow) });
    if ((await ahead.count()) > 0) await expect(ahead).toBeDisabled();
    await calendar.getByRole("button", { name: "Last 7 days" }).click();
    await expect(calendar).toBeHidden();
    await expect(to).toHaveValue(today.split("-").toReversed().join("/"));
    await apply.click();
    await expect(page).toHaveURL(new RegExp(`from=.*&to=${today}$`));
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("shows a history as cards with copy buttons and details, without sideways scrolling [9.30]", async ({
    page,
    rokad,
  }) => {
    for (const [path, caption] of [
      [payoutsPath, "Payouts, newest first"],
      [walletPath, "Wallet transactions, newest first"],
      [depositsPath, "Deposits, newest first"],
    ] as const) {
      await enter(page, rokad, operator, path);
      const cards = page.getByRole("list", { name: caption }).locator("> li");
      await expect(cards.first()).toBeInViewport();
      await expect(page.locator("table")).toHaveCount(0);
      if (path !== payoutsPath) {
        await cards
          .first()
          .getByRole("button", { name: /^Details of/ })
          .click();
        await expect(page.getByRole("dialog")).toBeVisible();
        if (path === depositsPath)
          await expectSoundInBothThemes(page, "a deposit's details on a phone", ":popover-open");
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      await page.getByRole("button", { name: "Choose To Date in a calendar" }).click();
      await expect(page.getByRole("dialog", { name: "Calendar" }).getByRole("grid")).toHaveCount(1);
      if (path === depositsPath)
        await expectSoundInBothThemes(page, "the calendar on a phone", ":popover-open");
      expect(
        await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
});
