// The guarantee: a super admin keeps several receiving accounts, tenants choose between the active
// ones, and a transfer of another amount is credited with what arrived, which both sides can read.
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { letWaitPass } from "./let-wait-pass.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { pressAndSign, signStepUp } from "./signing.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

const phone = { width: 360, height: 760 };
const dialogPanel = "[role=dialog]:not([popover])";
const list = "/super-admin/receiving-accounts";
const admin = "9000000001";

interface Account {
  readonly id: string;
  readonly label: string;
  readonly account_number: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
}

async function accountsOf(rokad: Rokad): Promise<Account[]> {
  const { token } = await rokad.admin();
  return (await rokad.call(token, "GET", list)).accounts;
}

/** Changes an account, if a value differs: what changes nothing is refused. */
async function change(rokad: Rokad, account: Account, changed: Partial<Account>): Promise<void> {
  const current = (await accountsOf(rokad)).find(({ id }) => id === account.id);
  if (isDeepStrictEqual({ ...current, ...changed }, current)) return;
  await rokad.changeAccount("PUT", `${list}/${account.id}`, { ...current, ...changed });
}

/** Leaves only the demo's account active. */
test.afterEach(async ({ rokad }) => {
  const demo = (await accountsOf(rokad)).find(({ label }) => label === "Demo collections");
  if (!demo) throw new Error("The demo has no receiving account");
  await change(rokad, demo, { is_active: true, is_default: true });
  for (const account of await accountsOf(rokad))
    if (account.id !== demo.id) await change(rokad, account, { is_active: false });
});

let numbers = 0;
async function add(rokad: Rokad, label: string): Promise<Account> {
  const number = `0012003400${String((numbers += 1)).padStart(4, "0")}`;
  await rokad.changeAccount("POST", list, {
    label,
    account_holder_name: "Rokad Collections Private Limited",
    account_number: number,
    ifsc_code: "ICIC0000026",
    bank_name: "ICICI Bank",
  });
  const added = (await accountsOf(rokad)).find((account) => account.account_number === number);
  if (!added) throw new Error("The account was not added");
  return added;
}

/** A request of ₹10,000 of a new tenant. @returns its UTR. */
async function request(rokad: Rokad) {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 250 });
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  const utr = `HDFCN${mobile}9`;
  await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: 10_000,
    utr_reference: utr,
  });
  return { mobile, utr };
}

const item = (page: Page, label: string) => page.getByRole("region", { name: label, exact: true });

/** Signs a change as the only super admin, and lets waiting time and notice pass. */
async function sign(page: Page, rokad: Rokad, dialog: Locator): Promise<void> {
  await dialog.getByLabel("Reason").fill("Agreed with the bank");
  await pressAndSign(dialog, "Propose the change", rokad);
  await expect(dialog).toBeHidden();
  await letWaitPass(rokad);
}

test("adds a receiving account with the bank of its IFSC on a phone, makes it the default and deactivates it [15.8]", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize(phone);
  await enter(page, rokad, admin, superAdminPaths.settings);
  await arrived(page);
  await page.getByRole("button", { name: "Add account" }).click();
  const form = page.getByRole("dialog", { name: "Add receiving account" });
  await form.getByLabel("Label").fill("Second account");
  await form.getByLabel("Account number").fill("12 34");
  await form.getByLabel("Account number").blur();
  await expect(form.getByText("Account number must be 9-18 digits")).toBeVisible();
  await form.getByLabel("Account number").fill("0012 0034 0056 00");
  await form.getByLabel("IFSC code").fill("hdfc0000060");
  await expect(form.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await form.getByLabel("Account holder name").fill("Rokad Collections");
  await expectSoundInBothThemes(page, "the form of a receiving account", dialogPanel);
  await form.getByRole("button", { name: "Review" }).click();
  const confirmation = page.getByRole("dialog", { name: "Add this receiving account?" });
  await expect(confirmation).toContainText("00120034005600");
  await expect(confirmation).toContainText("Tenants see it and transfer to it.");
  await confirmation.getByRole("button", { name: "Back" }).click();
  await expect(form.getByLabel("Account holder name")).toHaveValue("Rokad Collections");
  await form.getByRole("button", { name: "Review" }).click();
  await sign(page, rokad, confirmation);
  await expect(item(page, "Second account")).toBeVisible();
  await expectSoundInBothThemes(page, "several receiving accounts");

  const second = item(page, "Second account");
  const dialog = page.getByRole("dialog");
  await second.getByRole("button", { name: "Make default" }).click();
  await sign(page, rokad, dialog);
  await expect(second.getByText("Default", { exact: true })).toBeVisible();
  // The default can't be deactivated while another account could be it.
  await second.getByRole("button", { name: "Deactivate" }).click();
  await dialog.getByLabel("Reason").fill("Closed by the bank");
  await dialog.getByRole("button", { name: "Propose the change" }).click();
  await expect(page.getByText("Make another account the default first")).toBeVisible();
  await page.keyboard.press("Escape");

  await second.getByRole("button", { name: "Edit Second account" }).click();
  const edit = page.getByRole("dialog", { name: "Edit receiving account" });
  await expect(edit.getByLabel("Account number")).toHaveJSProperty("readOnly", true);
  await edit.getByLabel("Label").fill("Main account");
  await edit.getByRole("button", { name: "Review" }).click();
  await sign(page, rokad, page.getByRole("dialog", { name: "Save this receiving account?" }));
  await expect(item(page, "Main account")).toBeVisible();
  const demo = item(page, "Demo collections");
  await demo.getByRole("button", { name: "Deactivate" }).click();
  await sign(page, rokad, dialog);
  await expect(demo.getByText("Inactive", { exact: true })).toBeVisible();
});

