import { card } from "./histories.ts";
import { enter, expect, test } from "./journey.ts";
import {
  accounts,
  addAccount,
  balanceOf,
  deposits,
  emptyQueues,
  nameOf,
  requestDeposits,
  rowOf,
  tenantNamed,
} from "./queues.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import type { Locator, Page } from "@playwright/test";
import { signStepUp } from "./signing.ts";

// Deposit Approval and the Bank Accounts review: what a reviewer sees, and every decision.

test("shows an empty queue and finds decided rows by filter [16.1, 16.2, 16.27]", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  await enter(page, rokad, "9000000001", deposits);
  await expect(page.getByRole("heading", { name: "Deposit Approval" })).toBeVisible();
  await expect(page.getByText("Nothing to review")).toBeVisible();
  await expect(card(page, "Waiting")).toContainText("₹0.00");
  await expect(card(page, "Oldest waiting")).toContainText("Nothing waiting");
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByLabel("UTR Reference").fill("hdfcn520261120");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, "HDFCN52026112000003")).toContainText("by Demo Admin");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Nothing to review")).toBeVisible();
  await page.goto(accounts);
  await expect(page.getByText("Nothing to review")).toBeVisible();
});

test("approves and rejects deposits by pointer and keyboard and moves the focus on [16.3, 16.8, 16.9, 16.11]", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Asha Stores", [1100, 1200, 1300]);
  await enter(page, rokad, "9000000001", deposits);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const [first, second, third] = ["₹1,100.00", "₹1,200.00", "₹1,300.00"].map((sum) =>
    rowOf(page, sum),
  ) as [Locator, Locator, Locator];
  await expect(first).toContainText("First deposit");
  await expect(card(page, "Waiting")).toContainText("₹3,600.00");

  // Keys: J to the first, Enter opens it with everything about it, Escape gives the focus back.
  await page.keyboard.press("j");
  await expect(nameOf(first)).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("No deposit of this tenant was credited before");
  await dialog.getByRole("button", { name: /^Reveal account number/ }).click();
  await signStepUp(page, rokad);
  await expect(dialog.getByRole("button", { name: "Copy Account number" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(nameOf(first)).toBeFocused();

  // A, then Enter: approved, and the next row has the focus.
  const before = await approvedToday(page);
  await page.keyboard.press("a");
  await expect(dialog).toContainText(
    "₹1,100.00 is credited to the wallet of Asha Stores immediately.",
  );
  await expect(dialog.getByRole("button", { name: "Approve ₹1,100.00" })).toBeFocused();
  await page.keyboard.press("Enter");
  await signStepUp(page, rokad);
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();
  await expect(first).toHaveCount(0);
  await expect(nameOf(second)).toBeFocused();
  expect(await balanceOf(rokad, token)).toBe(1100_00);
  await expect.poll(() => approvedToday(page)).toBe(before + 1100);

  // R needs a reason; letters typed into it are letters.
  await page.keyboard.press("k");
  await page.keyboard.press("r");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByRole("button", { name: "Reject deposit" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill("jar");
  await dialog.getByRole("button", { name: "We did not receive this transfer" }).click();
  await dialog.getByRole("button", { name: "Reject deposit" }).click();
  await expect(page.getByText("Deposit rejected")).toBeVisible();
  await expect(nameOf(third)).toBeFocused();
  await page.getByRole("searchbox", { name: "UTR Reference" }).pressSequentially("jxa");
  await expect(dialog).toHaveCount(0);

  // The last one by pointer; then nothing is left and the keyboard is not lost.
  await third.getByRole("button", { name: /^Approve/ }).click();
  await dialog.getByLabel("Note (optional)").fill("Seen on the statement");
  await dialog.getByRole("button", { name: "Approve ₹1,300.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Nothing to review")).toBeVisible();
  expect(await balanceOf(rokad, token)).toBe(2400_00);
});

test("decides several at once and shows each result, including one decided by another reviewer [16.10, 16.12, 16.13]", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Bharat Mills", [2100, 2200, 2300]);
  await enter(page, rokad, "9000000001", deposits);
  await page.getByLabel("Select all 3 on this page").check();
  await expect(page.getByText("₹6,600.00", { exact: true }).last()).toBeVisible();
  await rowOf(page, "₹2,300.00").getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Approve 2" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("₹4,300.00 is credited to the tenants' wallets immediately");
  // Meanwhile another reviewer rejects one, and this reviewer sees it in the results.
  const other = await rokad.newAdmin("Ravi Nair");
  const rows = await rokad.call(other.token, "GET", `${deposits}?status=pending`);
  const taken = rows.find((row: { amount: { amount: number } }) => row.amount.amount === 2200_00);
  await rokad.call(other.token, "POST", `${deposits}/${taken._id}/reject`, { reason: "Not ours" });
  await dialog.getByRole("button", { name: "Approve ₹4,300.00" }).click();
  await signStepUp(page, rokad);
  await expect(dialog).toContainText("1 of 2 done");
  await expect(dialog).toContainText("This deposit was already rejected by Ravi Nair on");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(nameOf(rowOf(page, "₹2,300.00"))).toBeFocused();
  expect(await balanceOf(rokad, token)).toBe(2100_00);
  // The other person's decision removes the row from this page automatically.
  const left = await rokad.call(other.token, "GET", `${deposits}?status=pending`);
  await rokad.call(other.token, "POST", `${deposits}/${left[0]._id}/approve`, {});
  await expect(page.getByText("Nothing to review")).toBeVisible();
});

test("needs two super admins above the limit [16.14]", async ({ page, rokad }) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Chandra Motors", [60_000]);
  await rokad.set("second_approval_above_paise", 50_000_00);
  await enter(page, rokad, "9000000001", deposits);
  const row = rowOf(page, "₹60,000.00");
  await expect(row).toContainText("Needs 2 approvals");
  await expect(card(page, "Second approval")).toContainText("Needed above ₹50,000");
  await row.getByRole("button", { name: /^Approve/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This is the first of two approvals");
  await dialog.getByRole("button", { name: "Approve ₹60,000.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("First of two approvals recorded.")).toBeVisible();
  await expect(row).toContainText("1 of 2 approvalsby Demo Admin");
  await expect(row.getByRole("button", { name: /^Approve/ })).toBeDisabled();
  expect(await balanceOf(rokad, token)).toBe(0);
  await nameOf(row).click();
  await expect(dialog).toContainText("1 of 2 approvals, by you");
  await expect(dialog.getByRole("button", { name: "Approve" })).toBeDisabled();
  await page.keyboard.press("Escape");

  const other = await rokad.newAdmin("Sita Rao");
  await enter(page, rokad, other.mobile, deposits);
  await nameOf(row).click();
  await expect(dialog).toContainText("1 of 2 approvals, by Demo Admin");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.getByRole("button", { name: "Approve ₹60,000.00" }).click();
  await signStepUp(page, rokad, other.mobile);
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();
  expect(await balanceOf(rokad, token)).toBe(60_000_00);
  await rokad.set("second_approval_above_paise", null);
});

test("warns about mismatched bank accounts, reveals a number, and notifies the owner of both decisions [16.20, 16.24]", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const { token } = await tenantNamed(rokad, "Dev Sweets");
  await addAccount(rokad, token, { account_number: "000077665544", bank_name: "Axis Bank" });
  await addAccount(rokad, token, { account_holder_name: "Dev Sweets" });
  await enter(page, rokad, "9000000001", accounts);
  const odd = rowOf(page, "Entered: Axis Bank");
  await expect(odd).toContainText("Different name");
  await expect(odd).toContainText("Different bank");
  await expect(odd).toContainText("****5544");
  await odd.getByRole("button", { name: /^Reveal/ }).click();
  await signStepUp(page, rokad);
  await expect(odd).toContainText("000077665544");
  await odd.getByRole("button", { name: /^Hide/ }).click();
  await expect(odd).not.toContainText("000077665544");
  await nameOf(odd).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("belongs to HDFC Bank, but the tenant entered Axis Bank");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await dialog.getByLabel("Reason").fill("The bank is another one");
  await dialog.getByRole("button", { name: "Reject bank account" }).click();
  await expect(page.getByText("Bank account rejected")).toBeVisible();
  await expect(odd).toHaveCount(0);
  await expect(nameOf(rowOf(page, "Dev Sweets"))).toBeFocused();
  await page.keyboard.press("a");
  await expect(dialog.getByRole("button", { name: /^Approve/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await signStepUp(page, rokad);
  await expect(page.getByText("Nothing to review")).toBeVisible();
  const own = await rokad.call(token, "GET", "/wallet/bank-accounts");
  expect(own.map((one: { status: string }) => one.status).toSorted()).toEqual([
    "approved",
    "rejected",
  ]);
  await page.getByLabel("Status").selectOption("All");
  await page.getByRole("searchbox", { name: "Search" }).fill("dev sweets");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("row").filter({ hasText: "Rejected" })).toContainText(
    "by Demo Admin",
  );
});

test("both pages and their dialogs are sound wide and on a phone, light and dark [16.28]", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const name = "Extraordinarily Long Name of a Business in Thiruvananthapuram";
  const { token } = await requestDeposits(rokad, name.slice(0, 50), [3100, 3100]);
  await addAccount(rokad, token);
  await enter(page, rokad, "9000000001", deposits);
  // Without dialogs each page is swept with every other; the two have their dialogs in common.
  for (const [path, opening] of [
    [deposits, [/, details of /, /^Approve .+ from/, /^Reject .+ from/]],
    [accounts, [/, details of /]],
  ] as const) {
    await page.goto(path);
    for (const size of widths) {
      await page.setViewportSize(size);
      for (const how of opening) {
        await page.getByRole("button", { name: how }).first().click();
        await expectSoundInBothThemes(page, `${path} ${how}`, "[role=dialog]:not([popover])");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
    }
  }
});

test.describe("what fails", () => {
  test.use({ serverMayFail: true });

  test("reloads a failed queue and reports a decision without a response [16.27]", async ({
    page,
    rokad,
  }) => {
    await emptyQueues(rokad);
    await requestDeposits(rokad, "Fateh Textiles", [4100]);
    for (const [path, words] of [
      [deposits, "Failed to load deposits"],
      [accounts, "Failed to load bank accounts"],
    ] as const) {
      const call = `**/api/v1${path}?*`;
      await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
      await enter(page, rokad, "9000000001", path);
      await expect(page.getByText(words)).toBeVisible();
      await page.unroute(call);
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText(words)).toHaveCount(0);
    }
    await page.goto(deposits);
    await page.route(`**${deposits}/approve`, (route) => route.abort());
    await rowOf(page, "₹4,100.00")
      .getByRole("button", { name: /^Approve/ })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve ₹4,100.00" }).click();
    await expect(dialog).toContainText("No response yet. The decision may already be saved");
    await page.unroute(`**${deposits}/approve`);
    await dialog.getByRole("button", { name: "Approve ₹4,100.00" }).click();
    await signStepUp(page, rokad);
    await expect(page.getByText("Nothing to review")).toBeVisible();
  });
});

/** In rupees; other journeys on this server have decided deposits too. */
async function approvedToday(page: Page): Promise<number> {
  const words = await card(page, "Decided today").innerText();
  return Number(/₹([\d,.]+) approved/.exec(words)?.[1]?.replaceAll(",", ""));
}
