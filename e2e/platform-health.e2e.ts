// The super admin's frame as specified, its notifications and footer from what is really so, and
// the Database page.
import type { Page } from "@playwright/test";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

const admin = "9000000001";
const [desk, phone] = widths;
const links = [
  ["Operations", superAdminPaths.operations],
  ["Tenant Management", superAdminPaths.tenants],
  ["Bank Accounts", superAdminPaths.bankAccounts],
  ["Deposit Approvals", superAdminPaths.deposits],
  ["Suspense", superAdminPaths.suspense],
  ["Adjustments", superAdminPaths.adjustments],
  ["Activity Monitor", superAdminPaths.activity],
  ["Payment Gateway", superAdminPaths.paymentGateway],
  ["Analytics", superAdminPaths.analytics],
  ["Books", superAdminPaths.books],
  ["Float", superAdminPaths.float],
  ["Reconciliation", superAdminPaths.reconciliation],
  ["Reports", superAdminPaths.reports],
  ["System Settings", superAdminPaths.settings],
  ["Team", superAdminPaths.team],
  ["Security Logs", superAdminPaths.security],
  ["Database", superAdminPaths.database],
] as const;

const footerOf = (page: Page) => page.locator("footer").getByRole("status");

test("the header says Super Admin Console and the role, and its menus lead where they say [18.1–3]", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize(desk);
  await enter(page, rokad, admin, superAdminPaths.database);
  await arrived(page);
  const header = page.locator("header").first();
  await expect(header.getByText("Super Admin Console")).toBeVisible();
  await expect(header.getByText("Super Admin", { exact: true }).first()).toBeVisible();

  // A closed menu costs a slow phone nothing.
  await expect(header.locator("[popover] *")).toHaveCount(0);
  await header.getByRole("button", { name: "Navigation, Database" }).click();
  const menu = page.getByRole("navigation", { name: "Navigation" });
  await expect(menu.getByRole("link", { name: "Database" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await menu.getByRole("link", { name: "System Settings" }).click();
  await expect(page).toHaveURL(superAdminPaths.settings);
  await expect(menu).toBeHidden();

  const account = header.getByRole("button", { name: "Account of Demo Admin" });
  await account.click();
  await page.getByRole("link", { name: "System Settings" }).last().click();
  await expect(page).toHaveURL(superAdminPaths.settings);
  // The session stays for the journeys after this one; that the server ends it is shown elsewhere.
  await page.route("**/auth/logout", (route) => route.fulfill({ json: { success: true } }));
  await account.click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});

test("the sidebar Admin Panel has every link, folds to icons with names, and is a sheet on a phone [18.4, 18.5]", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize(desk);
  await page.route("**/auth/me", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.user.name = "A Very Long Name That Nobody Has Ever Had Before In Any Office Of India";
    await route.fulfill({ json });
  });
  await enter(page, rokad, admin, superAdminPaths.database);
  await arrived(page);
  const sidebar = page.locator("aside[data-state]");
  await expect(sidebar.getByText("Admin Panel")).toBeVisible();
  for (const section of ["Tenants", "Money in", "Payouts", "Control", "System"])
    await expect(sidebar.getByText(section, { exact: true })).toBeVisible();
  const listed = sidebar.getByRole("link");
  // An entry with work has its count behind it.
  const entries = (await listed.allTextContents()).map((text) => text.replace(/\d+ waiting$/, ""));
  expect(entries).toEqual(links.map(([label]) => label));
  for (const [index, [, path]] of links.entries())
    await expect(listed.nth(index)).toHaveAttribute("href", path);
  await expect(sidebar.locator("[aria-current=page]")).toHaveText("Database");

  await page.keyboard.press("Control+b");
  await expect(sidebar).toHaveCSS("width", "48px");
  await expect(sidebar.getByText("Admin Panel")).toBeHidden();
  await sidebar.getByRole("link", { name: "Security Logs" }).hover();
  await expect(sidebar.getByText("Security Logs", { exact: true })).toBeVisible();
  await sidebar.getByRole("link", { name: "Activity Monitor" }).click();
  await expect(page).toHaveURL(superAdminPaths.activity);
  await expect(sidebar.locator("[aria-current=page]")).toHaveAttribute(
    "aria-label",
    "Activity Monitor",
  );
  await page.keyboard.press("Control+b");

  await page.setViewportSize(phone);
  await expect(sidebar).toHaveCount(0);
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet.getByText("Admin Panel")).toBeVisible();
  await sheet.getByRole("link", { name: "Database" }).click();
  await expect(page).toHaveURL(superAdminPaths.database);
  await expect(sheet).toBeHidden();
  await arrived(page);
  await expectSoundInBothThemes(page, "a super admin with a long name");
});

