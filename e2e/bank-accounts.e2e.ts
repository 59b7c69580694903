import { card } from "./histories.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

// The guarantee: Bank Accounts lists the tenant's accounts, finds one, and adds another.

const path = "/dashboard/settings/whitelist-bank-accounts";

const form = (at: number) => ({
  account_holder_name: at === 3 ? "Kaveri Textiles" : "Journey Traders",
  account_number: `0099887700${String(at).padStart(2, "0")}`,
  ifsc_code: at === 4 ? "SBIN0000691" : "HDFC0000060",
  bank_name: at === 4 ? "State Bank of India" : "HDFC Bank",
  branch_name: at === 5 ? "Kothrud" : "Pune",
  account_type: at % 2 === 0 ? "savings" : "current",
});

/** A tenant with bank accounts: the first approved, the second rejected, the others pending. */
async function tenantWith(rokad: Rokad, accounts: number) {
  const { mobile } = await rokad.tenant();
  const { token } = await rokad.session(mobile);
  const { token: admin } = await rokad.admin();
  const ids: string[] = [];
  for (let at = 1; at <= accounts; at += 1)
    ids.push((await rokad.call(token, "POST", "/wallet/bank-accounts", form(at)))._id);
  const review = (id: string | undefined, how: string, body: object) =>
    rokad.call(admin, "POST", `/super-admin/bank-accounts/${id}/${how}`, body);
  await review(ids[0], "approve", {});
  await review(ids[1], "reject", { reason: "The name does not match the bank's" });
  return mobile;
}

test("counts accounts, searches holder, bank, IFSC and branch, filters by status, and shows twelve a page [13.1–8, 13.13, 13.14, 26.9, 27.20]", async ({
  page,
  rokad,
}) => {
  const mobile = await tenantWith(rokad, 14);
  await enter(page, rokad, mobile, path);
  await expect(page.getByRole("heading", { name: "Bank Accounts" })).toBeVisible();
  await expect(page.getByText("Manage your whitelisted bank accounts for deposits")).toBeVisible();
  const cards = page.locator("section[aria-label]").filter({
    hasText: "Account number",
  });
  await expect(cards).toHaveCount(12);
  const reset = page.getByRole("button", { name: "Reset Filters" });
  await expect(reset).toBeDisabled();
  // Counted on the loaded page.
  for (const [label, number, words] of [
    ["Total", "12", "Bank accounts"],
    ["Approved", "0", "Ready for deposits"],
    ["Pending", "12", "Awaiting approval"],
    ["Rejected", "0", "Needs attention"],
  ] as const) {
    await expect(card(page, label)).toContainText(number);
    await expect(card(page, label)).toContainText(words);
  }
  const pager = page.getByRole("navigation", { name: "Pages" });
  await expect(pager).toContainText("Page 1 of 2");
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(cards).toHaveCount(2);
  await expect(card(page, "Approved")).toContainText("1");
  await expect(cards.filter({ hasText: "Rejected" })).toContainText(
    "The name does not match the bank's",
  );
  await page.goto(`${path}?page=9`);
  await expect(pager).toContainText("Page 2 of 2");
  await expect(page).toHaveURL(/page=2$/);
  const approved = cards.filter({ hasText: "Approved" });
  for (const text of ["HDFC Bank", "Journey Traders", "****0001", "HDFC0000060", "Current", "Pune"])
    await expect(approved).toContainText(text);
  await expect(approved).not.toContainText("009988770001");

  await page.getByLabel("Status").selectOption("Pending");
  await expect(page).toHaveURL(/status=pending$/);
  await expect(pager).toHaveCount(0);
  await expect(cards).toHaveCount(12);
  const search = page.getByRole("searchbox", { name: "Search" });
  for (const words of ["kaveri", "state bank", "sbin0", " KOTHRUD "]) {
    await search.fill(words);
    await expect(cards).toHaveCount(1);
  }
  await search.fill("nobody");
  await expect(page.getByText("No bank accounts found")).toBeVisible();
  await expect(page.getByText("No account matches your search and filters")).toBeVisible();
  await reset.click();
  await expect(search).toHaveValue("");
  await expect(cards).toHaveCount(12);
  await expect(reset).toBeDisabled();
  for (const [status, found] of [
    ["Approved", 1],
    ["Rejected", 1],
  ] as const) {
    await page.getByLabel("Status").selectOption(status);
    await expect(cards).toHaveCount(found);
  }
  await page.goto(`${path}?status=pending&search=kaveri`);
  await expect(search).toHaveValue("kaveri");
  await expect(cards).toHaveCount(1);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cards).toHaveCount(1);
  const html = page.locator("html");
  expect(await html.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
});

