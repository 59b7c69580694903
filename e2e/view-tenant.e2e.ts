import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived, signedInScreens } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";
import { admin, choose, path, toast } from "./tenant-management.ts";

// A super admin looks at a tenant's console: read only, for a time, and seen by the tenant.

test("a tenant's console is viewed read only, in this tab, for a reason that the tenant reads [21.16, 22.6–8]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  await choose(page, "Journey Traders", "View Details");
  const dialog = page.getByRole("dialog");
  await expect(page.getByRole("group", { name: "Wallet Balance" })).toContainText("₹500.00");
  await expect(page.getByRole("group", { name: "Transactions" })).toContainText("1");
  await page.getByRole("button", { name: "View as tenant" }).click();
  const view = dialog.getByRole("button", { name: "View as tenant" });
  await expect(view).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Ticket 4711: a deposit is missing");
  await view.click();

  const banner = page.getByRole("complementary", { name: "View of a tenant's console" });
  await expect(banner).toContainText(
    /^You are viewing Journey Traders read only, until \d\d:\d\d [ap]m/,
  );
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("₹500.00").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "New Payout" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Money" })).toHaveCount(0);
  await expectSoundInBothThemes(page, "the banner of a view");

  // Another tab is the super admin's own, and this one stays the tenant's.
  const other = await page.context().newPage();
  await other.goto(path);
  await expect(other.getByRole("heading", { name: "Tenant Management" })).toBeVisible();
  await other.close();
  await page.reload();
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "End viewing" }).click();
  await expect(page).toHaveURL(path);
  await toast(page, "Your view of Journey Traders has ended");
  await expect(banner).toHaveCount(0);

  const tenant = await page.context().browser()?.newPage({ baseURL: rokad.origin });
  if (!tenant) throw new Error("There is no browser");
  await enter(tenant, rokad, mobile);
  await tenant.getByRole("button", { name: "Notifications, 3 unread" }).click();
  await expect(tenant.locator(":popover-open")).toContainText(
    /Your account was viewed.*A super admin viewed it read-only on \d\d\/\d\d\/\d{4} \d\d:\d\d: Ticket 4711: a deposit is missing/,
  );
  await tenant.close();
});

/** Words of actions that the server refuses in a view. */
const actionWords =
  /\b(New|Create|Add|Pay|Initiate|Send|Withdraw|Edit|Delete|Remove|Revoke|Cancel|Approve|Reject|Export|Download|Upload|Import|Save|Mark all|Invite|Disable|Enable|Archive|Restore|Change|Prepare|Propose|CSV|PDF)\b/;

test(
  "no page of a tenant's console offers an action that a view refuses",
  { tag: "@sweep" },
  async ({ page, rokad }) => {
    const tenant = "9000000002";
    const { token } = await rokad.session(tenant);
    const [payout] = await rokad.call(token, "GET", "/payouts?limit=1");
    const [beneficiary] = await rokad.call(token, "GET", "/beneficiaries?limit=1");
    await enter(page, rokad, admin, `${path}?search=${tenant}`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("button", { name: "View as tenant" }).click();
    await page.getByLabel("Reason").fill("A look at every page");
    await page.getByRole("dialog").getByRole("button", { name: "View as tenant" }).click();
    await expect(page.getByRole("button", { name: "End viewing" })).toBeVisible();

    const screens = signedInScreens({ payoutId: payout.id, beneficiaryId: beneficiary.id });
    const offered: string[] = [];
    for (const address of screens.filter((one) => one !== paths.superAdmin)) {
      await page.goto(address);
      await arrived(page);
      for (const role of ["button", "link"] as const) {
        for (const each of await page.locator("main").getByRole(role, { disabled: false }).all()) {
          const name = await each.evaluate(
            (element) => element.getAttribute("aria-label") ?? element.textContent.trim(),
          );
          if (actionWords.test(name)) offered.push(`${address}: ${role} "${name}"`);
        }
      }
    }
    expect(offered).toEqual([]);
    // The form stands as the tenant has it, without its use.
    await page.goto(paths.payouts);
    await arrived(page);
    await expect(
      page.getByText("Nothing can be changed while you view this account."),
    ).toBeVisible();
    await expect(page.getByText("until you confirm and enter the OTP")).toBeVisible();
    // What remains in sight says why it is off.
    await page.goto(paths.reports);
    await arrived(page);
    const exported = page.getByRole("button", { name: "Statement CSV" });
    await expect(exported).toBeDisabled();
    await expect(exported).toHaveAttribute("title", "You are viewing this account read-only");
  },
);

test("ends a view automatically after 15 minutes, or when the server ends it [22.4]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  const begin = async () => {
    await choose(page, "Journey Traders", "View as tenant");
    await page.getByLabel("Reason").fill("A look");
    await page.getByRole("dialog").getByRole("button", { name: "View as tenant" }).click();
    await expect(page.getByRole("button", { name: "End viewing" })).toBeVisible();
  };
  await enter(page, rokad, admin, `${path}?search=${mobile}`);
  await begin();
  await page.clock.fastForward("14:30");
  await expect(page.getByRole("button", { name: "End viewing" })).toBeVisible();
  await page.clock.fastForward("00:40");
  await expect(page).toHaveURL(path);
  await toast(page, "Your view of Journey Traders has ended");

  await page.goto(`${path}?search=${mobile}`);
  await begin();
  const { id } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("viewing") ?? "{}"));
  const { token } = await rokad.admin();
  await rokad.call(token, "DELETE", `/super-admin/viewings/${id}`);
  // The first question of the next page is answered that it is over.
  // Not `goto`: the page may leave for the same reason meanwhile, which would abort it.
  await page.evaluate('location.assign("/dashboard/wallet")');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: "Tenant Management" })).toBeVisible();
});