test("shows the system as operational, degraded, unreachable and recovered [18.6–8]", async ({
  page,
  rokad,
}) => {
  const { token } = await rokad.session(admin);
  await page.setViewportSize(phone);
  await enter(page, rokad, admin, superAdminPaths.database);
  const footer = footerOf(page);
  await expect(footer).toHaveText("System Operational");

  const pause = { reason: "The bank has asked us to wait" };
  await rokad.call(token, "POST", "/super-admin/providers/alternative/pause", pause);
  await expect(footer).toHaveText(/^System Degraded\s*The alternative provider is paused\.$/);
  await expectSoundInBothThemes(page, "the footer of a system that is degraded");
  await footer.getByRole("link", { name: "System Degraded" }).click();
  await expect(page).toHaveURL(superAdminPaths.activity);

  await rokad.call(token, "POST", "/super-admin/providers/alternative/resume", {});
  await expect(footer).toHaveText("System Operational");

  await page.route("**/super-admin/system", (route) => route.abort());
  await page.reload();
  await expect(footer).toContainText("System Unreachable");
  await expect(footer).toContainText("The server does not answer");
  await page.unroute("**/super-admin/system");
  await expect(footer).toHaveText("System Operational");
});

test("notifies of a deposit request live and links to the queue [18.9]", async ({
  page,
  rokad,
}) => {
  const { token } = await rokad.session(admin);
  const [newest] = (await rokad.call(token, "GET", "/notifications")) as { id: string }[];
  await rokad.call(token, "POST", "/notifications/read", { up_to: newest?.id });
  await page.setViewportSize(desk);
  await enter(page, rokad, admin, superAdminPaths.database);
  await arrived(page);
  const bell = page.getByRole("button", { name: /^Notifications, / });
  await expect(bell).toHaveAccessibleName("Notifications, none unread");

  await requestDeposit(rokad, 7_777);
  await expect(bell).toHaveAccessibleName("Notifications, 2 unread");
  await bell.click();
  const menu = page.locator(":popover-open");
  const first = menu
    .getByRole("listitem")
    .filter({ hasText: /deposits? to approve/i })
    .first();
  await expect(first).toContainText(
    /₹7,777\.00 from Journey Traders \(UTR\s\w+\) needs your review/,
  );
  await expect(menu.getByText(/^(\d+ )?bank accounts?/i).first()).toBeVisible();
  await expectSoundInBothThemes(page, "the super admin's notifications", ":popover-open");
  await menu
    .getByRole("link", { name: /deposits? to approve/i })
    .first()
    .click();
  await expect(page).toHaveURL(superAdminPaths.deposits);
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
});

