// A tenant's page: everything about one tenant at an address, also while it changes or is closed.
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";
import { admin, choose, path, toast } from "./tenant-management.ts";
import { signStepUp } from "./signing.ts";

test("a tenant's page shows its money, people and payments, follows them live, and leads to each", async ({
  page,
  rokad,
}) => {
  const name = "Godavari Agencies";
  const { mobile } = await rokad.tenant({ name, rupees: 500 });
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  await page.getByRole("link", { name, exact: true }).click();
  await arrived(page);
  await expect(page).toHaveURL(/\/super-admin\/tenants\/[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(/^Tenant · /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const card = (title: string) => page.getByRole("region", { name: title, exact: true });
  await expect(card("Team")).toContainText(name);
  await expect(card("Bank Accounts")).toContainText("Approved");
  await expect(card("Last deposits")).toContainText("₹500.00");
  await expect(card("Last payouts")).toContainText("The tenant has not paid anybody yet.");

  await rokad.pay(mobile, "success@upi", 100);
  await expect(card("Last payouts")).toContainText("₹100.00");
  await expect(card("Last payouts")).toContainText("Success");
  await expect(page.getByRole("group", { name: "Wallet Balance" })).not.toContainText("₹500.00");
  await expectSoundInBothThemes(page, "a tenant's page", "#page");

  await card("Last payouts").getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toContainText("Provider's last answer");
  await page.goBack();
  await card("Last deposits").getByRole("link").first().click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("₹500.00");
  await page.goBack();
  await page.getByRole("link", { name: "Security Logs" }).last().click();
  await expect(page.locator("main")).toContainText("Tenant created");
});

test("a tenant is deactivated, activated and closed on its page, which says so", async ({
  page,
  rokad,
}) => {
  const name = "Tapti Stores";
  const { mobile } = await rokad.tenant({ name });
  const dialog = page.getByRole("dialog");
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  await choose(page, name, "View Details");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await choose(page, name, "Deactivate");
  await dialog.getByLabel("Reason").fill("Asked for by the owner");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await toast(page, "Tenant deactivated successfully");
  await expect(page.getByText("This account is inactive")).toBeVisible();
  await choose(page, name, "Activate");
  await signStepUp(page, rokad);
  await toast(page, "Tenant activated successfully");
  await expect(page.getByText("This account is inactive")).toHaveCount(0);
  await choose(page, name, "Close account");
  await dialog.getByLabel("Reason").fill("The shop is sold");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await toast(page, "Tenant account closed");
  await expect(page.getByText("This account was closed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Tenant" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Tenant not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Tenant Management" }).click();
  await expect(page).toHaveURL(path);
});

test.describe("what the server seldom says", () => {
  test.use({ serverMayFail: true });

  test("a part of a tenant's page that fails says so, and the others stay", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ name: "Narmada Traders", rupees: 500 });
    let isAway = true;
    await page.route("**/super-admin/tenants/*/overview", (route) =>
      isAway
        ? route.fulfill({
            status: 503,
            json: {
              success: false,
              error: { code: "TRY_AGAIN", message: "Please wait", request_id: "1" },
            },
          })
        : route.fallback(),
    );
    await enter(page, rokad, admin, `${path}?search=${mobile}`);
    await choose(page, "Narmada Traders", "View Details");
    const team = page.getByRole("region", { name: "Team", exact: true });
    await expect(team).toContainText("Please wait");
    await expect(page.getByRole("group", { name: "Wallet Balance" })).toContainText("₹500.00");
    isAway = false;
    await team.getByRole("button").click();
    await expect(team).toContainText("Narmada Traders");
    await expect(team).not.toContainText("Please wait");
  });
});
