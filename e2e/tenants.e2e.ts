import type { Page } from "@playwright/test";
import { enter, expect, holdFirst, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import { admin, choose, path, toast } from "./tenant-management.ts";
import { signStepUp } from "./signing.ts";

// Tenant Management: an account's life, and finding one among many.

const dialogPanel = "[role=dialog]:not([popover])";
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function idOf(rokad: Rokad, mobile: string): Promise<string> {
  const { token } = await rokad.admin();
  const [tenant] = await rokad.call(token, "GET", `/super-admin/tenants?search=${mobile}`);
  return tenant._id;
}

test("creates, edits, deactivates, activates and closes an account [21.1, 21.7, 21.8, 21.11, 21.12, 21.14, 21.17, 21.18, 21.20, 21.24]", async ({
  page,
  rokad,
}) => {
  const name = "Kaveri Textiles";
  const dialog = page.getByRole("dialog");
  await enter(page, rokad, admin, path);
  await page.getByRole("button", { name: "Create Account" }).first().click();
  await expect(dialog).toContainText("Create New Tenant Account");
  const create = dialog.getByRole("button", { name: "Create Account" });
  await expect(create).toBeDisabled();
  await expect(dialog.getByRole("checkbox")).toHaveCount(8);
  for (const text of [
    "Wallet Top-up",
    "Allow wallet recharge",
    "Create Payouts",
    "Payout Analytics",
    "View Reports",
    "API Access",
    "Bulk Payouts",
    "Process multiple payouts at once",
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  for (const ticked of ["Wallet Top-up", "Primary"])
    await expect(dialog.getByRole("checkbox", { name: new RegExp(`^${ticked}`) })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Phone number").fill("+91 70000 00001");
  await dialog.getByLabel("Email").fill("accounts@kaveri.example");
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("retailer");
  await dialog.getByLabel(/^Password/).fill("Correct-horse-9");
  await dialog.getByRole("checkbox", { name: /^Bulk Payouts/ }).check();
  await create.click();
  await signStepUp(page, rokad);
  await toast(page, "Tenant account created successfully");

  const line = row(page, name);
  for (const text of [
    "accounts@kaveri.example",
    "+91 70000 00001",
    "Retailer",
    "Active",
    "2 of 6",
    "just now",
  ])
    await expect(line).toContainText(text);
  await expect(line.locator("time")).toHaveAttribute("title", /\d{4}, \d\d:\d\d [ap]m$/);

  // The number has an account now: the form says so and keeps what was typed.
  await page.getByRole("button", { name: "Create Account" }).first().click();
  await dialog.getByLabel("Name").fill("Another");
  await dialog.getByLabel("Phone number").fill("7000000001");
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("operator");
  await dialog.getByLabel(/^Password/).fill("Correct-horse-9");
  await create.click();
  await signStepUp(page, rokad);
  await expect(dialog.getByLabel("Phone number")).toHaveAccessibleDescription(
    "An account with this phone number already exists",
  );
  await expect(dialog.getByLabel("Name")).toHaveValue("Another");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name, exact: true }).click();
  const statistics = page.getByRole("region", { name: "Statistics" });
  await expect(statistics.getByRole("group", { name: "Transactions" })).toContainText("0");
  await expect(statistics.getByRole("group", { name: "Wallet Balance" })).toContainText("₹0.00");
  await expect(page.getByRole("region", { name: "Enabled Features" })).toContainText(
    "Bulk Payouts",
  );
  const edit = page.getByRole("button", { name: "Edit Tenant" });
  await edit.click();
  await expect(dialog).toContainText("Edit Tenant Account");
  for (const label of ["Name", "Phone number", "Email"])
    await expect(dialog.getByLabel(label)).toBeDisabled();
  const save = dialog.getByRole("button", { name: "Save Changes" });
  await expect(save).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("operator");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await save.click();
  expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual([
    "allowed_providers",
    "features",
    "role",
    "updatedAt",
  ]);
  await signStepUp(page, rokad);
  await toast(page, "Tenant updated successfully");
  await expect(page.locator("#page header").first()).toContainText("Operator");
  await expect(edit).toBeFocused();
  await page.getByRole("link", { name: "Tenant Management" }).last().click();
  await expect(line).toContainText("Operator");

  await choose(page, name, "Deactivate");
  await expect(dialog).toContainText("Payouts in progress");
  await dialog.getByLabel("Reason").fill("Asked for by the owner");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await toast(page, "Tenant deactivated successfully");
  await expect(line).toContainText("Inactive");
  await choose(page, name, "Activate");
  await signStepUp(page, rokad);
  await toast(page, "Tenant activated successfully");
  await expect(line.getByText("Active", { exact: true })).toBeVisible();

  await choose(page, name, "Close account");
  await dialog.getByLabel("Reason").fill("The shop is sold");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await toast(page, "Tenant account closed");
  await expect(line).toHaveCount(0);
});

test("finds a tenant among many by search and filters [21.2, 21.4, 21.5, 21.9, 21.10, 21.25]", async ({
  page,
  rokad,
}) => {
  for (let made = 0; made < 11; made += 1) await rokad.tenant({ role: "retailer" });
  const { mobile } = await rokad.tenant({ role: "operator" });
  await enter(page, rokad, admin, path);
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(11);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await page.getByRole("combobox", { name: "Role" }).selectOption("operator");
  await page.getByRole("searchbox").fill(`  ${mobile} `);
  await expect(page).toHaveURL(`${path}?status=active&role=operator&search=${mobile}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("group", { name: "Total Tenants" })).toContainText("1");
  await expect(page.getByRole("group", { name: "Operators" })).toContainText("1");
  await expect(page.getByRole("group", { name: "Operators" })).toContainText("Admin accounts");
  await expect(page.getByRole("group", { name: "Inactive" })).toContainText("0");

  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove filter Role: Operator" }).click();
  await expect(page).toHaveURL(`${path}?status=active&search=${mobile}`);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("searchbox").fill("nobody has this name");
  await expect(page.getByText("No tenant matches your search and filters.")).toBeVisible();
  await expect(page.getByText("No tenants found.")).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("row")).toHaveCount(11);

  // A page that a filter or a closed account has taken away leads to the last there is.
  await page.goto(`${path}?page=9999`);
  await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible();
});

test.describe("what the server seldom says", () => {
  test.use({ serverMayFail: true });

  test("shows a banner with Retry on failure, and the first step without tenants [21.3, 21.9]", async ({
    page,
    rokad,
  }) => {
    let isAway = true;
    await page.route("**/super-admin/tenants?*", (route) => {
      const body = isAway
        ? { success: false, error: { code: "TRY_AGAIN", message: "Please wait", request_id: "1" } }
        : { success: true, data: [], pagination: { page: 1, limit: 10, total: 0 }, total: 0 };
      return route.fulfill({ status: isAway ? 503 : 200, json: body });
    });
    await enter(page, rokad, admin, path);
    const banner = page.getByRole("alert");
    await expect(banner).toContainText("Failed to load tenants list.");
    await expect(banner).toContainText("Please wait");
    await expect(page.getByRole("group", { name: "Active" })).toHaveCount(0);
    await expectSoundInBothThemes(page, "the banner", "#page");
    isAway = false;
    await banner.getByRole("button", { name: "Retry" }).click();
    await expect(page.locator("#page")).toContainText(
      "No tenants found.Create your first tenant account to get started.",
    );
    await expect(banner).toHaveCount(0);
    await page.locator("#page").getByRole("button", { name: "Create Account" }).last().click();
    await expect(page.getByRole("dialog")).toContainText("Create New Tenant Account");
  });
});

test("says that an account's creation got no answer, and creates it once when it is sent again [21.21]", async ({
  page,
  rokad,
}) => {
  const mobile = "7000000009";
  const { token } = await rokad.admin();
  const dialog = page.getByRole("dialog");
  await enter(page, rokad, admin, path);
  await page.getByRole("button", { name: "Create Account" }).first().click();
  await dialog.getByLabel("Name").fill("Lost Answer Traders");
  await dialog.getByLabel("Phone number").fill(mobile);
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("operator");
  await dialog.getByLabel(/^Password/).fill("Correct-horse-9");
  await page.route("**/super-admin/tenants", async (route) => {
    if (!route.request().headers()["step-up"]) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await signStepUp(page, rokad);
  await toast(page, "Failed to create tenant account");
  await expect(dialog.getByText("The account will not be created twice.")).toBeVisible();
  await page.unroute("**/super-admin/tenants");
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await toast(page, "Tenant account created successfully");
  const found = await rokad.call(token, "GET", `/super-admin/tenants?search=${mobile}`);
  expect(found).toHaveLength(1);
});

test("keeps an edit after a concurrent change until it is saved again [21.15]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", features: ["wallet_topup"] });
  const id = await idOf(rokad, mobile);
  const { token } = await rokad.admin();
  const dialog = page.getByRole("dialog");
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  await choose(page, "Journey Traders", "Edit");
  await dialog.getByRole("checkbox", { name: /^API Access/ }).check();
  await rokad.call(token, "PUT", `/super-admin/tenants/${id}`, { role: "operator" });
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await signStepUp(page, rokad);
  await expect(dialog).toContainText(
    "Another super admin changed this tenant after you opened it.Current values: Operator; Wallet Top-up; Primary provider.",
  );
  await expect(dialog.getByRole("checkbox", { name: /^API Access/ })).toBeChecked();
  await expectSoundInBothThemes(page, "the edit that was overtaken", dialogPanel);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await signStepUp(page, rokad);
  await toast(page, "Tenant updated successfully");
  const { role, features } = await rokad.call(token, "GET", `/super-admin/tenants/${id}`);
  expect([role, features]).toEqual(["retailer", ["wallet_topup", "api_access"]]);
});

test("the dialogs are sound on a desk and on a phone, and an account with money is closed only with its payout [21.8, 21.19, 21.23]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  const dialog = page.getByRole("dialog");
  const items = ["Edit", "View as tenant", "Deactivate", "Close account"];
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  for (const width of widths) {
    await page.setViewportSize(width);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (const item of width === widths[0] ? items : ["Edit", "Close account"]) {
      await choose(page, "Journey Traders", item);
      await expect(dialog).toBeVisible();
      if (item === "Close account") {
        await expect(dialog.getByText("₹500.00")).toBeVisible();
        await expect(dialog.getByText("Then you pay the balance out")).toBeVisible();
        await expect(dialog.getByRole("button", { name: "Close account" })).toBeDisabled();
      }
      await expectSoundInBothThemes(page, item, dialogPanel);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole("button", { name: /^Actions for/ })).toBeFocused();
    }
  }

  // The skeleton has the list's own shape.
  const held = await holdFirst(page, "**/api/v1/super-admin/tenants?*");
  await page.reload();
  await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
  held.release();
  await expect(page.getByRole("link", { name: "Journey Traders", exact: true })).toBeVisible();
});