test("shows every part of the Database page, and reports slow queries [19.8]", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize(desk);
  // As the server answers when a statement takes too long.
  await page.route("**/super-admin/database/tables", (route) =>
    route.fulfill({ status: 422, json: { success: false, error: tooSlow } }),
  );
  await enter(page, rokad, admin, superAdminPaths.database);
  await arrived(page);
  await expect(page.getByRole("heading", { name: "Database", level: 1 })).toBeVisible();
  const part = (name: string) => page.getByRole("region", { name });
  await expect(part("Largest tables").getByRole("alert")).toContainText(tooSlow.message);
  await expect(part("PostgreSQL")).toContainText(/PostgreSQL \d+\.\d+/);
  await expect(part("PostgreSQL")).toContainText(/ReplicationNone/);
  await expect(part("Queues")).toContainText("Background jobs");
  await expect(part("Migrations")).toContainText("none missing");
  await page.unroute("**/super-admin/database/tables");
  await part("Largest tables").getByRole("button", { name: "Retry" }).click();
  await expect(part("Largest tables").getByRole("cell", { name: "ledger_entries" })).toBeVisible();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();
});

test("shows how a backup was last restored, and what to do next", async ({ page, rokad }) => {
  await page.setViewportSize(desk);
  await enter(page, rokad, admin, superAdminPaths.database);
  await arrived(page);
  const drill = page.getByRole("region", { name: "Restore drill" });
  await expect(drill).toContainText("No backup was restored yet");
  await expect(drill).toContainText("npm run admin -- restore-drill");
  await expectSoundInBothThemes(page, "the Database page without a restore drill");

  const add = (days: string, faults: string, rules: string, problem: string) =>
    rokad.runSql(
      `insert into restore_drills (
        id, started_at, finished_at, backup_name, backup_at, restore_ms, verify_ms, rule_count,
        fault_count, faulty_rules, problem
      ) select gen_random_uuid(), at, at, 'rokad-2026-11-21-nightly-of-the-primary.dump', at,
        case when $4 = '' then 125000 end, case when $4 = '' then 2300 end, 34, $2,
        string_to_array($3, ';'), nullif($4, '')
      from (select now() - $1::interval as at) as ended`,
      [days, faults, rules, problem],
    );
  await add("9 days", "0", "", "");
  await page.reload();
  await expect(drill).toContainText("The last drill is more than 8 days old");
  await expect(drill).toContainText("34 rules hold");
  await expect(drill).toContainText("2 min 5 s");
  await expectSoundInBothThemes(page, "the Database page with an overdue restore drill");

  await add("3 days", "2", "every posting sums to zero;every entry follows the one before", "");
  await page.setViewportSize(phone);
  await page.reload();
  await expect(drill).toContainText("The restored books have 2 faults");
  await expect(drill).toContainText("Every entry follows the one before");
  const doctor = page.getByRole("region", { name: "Doctor report" });
  await expect(doctor).toContainText("to correct");
  await expect(doctor).toContainText("the restored books have 2 faults");
  await expect(doctor).toContainText("Run `npm run admin -- verify`");
  await expect(footerOf(page)).toContainText("The last restore drill found faults");
  await expectSoundInBothThemes(page, "the Database page with faults in a backup");

  await add(
    "2 days",
    "0",
    "",
    "pg_restore can't restore the backup: pg_restore: error: could not read from input file: end of file",
  );
  await page.reload();
  await expect(drill).toContainText("The last drill failed");
  await expect(drill).toContainText("could not read from input file");
  await expectSoundInBothThemes(page, "the Database page with a failed restore drill");

  await add("0 days", "0", "", "");
  await page.reload();
  await expect(drill).toContainText("34 rules hold");
  await expect(drill).not.toContainText("admin -- restore-drill");
  await expect(footerOf(page)).toHaveText("System Operational");
});

const tooSlow = {
  code: "TOO_SLOW",
  message: "This query timed out after 5 seconds. Try again when the database is less busy.",
  request_id: "journey",
};

/** By a new tenant, whose bank account waits for nobody any more. */
async function requestDeposit(rokad: Rokad, amount: number): Promise<void> {
  const { mobile } = await rokad.tenant({ rupees: 100 });
  const { token } = await rokad.session(mobile);
  const [account] = (await rokad.call(token, "GET", "/wallet/bank-accounts")) as { _id: string }[];
  await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account?._id,
    amount,
    utr_reference: `5${mobile}0`,
  });
}
