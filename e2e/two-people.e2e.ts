// The guarantee: what guards money changes only when a second super admin confirms it in their own
// browser, and nobody edits a value without seeing that a change of it waits.
import type { Browser, Page } from "@playwright/test";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

const settings = superAdminPaths.settings;
const dialogPanel = "[role=dialog]:not([popover])";
const fee = (page: Page) => page.getByLabel("Platform fee", { exact: true });
const hoursField = (page: Page) =>
  page.getByRole("textbox", { name: "Super admins can decide an outcome after" });
const waitingCard = (page: Page) =>
  page.getByRole("region", { name: "Waiting for a second person" });

/** The second super admin in a browser of their own. */
async function openSecond(browser: Browser, rokad: Rokad, name: string, path: string) {
  const second = await rokad.newAdmin(name);
  const context = await browser.newContext({ baseURL: rokad.origin });
  const page = await context.newPage();
  await enter(page, rokad, second.mobile, path);
  await arrived(page);
  return { page, mobile: second.mobile, close: () => context.close() };
}

test("one proposes a fee, signed, and another confirms it in a second browser", async ({
  page,
  rokad,
  browser,
}) => {
  const second = await openSecond(browser, rokad, "Ravi Nair", settings);
  await enter(page, rokad, "9000000001", settings);
  await arrived(page);
  await fee(page).fill("7");
  await page.getByLabel("Session length", { exact: true }).fill("14");
  await page.getByRole("button", { name: "Save charges" }).click();
  const dialog = page.getByRole("dialog", { name: "Change “Platform fee”?" });
  await expect(dialog).toContainText("Takes effect when another super admin confirms it.");
  await dialog.getByLabel("Reason").fill("New price list from December");
  await expectSoundInBothThemes(page, "the signed change", dialogPanel);
  await pressAndSign(dialog, "Propose the change", rokad);
  await expect(page.getByText("Proposed. A second super admin has to confirm it.")).toBeVisible();
  await expect(dialog).toBeHidden();
  // The value stays, its field is closed, and the other draft is still there.
  await expect(fee(page)).toHaveValue("5");
  await expect(fee(page)).toBeDisabled();
  await expect(page.getByLabel("Session length", { exact: true })).toHaveValue("14");
  await expectSoundInBothThemes(page, "the page with a waiting change");

  // The second person's open page shows it without a reload.
  const other = second.page;
  await expect(waitingCard(other)).toContainText("Platform fee");
  await expect(waitingCard(other)).toContainText("Needs you");
  await expect(fee(other)).toBeDisabled();
  await other.getByRole("button", { name: "Review the change of Platform fee" }).click();
  const review = other.getByRole("dialog", { name: "Proposed change" });
  await expect(review).toContainText("Platform feeFrom ₹5To ₹7");
  await expect(review).toContainText("New price list from December");
  await expect(review).toContainText("Demo Admin");
  await expectSoundInBothThemes(other, "the proposal", dialogPanel);
  await pressAndSign(review, "Confirm change", rokad, second.mobile);
  await expect(other.getByText("Confirmed. The change is in effect.")).toBeVisible();
  await expect(fee(other)).toHaveValue("7");
  await expect(waitingCard(other)).toHaveCount(0);
  // The proposer's page follows.
  await expect(fee(page)).toHaveValue("7");
  await expect(fee(page)).toBeEnabled();
  await page.getByRole("button", { name: "Platform fee: history" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toContainText(
    /was ₹5 · Demo Admin, .*, confirmed by Ravi Nair/,
  );
  await second.close();
});

test("a notification opens the proposal; it is rejected with a reason, and the other withdrawn", async ({
  page,
  rokad,
  browser,
}) => {
  const second = await openSecond(browser, rokad, "Sita Rao", superAdminPaths.tenants);
  const other = second.page;
  await page.setViewportSize(widths[1]);
  await enter(page, rokad, "9000000001", settings);
  await arrived(page);
  async function proposeHours(hours: string): Promise<void> {
    await hoursField(page).fill(hours);
    await page.getByRole("button", { name: "Save providers" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Faster answers to tenants");
    await pressAndSign(dialog, "Propose the change", rokad);
    await expect(dialog).toBeHidden();
  }
  await proposeHours("1");
  await other.getByRole("button", { name: /^Notifications/ }).click();
  await other.getByRole("link", { name: "Change to confirm" }).first().click();
  await expect(other).toHaveURL(/settings\?proposal=/);
  const review = other.getByRole("dialog", { name: "Proposed change" });
  await expect(review).toContainText("From 72 hoursTo 1 hour");
  await review.getByRole("button", { name: "Reject proposal" }).click();
  await review.getByRole("button", { name: "Reject proposal" }).click();
  await expect(review.getByText("A reason is required")).toBeVisible();
  await review.getByLabel("Reason").fill("Banks have three working days");
  await review.getByRole("button", { name: "Reject proposal" }).click();
  await expect(other.getByText("Proposal rejected. Nothing changed.")).toBeVisible();
  await expect(review).toBeHidden();
  await expect(other).toHaveURL(/settings$/);

  // The proposer finds the reason behind the notification, on a phone.
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("link", { name: "Change rejected" }).first().click();
  const mine = page.getByRole("dialog", { name: "Proposed change" });
  await expect(mine).toContainText("Banks have three working days");
  await expect(mine.getByRole("button", { name: /proposal/ })).toHaveCount(0);
  await expectSoundInBothThemes(page, "a rejected proposal on a phone", dialogPanel);
  await page.keyboard.press("Escape");
  await expect(mine).toBeHidden();

  await proposeHours("2");
  await waitingCard(page)
    .getByRole("button", { name: /^Review the proposal/ })
    .click();
  await expect(mine).toContainText("You proposed this.");
  await mine.getByRole("button", { name: "Withdraw proposal" }).click();
  await expect(page.getByText("Proposal withdrawn. Nothing changed.")).toBeVisible();
  await expect(waitingCard(page)).toHaveCount(0);
  await expect(hoursField(page)).toHaveValue("72");
  await second.close();
});

test("a credential waits for the second person, with its end only", async ({
  page,
  rokad,
  browser,
}) => {
  const gateway = superAdminPaths.paymentGateway;
  const second = await openSecond(browser, rokad, "Farah Khan", gateway);
  await enter(page, rokad, "9000000001", gateway);
  const card = page.getByRole("region", { name: "Credentials" });
  await card.getByRole("button", { name: "Set Twilio Auth token" }).click();
  const dialog = page.getByRole("dialog", { name: "Twilio Auth token" });
  await dialog.getByLabel("New value").fill("a-token-that-nobody-reads-6789");
  await dialog.getByLabel("Reason").fill("Second gateway");
  await expectSoundInBothThemes(page, "the credential", dialogPanel);
  await pressAndSign(dialog, "Propose change", rokad);
  await expect(card.getByText("Waiting for a second person")).toBeVisible();

  const other = second.page;
  await other.getByRole("button", { name: "Review the change of Twilio Auth token" }).click();
  const review = other.getByRole("dialog", { name: "Proposed change" });
  await expect(review).toContainText("From Not setTo A new value, ends in 6789");
  await pressAndSign(review, "Confirm change", rokad, second.mobile);
  await expect(review).toBeHidden();
  await expect(card.getByText(/^Set, ends in 6789, by Demo Admin on /)).toBeVisible();
  await expect(card.getByText("Waiting for a second person")).toHaveCount(0);
  await second.close();
});
