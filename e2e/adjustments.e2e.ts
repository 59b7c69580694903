// The guarantee: two super admins take a wrong approval back, and the tenant sees the correction,
// what it left to owe, and how the next credit pays it off.
import type { Page } from "@playwright/test";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { card } from "./histories.ts";
import type { Rokad } from "./rokad.ts";
import { saveDownload } from "./save-download.ts";
import { arrived } from "./screens.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

const letter = {
  name: "letter from the bank.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\nThe bank's letter"),
};

const accounts = "/super-admin/receiving-accounts";

/** Leaves only the demo's receiving account active. */
test.afterEach(async ({ rokad }) => {
  const { token } = await rokad.admin();
  for (const account of (await rokad.call(token, "GET", accounts)).accounts)
    if (account.is_active && account.label !== "Demo collections")
      await rokad.changeAccount("PUT", `${accounts}/${account.id}`, {
        ...account,
        is_active: false,
      });
});

test("corrects a wrong approval by two people; the tenant owes the rest and the next credit pays it", async ({
  page,
  browser,
  rokad,
}) => {
  const name = "Correction Traders";
  const { mobile } = await rokad.tenant({ name, rupees: 2_000 });
  await rokad.pay(mobile, "success@upi", 500);
  const { token } = await rokad.session(mobile);
  const spent = async () => (await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount;
  const left = await spent();
  const owed = `₹${((2_000_00 - left) / 100).toFixed(2)}`;
  const second = await rokad.newAdmin("Ravi Menon");

  // The first person: from the approved deposit to the signed proposal.
  await enter(
    page,
    rokad,
    (await rokad.admin()).mobile,
    `${superAdminPaths.deposits}?status=completed`,
  );
  await arrived(page);
  const row = page.getByRole("row").filter({ hasText: name }).first();
  await row.getByRole("button", { name: new RegExp(`^${name}, details`) }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Propose adjustment" }).click();
  const form = page.getByRole("dialog", { name: "Propose adjustment" });
  await expect(form.getByText("Can be corrected")).toBeVisible();
  await expect(form.getByLabel("Amount")).toHaveValue("2000");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await expect(form.getByText("A reason is required")).toBeVisible();
  await form.getByLabel("Kind").selectOption("Bank recall");
  await form.getByLabel("Reason").fill("The sender’s bank recalled this transfer");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await expect(form.getByText("Bank recall needs a document: PDF, PNG or JPEG")).toBeVisible();
  await form.getByLabel("Choose a file").setInputFiles(letter);
  await expect(form.getByText(letter.name)).toBeVisible();
  await expectSoundInBothThemes(page, "a proposal of an adjustment", "[role=dialog]");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await pressAndSign(form, "Propose ₹2,000.00", rokad);
  await expect(page.getByText("Proposed. A second super admin has to confirm it.")).toBeVisible();
  await expect(card(page, "Proposed")).toContainText("1");
  const proposed = page.getByRole("row").filter({ hasText: name });
  await expect(proposed).toContainText("Bank recall");
  await proposed.getByRole("button", { name: `Show Bank recall ${name}` }).click();
  const shown = page.getByRole("dialog", { name: "Bank recall" });
  await expect(shown.getByText(/You proposed this adjustment/)).toBeVisible();
  await expect(shown.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await expectSoundInBothThemes(page, "one’s own proposal", "[role=dialog]");

  // The second person: reviews it, reads the document, and confirms.
  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, rokad, second.mobile, superAdminPaths.adjustments);
  await arrived(theirs);
  await expect(card(theirs, "Yours to confirm")).toContainText("1");
  await theirs.getByRole("button", { name: `Review Bank recall ${name}` }).click();
  const review = theirs.getByRole("dialog", { name: "Bank recall" });
  const { name: fileName } = await saveDownload(review.getByRole("button", { name: "Download" }));
  expect(fileName).toBe(letter.name);
  await pressAndSign(review, "Confirm ₹2,000.00", rokad, second.mobile);
  await expect(theirs.getByText("Confirmed. The money has moved.")).toBeVisible();
  await expect(theirs.getByRole("row").filter({ hasText: name })).toContainText(`${owed} owed`);
  await expect(card(theirs, "Owed by tenants")).toContainText(owed);
  await expectSoundInBothThemes(theirs, "the adjustments");
  // The open dialog of the first person follows.
  await expect(shown.getByText(/^Ravi Menon, /)).toBeVisible();

  // The tenant: the debt, its lines, and the pay-off by the next credit.
  const tenant = await (await browser.newContext()).newPage();
  await enter(tenant, rokad, mobile, "/dashboard/wallet");
  await arrived(tenant);
  await expect(tenant.getByText(`You owe ${owed}`)).toBeVisible();
  await expectSoundInBothThemes(tenant, "a wallet that owes");
  await creditAgain(rokad, mobile, 700);
  await expect(tenant.getByText(`You owe ${owed}`)).toHaveCount(0);
  await tenant.goto("/dashboard/wallet/history");
  await arrived(tenant);
  await expect(rowWith(tenant, "Paid off what you owed")).toContainText(`−${owed}`);
  await expect(rowWith(tenant, "Owed after a correction")).toContainText(`+${owed}`);
  await expect(rowWith(tenant, "Correction").first()).toContainText("recalled this transfer");
  await tenant.getByRole("button", { name: /^Notifications/ }).click();
  await expect(tenant.getByText("Nothing is owed any more")).toBeVisible();
  await expect(tenant.getByText("Wallet corrected")).toBeVisible();
  expect(await spent()).toBe(700_00 - (2_000_00 - left));
  await theirs.context().close();
  await tenant.context().close();
});

test("starts a correction from a statement line, and rejects or withdraws a proposal", async ({
  page,
  browser,
  rokad,
}) => {
  const name = "Rejected Traders";
  const { mobile } = await rokad.tenant({ name, rupees: 1_000 });
  const { token } = await rokad.session(mobile);
  const [deposit] = await rokad.call(token, "GET", "/wallet/deposit/history");
  const second = await rokad.newAdmin("Kiran Shah");
  const admin = await rokad.admin();
  const statement = [
    "Date,Narration,Ref No,Debit,Credit",
    `22/11/2026,RETURN ${name.toUpperCase()},${deposit.utr_reference},"1,000.00",`,
  ].join("\r\n");
  const columns = { date: 0, narration: 1, reference: 2, debit: 3, credit: 4 };
  const content = Buffer.from(statement).toString("base64");
  const imported = await rokad.call(admin.token, "POST", "/super-admin/statement-imports", {
    file_name: "statement.csv",
    content,
    columns,
  });
  await enter(
    page,
    rokad,
    admin.mobile,
    `${superAdminPaths.statementImport}?import=${imported.id}&group=all`,
  );
  await page.getByRole("link", { name: "Propose adjustment for line 2" }).click();
  const form = page.getByRole("dialog", { name: "Propose adjustment" });
  await expect(form.getByLabel("Kind")).toHaveValue("contradiction");
  await form.getByLabel("Reason").fill("The bank took it back");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await pressAndSign(form, "Propose ₹1,000.00", rokad);

  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, rokad, second.mobile, superAdminPaths.adjustments);
  await theirs.getByRole("button", { name: `Review Statement contradiction ${name}` }).click();
  await theirs.getByRole("button", { name: "Reject proposal" }).click();
  const asked = theirs.getByRole("dialog", { name: "Reject proposal?" });
  await asked.getByRole("button", { name: "Reject proposal" }).click();
  await expect(asked.getByText("A reason is required")).toBeVisible();
  await asked.getByLabel("Reason").fill("The bank sent it again");
  await asked.getByRole("button", { name: "Reject proposal" }).click();
  await expect(theirs.getByText("Rejected. No money moved.")).toBeVisible();
  await theirs.context().close();

  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Rejected");
  await page.getByRole("button", { name: "Propose adjustment" }).click();
  await form.getByLabel("Kind").selectOption("Goodwill");
  await form.getByLabel("Tenant").fill("Rejected Tra");
  await form.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
  await form.getByLabel("Amount").fill("12.50");
  await form.getByLabel("Reason").fill("For the trouble");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await pressAndSign(form, "Propose ₹12.50", rokad);
  await page.getByLabel("Status").selectOption("Proposed");
  await page.getByRole("button", { name: `Show Goodwill ${name}` }).click();
  await page.getByRole("button", { name: "Withdraw proposal" }).click();
  const sure = page.getByRole("dialog", { name: "Withdraw proposal?" });
  await sure.getByRole("button", { name: "Withdraw proposal" }).click();
  await expect(page.getByText("Withdrawn. No money moved.")).toBeVisible();
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(1_000_00);
});

test("books a bank charge on the receiving account that it names, on a phone", async ({
  page,
  browser,
  rokad,
}) => {
  await rokad.changeAccount("POST", accounts, {
    label: "North branch",
    account_holder_name: "Rokad Collections",
    account_number: "0012003400",
    ifsc_code: "ICIC0000104",
    bank_name: "ICICI Bank",
  });
  await rokad.tenant({ name: "Untouched Traders" });
  const second = await rokad.newAdmin("Leela Nair");
  await page.setViewportSize(widths[1]);
  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.adjustments);
  await arrived(page);
  await page.getByRole("button", { name: "Propose adjustment" }).click();
  const form = page.getByRole("dialog", { name: "Propose adjustment" });
  await form.getByLabel("Kind").selectOption("Goodwill");
  // Goodwill moves neither a bank account nor a provider.
  await expect(form.getByLabel("Receiving account")).toHaveCount(0);
  await expect(form.getByLabel("Provider")).toHaveCount(0);
  await form.getByLabel("Tenant").fill("Untouched");
  await form.getByRole("radio", { name: /^Untouched Traders/ }).check();
  await form.getByLabel("Kind").selectOption("Bank charge");
  await form.getByLabel("What moves").selectOption("Charged on the balance with a provider");
  // The only provider needs no choice.
  await expect(form.getByLabel("Provider")).toHaveValue("sandbox");
  await expect(form.getByLabel("Receiving account")).toHaveCount(0);
  await form.getByLabel("What moves").selectOption("Charged on the bank account");
  await form.getByLabel("Amount").fill("118");
  await form.getByLabel("Reason").fill("Charges of November");
  await form.getByLabel("Choose a file").setInputFiles(letter);
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await expect(form.getByText("Choose a receiving account", { exact: true }).last()).toBeVisible();
  await expectSoundInBothThemes(page, "a proposal without its account", "[role=dialog]");
  await form.getByLabel("Receiving account").selectOption("North branch ****3400");
  await form.getByRole("button", { name: "Continue to sign" }).click();
  await expect(form.getByText("North branch ****3400")).toBeVisible();
  // Chosen for another kind, it has no part in this one.
  await expect(form.getByText("Untouched Traders")).toHaveCount(0);
  await pressAndSign(form, "Propose ₹118.00", rokad);
  await expect(page.getByText("Proposed. A second super admin has to confirm it.")).toBeVisible();

  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, rokad, second.mobile, superAdminPaths.adjustments);
  await arrived(theirs);
  const booking = "Dr Losses and goodwill, Cr Bank (North branch ****3400)";
  await expect(theirs.getByRole("row").filter({ hasText: booking })).toHaveCount(1);
  await theirs.getByRole("button", { name: "Review Bank charge" }).click();
  const review = theirs.getByRole("dialog", { name: "Bank charge" });
  await expect(review.getByText(booking)).toBeVisible();
  await expectSoundInBothThemes(theirs, "an adjustment of a receiving account", "[role=dialog]");
  await pressAndSign(review, "Confirm ₹118.00", rokad, second.mobile);
  await expect(theirs.getByText("Confirmed. The money has moved.")).toBeVisible();
  await theirs.goto(superAdminPaths.float);
  await expect(theirs.getByRole("region", { name: "North branch" })).toContainText("−₹118.00");
  await theirs.context().close();
});

/** Another deposit from the journey’s account, approved. */
async function creditAgain(rokad: Rokad, mobile: string, rupees: number): Promise<void> {
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  const deposit = await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: rupees,
    utr_reference: `5${mobile}0`,
  });
  const { token: admin } = await rokad.admin();
  await rokad.call(admin, "POST", `/super-admin/deposits/${deposit._id}/approve`, {});
}

function rowWith(page: Page, text: string) {
  return page.getByRole("row").filter({ hasText: text });
}