test("a changed account waits on both super admins' open pages until the second one confirms it", async ({
  page,
  rokad,
  browser,
}) => {
  const account = await add(rokad, "East branch");
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 250 });
  const reviewer = await rokad.newAdmin("Farah Khan");
  const context = await browser.newContext({ baseURL: rokad.origin, viewport: phone });
  const other = await context.newPage();
  await enter(other, rokad, reviewer.mobile, superAdminPaths.settings);
  await arrived(other);
  await enter(page, rokad, admin, superAdminPaths.settings);
  await arrived(page);
  await item(page, account.label).getByRole("button", { name: "Edit East branch" }).click();
  const form = page.getByRole("dialog", { name: "Edit receiving account" });
  await form.getByLabel("Account holder name").fill("Rokad Payments Private Limited");
  await form.getByRole("button", { name: "Review" }).click();
  const confirmation = page.getByRole("dialog", { name: "Save this receiving account?" });
  await confirmation.getByLabel("Reason").fill("The company was renamed");
  await expectSoundInBothThemes(page, "a receiving account to sign", dialogPanel);
  await pressAndSign(confirmation, "Propose the change", rokad);
  await expect(page.getByText("Proposed. A second super admin has to confirm it.")).toBeVisible();
  const mine = item(page, account.label);
  await expect(mine).toContainText("Account holder, proposed by Demo Admin");
  await expect(mine).toContainText("Rokad Collections Private Limited");
  await expect(mine.getByRole("button", { name: "Edit East branch" })).toHaveCount(0);
  await expectSoundInBothThemes(page, "a receiving account with a waiting change");

  await item(other, account.label)
    .getByRole("button", { name: /^Review the change/ })
    .click();
  const review = other.getByRole("dialog", { name: "Proposed change" });
  await expect(review).toContainText(
    "Account holderFrom Rokad Collections Private LimitedTo Rokad Payments Private Limited",
  );
  await expectSoundInBothThemes(other, "a proposed receiving account on a phone", dialogPanel);
  await pressAndSign(review, "Confirm change", rokad, reviewer.mobile);
  // Tenants hear of it first: the account stays as it is, and both pages say until when.
  await expect(
    other.getByText(/^Confirmed\. Tenants are notified\. It takes effect on /),
  ).toBeVisible();
  await expect(item(other, account.label)).toContainText("Rokad Collections Private Limited");
  await expect(mine).toContainText("Takes effect");
  await expectSoundInBothThemes(other, "a scheduled receiving account on a phone");
  const shop = await browser.newPage({ baseURL: rokad.origin, viewport: phone });
  await enter(shop, rokad, mobile, paths.wallet);
  await shop.getByRole("button", { name: "Add Funds" }).click();
  await expect(shop.getByRole("dialog")).toContainText(/ICICI Bank \*{4}\d{4} changes \d\d /);
  await expectSoundInBothThemes(shop, "Add Funds with a change to come", dialogPanel);
  await shop.close();
  await letWaitPass(rokad);
  await expect(item(other, account.label)).toContainText("Rokad Payments Private Limited");
  await expect(mine).toContainText(/by Demo Admin, confirmed by Farah Khan/);
  await expect(mine.getByRole("button", { name: "Edit East branch" })).toBeVisible();
  await context.close();
});

