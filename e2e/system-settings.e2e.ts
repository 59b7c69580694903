// The guarantee: a super admin sees the effect of each setting before saving, loses no input and
// no other person's change, and finds every earlier value.
import type { Locator, Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import { letWaitPass } from "./let-wait-pass.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const path = superAdminPaths.settings;
const dialogPanel = "[role=dialog]:not([popover])";
const fee = (page: Page) => page.getByLabel("Platform fee", { exact: true });

/** Another super admin's change while the page is open. */
async function change(rokad: Rokad, key: string, seen: unknown, value: unknown): Promise<void> {
  const { token } = await rokad.admin();
  await rokad.change(token, { key, seen, value });
}

/** Signs a change of the only super admin, and lets its waiting time pass. */
async function signAlone(page: Page, rokad: Rokad, dialog: Locator): Promise<void> {
  await expect(dialog).toContainText("Nobody else can confirm: takes effect after 24 hours");
  await dialog.getByLabel("Reason").fill("New price list");
  await pressAndSign(dialog, "Propose the change", rokad);
  await expect(dialog).toBeHidden();
  await letWaitPass(rokad);
}

/** Resets the settings, so that no journey changes another's fee. */
test.afterEach(async ({ rokad }) => {
  const { token } = await rokad.admin();
  const settings = await rokad.call(token, "GET", "/super-admin/settings");
  const changed = settings.filter((one: { is_default: boolean; key: string }) => !one.is_default);
  for (const { key, value } of changed)
    await rokad.change(token, { key, seen: value, back_to_default: true });
});

test("changes a fee with its effect, the tenant's open page, history and default [15.1]", async ({
  page,
  rokad,
  browser,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  const shop = await browser.newPage();
  await enter(shop, rokad, mobile, paths.payouts);
  await expect(shop.getByText(/platform fee of ₹5/i).first()).toBeVisible();

  const first = await holdFirst(page, "**/api/v1/super-admin/settings");
  await enter(page, rokad, "9000000001", path);
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  first.release();
  await arrived(page);
  const save = page.getByRole("button", { name: "Save charges" });
  await expect(save).toBeDisabled();
  await expect(fee(page)).toHaveValue("5");

  await fee(page).fill("1000.01");
  await expect(page.getByText("Enter a fee from ₹0 to ₹1,000")).toHaveCount(0);
  await fee(page).blur();
  await expect(page.getByText("Enter a fee from ₹0 to ₹1,000")).toBeVisible();
  await fee(page).fill("7.505");
  await save.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await fee(page).fill("7.50");
  await page.getByLabel("GST on the fee", { exact: true }).fill("12.5");
  await fee(page).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change 2 settings?" });
  await expect(dialog).toContainText("Platform feeFrom ₹5To ₹7.50");
  await expect(dialog).toContainText(
    "The next payout of ₹100.00 will take ₹108.44 from the wallet: ₹7.50 fee and ₹0.94 GST on it. Today it is ₹105.90.",
  );
  await expectSoundInBothThemes(page, "the confirmation", dialogPanel);
  await dialog.getByRole("button", { name: "Propose the change" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await signAlone(page, rokad, dialog);
  await expect(page.getByText(/Default ₹5 · Demo Admin, \d\d \w+ \d{4}/)).toBeVisible();
  await expect(save).toBeDisabled();
  // A tenant with the form open sees it without a reload.
  await expect(shop.getByText(/platform fee of ₹7.50/i).first()).toBeVisible();
  await shop.close();

  await fee(page).fill("9");
  await page.getByRole("button", { name: "Save charges" }).click();
  await signAlone(page, rokad, page.getByRole("dialog"));
  await page.getByRole("button", { name: "Platform fee: history" }).click();
  const past = page.getByRole("dialog", { name: "History of “Platform fee”" });
  // Other journeys on this server may have changed it before.
  await expect(past.getByRole("listitem").nth(1)).toContainText("was ₹5 · Demo Admin");
  await expect(past.getByRole("listitem").first()).toContainText("was ₹7.50 · Demo Admin");
  await expect(past.getByRole("listitem").first()).toContainText("Current value");
  await expectSoundInBothThemes(page, "the history", dialogPanel);
  await past.getByRole("button", { name: "Restore ₹7.50" }).click();
  const restoring = page.getByRole("dialog", { name: "Change “Platform fee”?" });
  await expect(restoring).toContainText("From ₹9To ₹7.50");
  await signAlone(page, rokad, restoring);
  await expect(fee(page)).toHaveValue("7.50");
  await page.getByRole("button", { name: "Platform fee: back to default" }).click();
  await expect(page.getByRole("dialog")).toContainText("From ₹7.50To ₹5 (the default)");
  await signAlone(page, rokad, page.getByRole("dialog"));
  await expect(fee(page)).toHaveValue("5");
});

test("shows a concurrent change and keeps the input [15.7]", async ({ page, rokad }) => {
  await enter(page, rokad, "9000000001", path);
  await arrived(page);
  await fee(page).fill("8");
  await page.getByRole("button", { name: "Save charges" }).click();
  const dialog = page.getByRole("dialog", { name: "Change “Platform fee”?" });
  await expect(dialog).toContainText("From ₹5To ₹8");
  await dialog.getByLabel("Reason").fill("New price list");
  await change(rokad, "fee_paise", 5_00, 6_00);
  await dialog.getByRole("button", { name: "Propose the change" }).click();
  await expect(page.getByText("Another super admin made a change first.")).toBeVisible();
  await expect(page.getByText(/changed “Platform fee” while you were editing/)).toBeVisible();
  await expect(fee(page)).toHaveValue("8");
  await expect(page.getByText(/^Now ₹6 · Default ₹5/)).toBeVisible();

  // The menu leads away, and asks first.
  const away = page
    .getByRole("navigation")
    .getByRole("link", { name: "Tenant Management" })
    .first();
  await away.click();
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Stay here" }).click();
  await expect(leaving).toBeHidden();
  await expect(fee(page)).toHaveValue("8");
  await page.getByRole("button", { name: "Save charges" }).click();
  await expect(dialog).toContainText("From ₹6To ₹8");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(fee(page)).toHaveValue("6");
  await fee(page).fill("8");
  await away.click();
  await leaving.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(superAdminPaths.tenants);
});

test.describe("what fails", () => {
  test.use({ serverMayFail: true });

  test("reports settings that can't be loaded or saved, and retries", async ({ page, rokad }) => {
    const call = "**/api/v1/super-admin/settings";
    await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
    await enter(page, rokad, "9000000001", path);
    await expect(page.getByText("Failed to load the settings")).toBeVisible();
    await page.unroute(call);
    await page.getByRole("button", { name: "Retry" }).click();
    const days = page.getByLabel("Session length", { exact: true });
    await days.fill("7");
    await page.getByRole("button", { name: "Save sessions and codes" }).click();
    await page.route(call, (route) => route.abort());
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save the change" }).click();
    await expect(dialog.getByText("No response yet.")).toBeVisible();
    await page.unroute(call);
    // What the last attempt said is not about the next one.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Save sessions and codes" }).click();
    await expect(dialog).toContainText("Takes effect immediately for everyone.");
    await expect(dialog.getByText("No response yet.")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await expect(days).toHaveValue("7");
  });
});

test("changes the product name, also on the sign-in page before any script runs [15.11]", async ({
  page,
  rokad,
  browser,
}) => {
  await enter(page, rokad, "9000000001", path);
  await arrived(page);
  const name = page.getByLabel("Product name", { exact: true });
  await name.fill("K");
  await name.blur();
  await expect(page.getByText("Enter 2 to 30 characters")).toBeVisible();
  await name.fill("Khata & Sons");
  await page.getByLabel("Figures", { exact: true }).fill("90M+ | paid out monthly");
  await page.getByRole("button", { name: "Save branding" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 settings?" });
  await expect(dialog).toContainText("From RokadTo Khata & Sons");
  await dialog.getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.reload();
  await arrived(page);
  await expect(page).toHaveTitle("System Settings · Khata & Sons");

  const still = await browser.newPage({ javaScriptEnabled: false });
  await still.goto(`${rokad.origin}/login`);
  await expect(still.locator(".first-sign-in h1")).toHaveText("Sign in to Khata & Sons");
  await still.close();
  const visitor = await browser.newPage();
  const complaints: string[] = [];
  visitor.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await visitor.goto(`${rokad.origin}/login`);
  await expect(visitor.getByLabel("Mobile number")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Sign in to Khata & Sons" })).toBeVisible();
  await expect(visitor.getByText("paid out monthly", { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
  await visitor.close();
});

test("says which gateway can't send the text about a payout lock", async ({ page, rokad }) => {
  await page.route("**/api/v1/super-admin/sms-gateways", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data[0].name = "msg91";
    body.data[0].missing_lock_text_settings = ["MSG91_PAYOUT_LOCK_TEMPLATE_ID"];
    await route.fulfill({ response: answer, json: body });
  });
  await enter(page, rokad, "9000000001", path);
  await arrived(page);
  await expect(page.getByText("This text is not sent", { exact: true })).toBeVisible();
  await expect(page.getByText(/Missing: MSG91_PAYOUT_LOCK_TEMPLATE_ID\./)).toBeVisible();
  await page.getByRole("button", { name: "Change the payout lock text" }).click();
  const form = page.getByRole("dialog", { name: "Payout lock text" });
  await form.getByLabel("MSG91 route").selectOption("otp");
  await form.getByRole("button", { name: "Review the change" }).click();
  await expect(form.getByText("Choose Flow: this text has no code")).toBeVisible();
  await expectSoundInBothThemes(page, "the payout lock text", dialogPanel);
});

test("finds a setting by its words, keeps what was typed, and leads to each section", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, rokad, "9000000001", path);
  await arrived(page);
  await fee(page).fill("6");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("smtp");
  await expect(page.getByLabel("Mail server", { exact: true })).toBeVisible();
  await expect(fee(page)).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]search=smtp/);
  await search.fill("gold loan");
  await expect(page.getByText("Nothing on this page contains “gold loan”.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(fee(page)).toHaveValue("6");
  await page
    .getByRole("navigation", { name: "Sections of the settings" })
    .getByRole("link", { name: "SMS texts" })
    .click();
  await expect(page.getByRole("heading", { name: "SMS texts" })).toBeInViewport();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.goto(`${path}?search=fee`);
  await expect(search).toHaveValue("fee");
  await expect(fee(page)).toBeVisible();
  await expect(page.getByLabel("Mail server", { exact: true })).toHaveCount(0);
});
