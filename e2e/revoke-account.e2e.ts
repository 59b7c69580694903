import { enter, expect, test } from "./journey.ts";
import { accounts, addAccount, balanceOf, deposits, rowOf, tenantNamed } from "./queues.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import { admin, toast } from "./tenant-management.ts";
import { signStepUp } from "./signing.ts";

// Revoking an approved bank account, and what becomes of the deposits from it.

const dialogPanel = "[role=dialog]:not([popover])";

test("revokes an account with a reason; its deposits are approved only on their own", async ({
  page,
  rokad,
}) => {
  const name = "Revoked Traders";
  const { mobile, token } = await tenantNamed(rokad, name);
  const { token: boss } = await rokad.admin();
  const account = await addAccount(rokad, token);
  await rokad.call(boss, "POST", `${accounts}/${account}/approve`, {});
  for (const [amount, utr_reference] of [
    [4_100, "HDFCN52026112288001"],
    [4_200, "HDFCN52026112288002"],
  ] as const)
    await rokad.call(token, "POST", "/wallet/deposit/initiate", {
      bank_account: account,
      amount,
      utr_reference,
    });

  await page.setViewportSize(widths[0]);
  await enter(page, rokad, admin, `${accounts}?status=approved&search=${mobile}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: new RegExp(`^${name}, details`) }).click();
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog).toContainText("Deposits from this account are no longer accepted.");
  await expectSoundInBothThemes(page, "revocation", dialogPanel);
  await dialog.getByRole("button", { name: "Revoke bank account" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByRole("button", { name: "The account was reported as stolen" }).click();
  await dialog.getByRole("button", { name: "Revoke bank account" }).click();
  await toast(page, "Bank account revoked");
  await page.goto(`${accounts}?status=revoked&search=${mobile}`);
  await expect(page.locator("main tbody [data-status=revoked]")).toHaveCount(1);

  // Both are left out of a bulk approval, with the reason.
  await page.goto(deposits);
  const [first, second] = ["₹4,100.00", "₹4,200.00"].map((sum) => rowOf(page, sum));
  if (!first || !second) throw new Error("No rows");
  await expect(first).toContainText("Account revoked");
  await first.getByRole("checkbox").check();
  await second.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Approve 2" }).click();
  await expect(dialog).toContainText("2 of 2 left out: decide on their own");
  await expect(dialog.getByText("its bank account was revoked")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await balanceOf(rokad, token)).toBe(0);

  // On its own, after the warning.
  await first.getByRole("button", { name: /^Approve/ }).click();
  await expect(dialog).toContainText(
    /Its bank account was revoked on .*The account was reported as stolen/,
  );
  await dialog.getByRole("button", { name: "Approve ₹4,100.00" }).click();
  await signStepUp(page, rokad);
  await toast(page, "Deposit approved and credited to the wallet");
  expect(await balanceOf(rokad, token)).toBe(4_100_00);

  // The tenant sees why, and can't choose the account any more.
  await page.setViewportSize(widths[1]);
  await enter(page, rokad, mobile, "/dashboard/settings/whitelist-bank-accounts");
  await expect(page.getByText("No longer accepted for deposits")).toBeVisible();
  await expect(page.getByText("The account was reported as stolen")).toBeVisible();
  await expectSoundInBothThemes(page, "revoked account");
});

test("shows the late checks of each provider on the reconciliation page", async ({
  page,
  rokad,
}) => {
  await rokad.runSql(
    `insert into late_check_runs (adapter, started_at, finished_at, lease, leased_until,
       checked_count, found_count, unanswered_count, left_count, problem)
     values ('sandbox', now(), now(), gen_random_uuid(), now(), 1200, 3, 2, 10000, $1)
     on conflict (adapter) do update set finished_at = excluded.finished_at, problem = $1,
       checked_count = 1200, found_count = 3, unanswered_count = 2, left_count = 10000`,
    ["Status checks of open payouts go first"],
  );
  await page.setViewportSize(widths[1]);
  await enter(page, rokad, admin, "/super-admin/reconciliation");
  const main = page.locator("main");
  for (const text of [
    "Late returns checked",
    "1,200",
    "10,000 or more",
    "Status checks of open payouts go first. They start again after 10 minutes.",
  ])
    await expect(main).toContainText(text);
  await expectSoundInBothThemes(page, "late checks");
});