test("lets a tenant choose between the accounts on a cheap phone, and records the choice [7.22]", async ({
  page,
  rokad,
}) => {
  const second = await add(rokad, "South branch");
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 250 });
  await page.setViewportSize(phone);
  await enter(page, rokad, mobile, paths.wallet);
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  const panel = dialog.getByRole("region", { name: "Account to transfer to" });
  await expect(panel).toContainText("000000000042");
  await dialog.getByLabel("Receiving account").selectOption({ index: 1 });
  await expect(panel).toContainText("ICICI Bank");
  await expect(panel.getByRole("button", { name: "Copy Account number" })).toBeVisible();
  await expectSoundInBothThemes(page, "Add Funds with several accounts", dialogPanel);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(panel).toContainText("ICICI Bank");
  await dialog.getByLabel("Bank account").selectOption({ index: 1 });
  await dialog.getByLabel("Amount").fill("5000");
  const utr = `HDFCN${mobile}1`;
  await dialog.getByLabel("UTR").fill(utr);
  // Deactivated while the dialog is open: the request says so and nothing is lost.
  await change(rokad, second, { is_active: false });
  await expect(dialog.getByLabel("Receiving account")).toHaveCount(0);
  await change(rokad, second, { is_active: true });
  await dialog.getByRole("button", { name: "Submit Request" }).click();
  await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  await expect(dialog).toContainText("ICICI Bank ****");
  const { token } = await rokad.admin();
  const [deposit] = await rokad.call(token, "GET", `/super-admin/deposits?utr=${utr}`);
  expect(deposit.receiving_account.label).toBe("South branch");
});

test("credits a short deposit with what arrived, and the tenant reads both amounts [16.29]", async ({
  page,
  rokad,
}) => {
  const { mobile, utr } = await request(rokad);
  await add(rokad, "North branch");
  await page.setViewportSize(phone);
  await enter(page, rokad, admin, `${superAdminPaths.deposits}?utr=${utr}`);
  await page.getByRole("button", { name: /^Approve ₹10,000.00/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Received another amount").check();
  await dialog.getByRole("button", { name: "Approve ₹10,000.00" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await expect(dialog.getByText("Enter the amount that arrived")).toBeVisible();
  await dialog.getByLabel("Received amount").fill("9,500.50");
  await dialog.getByLabel("Reason").fill("The bank took charges");
  await expect(dialog).toContainText("₹9,500.50 is credited to the wallet");
  await dialog.getByLabel("Arrived in").selectOption({ index: 1 });
  await expectSoundInBothThemes(page, "an approval with another amount", dialogPanel);
  await page.setViewportSize(widths[0]);
  await dialog.getByRole("button", { name: "Approve ₹9,500.50" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();

  await enter(page, rokad, mobile, paths.deposits);
  const row = page.getByRole("row").filter({ hasText: utr });
  await expect(row).toContainText("₹9,500.50");
  await expect(row).toContainText("requested ₹10,000.00");
  await row.getByRole("button", { name: /^Details/ }).click();
  await expect(page.getByText("The bank took charges")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Notifications/ }).click();
  await expect(page.getByText(/You requested ₹10,000.00: The bank took charges/)).toBeVisible();
});

test("proposes the amount of the bank statement, and credits it from the statement's line [16.29, 17.11]", async ({
  page,
  rokad,
}) => {
  const { utr } = await request(rokad);
  const other = await request(rokad);
  await add(rokad, "West branch");
  const rows = [utr, other.utr].map((one) => `21/11/2026,NEFT ${one},${one},,9900.00`);
  const csv = ["Txn Date,Narration,Ref No,Debit,Credit", ...rows].join("\n");
  const buffer = Buffer.from(`${csv}\n`);
  await enter(page, rokad, admin, superAdminPaths.statementImport);
  await page.getByLabel("Receiving account").selectOption({ index: 1 });
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "west.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  await expect(page.getByText("ICICI Bank ****").first()).toBeVisible();
  await page.getByRole("button", { name: "Review line 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Credit what arrived?" });
  await expect(dialog.getByLabel("Reason")).toHaveValue("The bank statement shows ₹9,900.00");
  await expectSoundInBothThemes(page, "crediting what arrived", dialogPanel);
  await dialog.getByRole("button", { name: "Credit ₹9,900.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();

  await page.goto(`${superAdminPaths.deposits}?utr=${other.utr}`);
  await page.getByRole("button", { name: /^Approve ₹10,000.00/ }).click();
  const approval = page.getByRole("dialog");
  await expect(approval.getByLabel("Received amount")).toHaveValue("9900");
  await approval.getByRole("button", { name: "Approve ₹9,900.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();
});