test("adds an account with the form's rules, the bank of the IFSC and the server's answer [13.8, 13.10–12, 26.13]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile, path);
  await expect(page.getByText("No bank accounts found")).toBeVisible();
  await page.getByRole("button", { name: "Add Account" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Bank Account" });
  const submit = dialog.getByRole("button", { name: "Add Account" });
  await expect(submit).toBeDisabled();
  const holder = dialog.getByLabel("Account holder name");
  await holder.focus();
  await expect(dialog.getByText("Account holder name is required")).toHaveCount(0);
  await holder.blur();
  await expect(dialog.getByText("Account holder name is required")).toBeVisible();
  await dialog.getByLabel("Account number").fill("12 34");
  await dialog.getByLabel("Account number").blur();
  await expect(dialog.getByText("Account number must be 9-18 digits")).toBeVisible();
  await dialog.getByLabel("IFSC code").fill("hdfc1");
  await dialog.getByLabel("IFSC code").blur();
  await expect(dialog.getByText("Invalid IFSC code format")).toBeVisible();

  await holder.fill("Journey Traders");
  await dialog.getByLabel("Account number").fill("0099887711");
  const found = Promise.withResolvers<void>();
  await page.route("**/api/v1/banks/ifsc/**", async (route) => {
    await found.promise;
    await route.fallback();
  });
  await dialog.getByLabel("IFSC code").fill("hdfc0000060");
  await expect(dialog.getByLabel("IFSC code")).toHaveValue("HDFC0000060");
  await dialog.getByLabel("Account type").selectOption("Current");
  await dialog.getByLabel("Branch name").fill("Pune");
  const arrives = Promise.withResolvers<void>();
  await page.route("**/api/v1/wallet/bank-accounts", async (route) => {
    if (route.request().method() === "POST") await arrives.promise;
    await route.fallback();
  });
  // Submitted before the bank is known: the form waits for its name and shows no error for it.
  await submit.click();
  await expect(dialog.getByRole("button", { name: "Adding..." })).toBeDisabled();
  await expect(dialog.getByLabel("Bank name")).toHaveValue("");
  await expect(dialog.getByText("Bank name is required")).toHaveCount(0);
  found.resolve();
  await expect(dialog.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await expect(dialog.getByRole("button", { name: "Adding..." })).toBeDisabled();
  arrives.resolve();
  await expect(page.getByText("Bank account added successfully!")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("****7711")).toBeVisible();
  await expect(card(page, "Pending")).toContainText("1");

  // The same account again: the server's error appears, and the entries stay.
  await page.getByRole("button", { name: "Add Account" }).first().click();
  await holder.fill("Journey Traders");
  await dialog.getByLabel("Account number").fill("0099887711");
  await dialog.getByLabel("IFSC code").fill("HDFC0000060");
  await dialog.getByLabel("Account type").selectOption("Savings");
  await dialog.getByLabel("Branch name").fill("Pune");
  await expect(dialog.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await submit.click();
  await expect(page.getByText(/already/).first()).toBeVisible();
  await expect(holder).toHaveValue("Journey Traders");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test.describe("when calls fail", () => {
  test.use({ serverMayFail: true });

  test("shows when accounts fail to load or to be added [13.9, 26.14, 26.17]", async ({
    page,
    rokad,
  }) => {
    const mobile = await tenantWith(rokad, 2);
    const call = /\/api\/v1\/wallet\/bank-accounts/;
    const refuse = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await refuse.promise;
      await route.fulfill({ status: 503, body: "" });
    });
    await enter(page, rokad, mobile, path);
    await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
    refuse.resolve();
    await expect(page.getByText("Failed to load bank accounts")).toBeVisible();
    await page.unroute(call);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("****0001")).toBeVisible();

    // The server gives no reason.
    await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Add Account" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add Bank Account" });
    await dialog.getByLabel("Account holder name").fill("Journey Traders");
    await dialog.getByLabel("Account number").fill("0099887711");
    await dialog.getByLabel("IFSC code").fill("HDFC0000060");
    await dialog.getByLabel("Account type").selectOption("Savings");
    await dialog.getByLabel("Branch name").fill("Pune");
    await dialog.getByLabel("Bank name").fill("HDFC Bank");
    await dialog.getByRole("button", { name: "Add Account" }).click();
    const failure = page.getByText("Failed to add bank account");
    await expect(failure).toBeVisible();
    await expect(dialog.getByText("No response yet.")).toBeHidden();
    await page.getByRole("region", { name: "Notifications" }).getByLabel("Close").click();
    await expect(failure).toBeHidden();

    // No answer at all: the toast, and what it means for the account.
    await page.unroute(call);
    await page.route(call, (route) => route.abort("connectionreset"));
    await dialog.getByRole("button", { name: "Add Account" }).click();
    await expect(failure).toBeVisible();
    await expect(dialog.getByText("The account will not be added twice.")).toBeVisible();
  });
});
