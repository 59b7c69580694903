import type { Page } from "@playwright/test";
import { enter, expect, readClipboard, test } from "./journey.ts";

const said = "Deposit request submitted successfully! You'll be notified once processed.";

async function openForm(page: Page) {
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  return dialog;
}

async function fillTransfer(page: Page, amount: string, utr: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Bank account").selectOption({ index: 1 });
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByLabel("UTR").fill(utr);
}

test("raises the balance by exactly the deposit after its approval [7.5, 7.6, 7.8, 26.24]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 250 });
  await enter(page, rokad, mobile, "/dashboard/wallet");
  await expect(page.getByText("₹250.00").first()).toBeVisible();

  const dialog = await openForm(page);
  await fillTransfer(page, "1234.56", `hdfcn5202611${mobile.slice(-6)}`);
  await expect(
    dialog.getByText(/One Thousand Two Hundred Thirty Four Rupees And Fifty Six Paise/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Submit Request" }).click();
  await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  await expect(dialog.getByText("Processing time: 2-4 hours")).toBeVisible();
  await expect(page.getByText(said, { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // After closing, the dialog starts at the first step without the old request.
  await page.getByRole("button", { name: "Add Funds" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("UTR")).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Submit Request" })).toBeDisabled();

  const { token } = await rokad.admin();
  const utr = `HDFCN5202611${mobile.slice(-6)}`;
  const [deposit] = await rokad.call(token, "GET", `/super-admin/deposits?utr=${utr}`);
  expect(deposit.amount).toEqual({ amount: 123456, currency: "INR" });
  await rokad.call(token, "POST", `/super-admin/deposits/${deposit._id}/approve`, {});

  await page.reload();
  await expect(page.getByText("₹1,484.56").first()).toBeVisible();
  await page.goto("/dashboard/wallet/deposits");
  await expect(page.getByText(utr)).toBeVisible();
});

test("shows the account to transfer to, keeps entries on Back, and returns the focus [7.1–4, 7.7, 7.9–11, 7.20, 7.21, 23.2, 23.20]", async ({
  page,
  rokad,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { mobile } = await rokad.tenant({ rupees: 250 });
  await enter(page, rokad, mobile, "/dashboard/wallet");
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeFocused();
  await expect(
    dialog.getByText(
      "Transfer to this account by NEFT/RTGS/IMPS from your whitelisted bank account, then enter the UTR.",
    ),
  ).toBeVisible();
  for (const [label, value] of [
    ["Account holder", "Rokad Demo Collections"],
    ["Account number", "000000000042"],
    ["IFSC code", "DEMO0000042"],
    ["Bank", "Demo Bank (not a real bank)"],
    ["Branch", "Sandbox"],
  ] as const) {
    await dialog.getByRole("button", { name: `Copy ${label}`, exact: true }).click();
    await expect(page.getByText(`${label} copied to clipboard`).first()).toBeVisible();
    expect(await readClipboard(page)).toBe(value);
  }

  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Bank account")).toBeFocused();
  await expect(dialog.getByLabel("Bank account").locator("option").nth(1)).toContainText(
    /^HDFC BANK \*{4}\d{4}/,
  );
  await expect(dialog.getByText("000000000042")).toBeVisible();
  const submit = dialog.getByRole("button", { name: "Submit Request" });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("Amount").fill("99");
  await expect(dialog.getByText("Ninety")).toBeHidden();
  await dialog.getByLabel("Amount").fill("100");
  await expect(dialog.getByText("One Hundred Rupees")).toBeVisible();
  await dialog.getByLabel("Remarks").fill("For November");
  await expect(submit).toBeEnabled();
  // An invalid amount also survives Back without an error.
  await dialog.getByLabel("Amount").fill("1.2.3");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeFocused();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Remarks")).toHaveValue("For November");
  await fillTransfer(page, "2500", "412345678901");

  // A click outside does not discard the form.
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("UTR")).toHaveValue("412345678901");
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Funds" })).toBeFocused();
});

test("records a request once when its answer is lost and it is sent again [7.16, 7.17, 7.19]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 250 });
  const { token } = await rokad.session(mobile);
  await enter(page, rokad, mobile, "/dashboard/wallet");
  const dialog = await openForm(page);
  await fillTransfer(page, "5000", "500000000001");
  await page.route("**/wallet/deposit/initiate", async (route) => {
    await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const submit = dialog.getByRole("button", { name: "Submit Request" });
  await submit.click();
  await expect(page.getByText("Something went wrong", { exact: true })).toBeVisible();
  await expect(dialog.getByText("No response yet.")).toBeVisible();
  await submit.click();
  await expect(submit).toBeEnabled();
  await page.unroute("**/wallet/deposit/initiate");
  await submit.click();
  await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  expect(await rokad.call(token, "GET", "/wallet/deposit/history?utr=500000000001")).toHaveLength(
    1,
  );

  // A second request for the same transfer is rejected under its field, in the dialog.
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await openForm(page);
  await fillTransfer(page, "5000.00", "500000000001");
  await submit.click();
  await expect(dialog.getByLabel("UTR")).toHaveAccessibleDescription(
    "This UTR reference was used for another deposit",
  );
});

test("explains the next step without the feature or an approved account [7.14, 7.15]", async ({
  page,
  rokad,
}) => {
  const plain = await rokad.tenant({ features: ["create_payout"] });
  await enter(page, rokad, plain.mobile, "/dashboard/wallet");
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Wallet top-up is not enabled for your account.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeHidden();

  const fresh = await rokad.tenant();
  await enter(page, rokad, fresh.mobile, "/dashboard/wallet");
  await openForm(page);
  await expect(dialog.getByText("No approved bank account yet")).toBeVisible();
  await dialog.getByRole("link", { name: "Go to Bank Accounts" }).click();
  await expect(page).toHaveURL(/whitelist-bank-accounts$/);
  await expect(dialog).toBeHidden();
});

test.describe("when the server fails", () => {
  test.use({ serverMayFail: true });

  test("retries the receiving account and the bank accounts, and says if there is none [7.12, 7.13]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 250 });
    await page.route("**/platform/config", (route) => route.fulfill({ status: 500 }));
    await page.route("**/wallet/bank-accounts?*", (route) => route.fulfill({ status: 500 }));
    await enter(page, rokad, mobile, "/dashboard/wallet");
    const dialog = await openForm(page);
    await expect(dialog.getByText("Failed to load the account to transfer to")).toBeVisible();
    await expect(dialog.getByText("Failed to load bank accounts")).toBeVisible();
    await page.unroute("**/wallet/bank-accounts?*");
    await page.unroute("**/platform/config");
    await page.route("**/platform/config", async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({
        json: { ...rest, data: { ...data, receiving_account: null, receiving_accounts: [] } },
      });
    });
    const retry = dialog.getByRole("button", { name: "Retry" });
    await retry.first().click();
    await expect(retry).toHaveCount(1);
    await retry.click();
    await expect(dialog.getByText("No account to transfer to yet")).toBeVisible();
    // The installation may share the account in another way, so the request can still be sent.
    await fillTransfer(page, "5000", `6${mobile}0`);
    await dialog.getByRole("button", { name: "Submit Request" }).click();
    await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  });
});
