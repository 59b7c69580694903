// The guarantee: no page offers a person an action that their roles don't include, and no page of
// theirs makes a call that is refused. A page of actions only says which roles have them.
import type { Locator, Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived, superAdminScreens } from "./screens.ts";
import { refusals } from "./sound.ts";

/** What only shows: lists, filters, pages, files and details. Every other button is an action. */
const showing = [
  /^(Refresh|Export|Apply|Reset|Clear|Previous|Next|Newest|Older|Copy|Download|Show|Hide|Mark all|Columns)\b/,
  /\b(history|details of|Outcome of|Differences of|Actions for|calendar|Page \d+|Filter|Dates)\b/i,
  /View as table$/,
  /\badds up$/,
  /^Close$/,
];

const tenantPages = [
  paths.dashboard,
  paths.wallet,
  paths.walletHistory,
  paths.deposits,
  paths.payoutHistory,
  paths.bankAccounts,
];

/** The names of the buttons within that start something. */
async function actionsIn(part: Locator): Promise<string[]> {
  const names = await part
    .locator("button:visible:not([role=combobox], [role=option], [data-row])")
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute("aria-label") ?? each.textContent?.trim() ?? ""),
    );
  return [...new Set(names)].filter((name) => !showing.some((pattern) => pattern.test(name)));
}

async function actionsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await arrived(page);
  return actionsIn(page.locator("main"));
}

/** A deposit and a bank account that wait, a payout without an outcome, and a tenant with its menu. */
async function openWork(rokad: Rokad): Promise<void> {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await rokad.pay(mobile, "pending@upi", 100);
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: 700,
    utr_reference: `5${mobile}0`,
  });
  await rokad.call(token, "POST", "/wallet/bank-accounts", {
    account_holder_name: "Journey Traders",
    account_number: `11${mobile}`,
    ifsc_code: "HDFC0000060",
    bank_name: "HDFC Bank",
    branch_name: "Pune",
    account_type: "current",
  });
}

// Everyone changes their own name.
for (const { role, own, menu } of [
  {
    role: "auditor",
    own: ["Change your name", "Check now", "Verify the books"],
    menu: [],
  },
  { role: "support", own: ["Change your name", "View as tenant"], menu: ["View as tenant"] },
]) {
  test(`a super admin with the role ${role} is offered what it includes and nothing else`, async ({
    page,
    rokad,
  }) => {
    await openWork(rokad);
    const { mobile } = await rokad.newAdmin(`Only ${role}`, role);
    const refused = refusals(page);
    await enter(page, rokad, mobile, superAdminPaths.tenants);
    const offered: string[] = [];
    for (const path of await superAdminScreens(rokad))
      offered.push(...(await actionsOf(page, path)));
    expect([...new Set(offered)].toSorted()).toEqual(own.toSorted());

    await page.goto(superAdminPaths.tenants);
    await page.getByRole("button", { name: "Actions for Journey Traders" }).first().click();
    const items = page.locator(":popover-open").getByRole("button");
    expect(await items.allInnerTexts()).toEqual(menu);
    await page.locator(":popover-open").getByRole("link", { name: "View Details" }).click();
    await expect(page.getByRole("group", { name: "Wallet Balance" })).toBeVisible();
    await arrived(page);
    expect(await actionsIn(page.locator("main"))).toEqual(menu);
    const dialog = page.getByRole("dialog");

    await page.goto(superAdminPaths.deposits);
    const row = page.getByRole("button", { name: /details of ₹700\.00/ }).first();
    await row.focus();
    for (const key of ["a", "r", "x"]) await page.keyboard.press(key);
    await expect(dialog).toHaveCount(0);
    await row.click();
    await expect(dialog.getByText("Deposit ID")).toBeVisible();
    expect(await actionsIn(dialog)).toEqual([]);

    await page.goto(superAdminPaths.activity);
    await page.getByText("All", { exact: true }).first().click();
    await page
      .getByRole("button", { name: /^Outcome of/ })
      .first()
      .click();
    await expect(dialog.getByText("Provider's last answer")).toBeVisible();
    expect(await actionsIn(dialog)).toEqual([]);

    await page.goto(superAdminPaths.settings);
    await expect(page.getByRole("textbox", { name: "Platform fee" })).not.toBeEditable();
    for (const [path, sentence] of [
      [superAdminPaths.statementImport, "Importing a statement needs the role Owner or Operations"],
      [superAdminPaths.reports, "Creating a report needs the role Owner or Finance"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(sentence)).toBeVisible();
    }
    expect(refused).toEqual([]);
  });
}

test("a member of a business is offered what the role includes and nothing else", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  await rokad.pay(mobile, "pending@upi", 100);
  const refused = refusals(page);
  for (const { role, own } of [
    // Everyone keeps views of the histories of their own.
    { role: "viewer", own: ["Views"] },
    { role: "approver", own: ["Views"] },
    { role: "preparer", own: ["Add Account", "Add Funds", "Add Money", "Views"] },
  ]) {
    const member = await rokad.newMember(mobile, `Only ${role}`, role);
    await enter(page, rokad, member);
    const offered: string[] = [];
    for (const path of tenantPages) {
      offered.push(...(await actionsOf(page, path)));
      const newPayouts = role === "preparer" ? 1 : 0;
      await expect(page.getByRole("link", { name: "New Payout" })).toHaveCount(newPayouts);
    }
    expect([...new Set(offered)].toSorted(), role).toEqual(own);
    const canExport = role === "viewer";
    await page.goto(paths.payoutHistory);
    await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(canExport ? 1 : 0);
    await page.goto(paths.payouts);
    // A preparer's payout is a request, which others approve.
    const submit = page.getByRole("button", { name: "Submit for Approval" });
    await expect(submit).toBeDisabled();
    const notice = page.getByText("Preparing a payout needs the role Owner");
    await expect(notice).toHaveCount(role === "preparer" ? 0 : 1);
  }
  expect(refused).toEqual([]);
});
