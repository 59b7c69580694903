// The guarantee: a saved payee is paid in a few taps, and nobody pays the same account twice unaware.
import type { Locator, Page } from "@playwright/test";
import { limits } from "@rokad/contract/limits";
import { paths } from "../apps/web/src/paths.ts";
import { enter, enterCode, expect, holdFirst, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

const destination = (account_number: string) => ({
  method: "imps",
  account_number,
  ifsc_code: "HDFC0000060",
});
const contact = {
  email: "asha@example.com",
  phone: "9876543210",
  address: "12 MG Road, Bengaluru",
};

/** A shop with ₹5,000 and these saved beneficiaries. */
async function shopWith(rokad: Rokad, ...names: readonly string[]) {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 5_000 });
  const { token } = await rokad.session(mobile);
  for (const [at, name] of names.entries())
    await rokad.call(token, "POST", "/beneficiaries", {
      name,
      kind: "vendor",
      ...contact,
      destination: destination(`70010020030${at}`),
    });
  return { mobile, token };
}

async function payWithCode(page: Page, rokad: Rokad, mobile: string, pay: string) {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "payout"));
  await dialog.getByRole("button", { name: pay }).click();
  await expect(page.getByText(/Payout initiated successfully! Reference: RK/)).toBeVisible();
}

test("a retailer on a phone pays a saved payee in 4 taps and a code", async ({ page, rokad }) => {
  const { mobile, token } = await shopWith(rokad, "Asha Rao", "Ravi Kumar", "Meera Iyer");
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, rokad, mobile, "/dashboard/payouts");
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.click();
    taps += 1;
  };
  await tap(page.getByRole("button", { name: "Choose a beneficiary" }));
  await expect(page.getByRole("searchbox", { name: "Beneficiary" })).toBeFocused();
  await page.keyboard.type("rav");
  await expect(page.getByRole("button", { name: /Asha Rao/ })).toBeHidden();
  await tap(page.getByRole("button", { name: /Ravi Kumar/ }));
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type("250.50");
  await tap(page.getByRole("button", { name: "Initiate Payout" }));
  await tap(page.getByRole("dialog").getByRole("button", { name: "Confirm and get OTP" }));
  await payWithCode(page, rokad, mobile, "Pay ₹256.40");
  expect(taps).toBe(4);

  // From the list, the same payee needs one tap to the amount.
  await page.goto(paths.beneficiaries);
  const card = page.getByRole("listitem").filter({ hasText: "Ravi Kumar" });
  await expect(card).toContainText("₹250.50");
  await card.getByRole("button", { name: "Pay Ravi Kumar to ****0301" }).click();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await expect(page.getByText("Ravi Kumar")).toBeVisible();

  const [paid] = await rokad.call(token, "GET", "/payouts");
  const { beneficiary } = await rokad.call(token, "GET", `/payouts/${paid.id}`);
  expect([paid.beneficiary_name, paid.account_number, beneficiary !== null]).toEqual([
    "Ravi Kumar",
    "700100200301",
    true,
  ]);
});

test("a second code pays a saved payee once, with the amount shown", async ({ page, rokad }) => {
  const { mobile } = await shopWith(rokad, "Ravi Kumar");
  await page.clock.install();
  await enter(page, rokad, mobile, paths.payouts);
  await page.getByRole("button", { name: "Choose a beneficiary" }).click();
  await page.getByRole("button", { name: /Ravi Kumar/ }).click();
  await page.getByLabel("Amount").fill("250.50");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(dialog.getByText("Resend in")).toBeVisible();
  await rokad.passResendTime(mobile);
  await page.clock.fastForward(limits.otpResendSeconds * 1_000 + 1_000);
  await dialog.getByRole("button", { name: "Resend OTP" }).click();
  await expect(page.getByText("OTP resent successfully!")).toBeVisible();
  await payWithCode(page, rokad, mobile, "Pay ₹256.40");
  await expect(page.getByText("₹4,743.60").first()).toBeVisible();

  await page.goto(paths.payoutHistory);
  const row = page.getByRole("row").filter({ hasText: "Ravi Kumar" });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("₹250.50");
  await expect(row).toContainText("****0300");
});

test("a payee is chosen with the keyboard alone, and changed data are a payout of their own", async ({
  page,
  rokad,
}) => {
  const { mobile, token } = await shopWith(rokad, "Asha Rao", "Ravi Kumar");
  await enter(page, rokad, mobile, "/dashboard/payouts");
  await page.getByRole("button", { name: "Choose a beneficiary" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Ravi Kumar/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: /Ravi Kumar/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type("100");
  await expect(page.getByText("To Ravi Kumar")).toBeVisible();
  await page.getByLabel("Account number").fill("700100209999");
  await expect(page.getByText("You changed the details of Ravi Kumar.")).toBeVisible();
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  const dialog = page.getByRole("dialog");
  // Another account is another payee, which can be saved too.
  await dialog.getByLabel("Save as beneficiary").uncheck();
  await dialog.getByRole("button", { name: "Confirm and get OTP" }).click();
  await payWithCode(page, rokad, mobile, "Pay ₹105.90");
  const [paid] = await rokad.call(token, "GET", "/payouts");
  const { beneficiary, account_number } = await rokad.call(token, "GET", `/payouts/${paid.id}`);
  expect([beneficiary, account_number]).toEqual([null, "700100209999"]);
});

test("a payee whose answer comes late does not replace the one chosen since", async ({
  page,
  rokad,
}) => {
  const { mobile } = await shopWith(rokad, "Asha Rao", "Ravi Kumar");
  await enter(page, rokad, mobile, paths.payouts);
  const destinations = "**/api/v1/beneficiaries/*/destinations/*";
  const first = await holdFirst(page, destinations);
  const search = page.getByRole("button", { name: "Choose a beneficiary" });
  await search.click();
  await page.getByRole("button", { name: /Asha Rao/ }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await search.click();
  await page.getByRole("button", { name: /Ravi Kumar/ }).click();
  await expect(page.getByText("To Ravi Kumar")).toBeVisible();
  const late = page.waitForResponse(destinations);
  first.release();
  await late;
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await expect(page.getByRole("dialog")).toContainText("700100200301");
});

test("a typed payee is saved with the payout, paid again, and the confirmation shows the first payout", async ({
  page,
  rokad,
}) => {
  const { mobile, token } = await shopWith(rokad);
  await enter(page, rokad, mobile, "/dashboard/payouts");
  await page.getByLabel("Account number").fill("700100205555");
  await page.getByLabel("IFSC code").fill("HDFC0000060");
  await page.getByLabel("Beneficiary name").fill("Sample Traders");
  await page.getByLabel("Email").fill(contact.email);
  await page.getByLabel("Phone number").fill(contact.phone);
  await page.getByLabel("Address").fill(contact.address);
  await page.getByLabel("Amount").fill("1500.50");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Save as beneficiary")).toBeChecked();
  await dialog.getByRole("button", { name: "Confirm and get OTP" }).click();
  await payWithCode(page, rokad, mobile, "Pay ₹1,506.40");
  await expect.poll(async () => (await rokad.call(token, "GET", "/beneficiaries")).length).toBe(1);

  await page.getByRole("link", { name: "View payout" }).click();
  await page.getByRole("link", { name: "View beneficiary" }).click();
  await expect(page.getByRole("heading", { name: "Sample Traders" })).toBeVisible();
  await expect(page.getByText("****5555").first()).toBeVisible();
  await page.goBack();
  // A click while the browser still goes back would be undone by it.
  await expect(page).toHaveURL(/\/dashboard\/payouts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: "₹1,500.50" })).toBeVisible();
  await page.getByRole("button", { name: "Pay again" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue(/1,?500\.50?/);
  await expect(page.getByLabel("Account number")).toHaveValue("700100205555");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await expect(dialog.getByText(/You (paid|sent) ₹1,500\.50 to this account/)).toBeVisible();
  await expect(dialog.getByLabel("Save as beneficiary")).toBeHidden();

  // An account that must not be paid any more is not paid as a typed one either.
  const [saved] = await rokad.call(token, "GET", "/beneficiaries");
  await rokad.call(token, "POST", `/beneficiaries/${saved.id}/archive`);
  const [paid] = await rokad.call(token, "GET", "/payouts?limit=1");
  await page.goto(`/dashboard/payouts/${paid.id}`);
  await page.getByRole("button", { name: "Pay again" }).click();
  await expect(page.getByText(/^Sample Traders is archived/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/payouts/${paid.id}$`));
});

test("a failed payout is fixed and sent again, with its reason in sight", async ({
  page,
  rokad,
}) => {
  const { mobile, token } = await shopWith(rokad);
  const id = await rokad.pay(mobile, "failure@upi", 100);
  await expect
    .poll(async () => (await rokad.call(token, "GET", `/payouts/${id}`)).status)
    .toBe("failed");
  await enter(page, rokad, mobile, `/dashboard/payouts/${id}`);
  await page.getByRole("button", { name: "Fix and retry" }).click();
  await expect(page.getByText("This payout failed")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "UPI ID" })).toHaveValue("failure@upi");
  await page.getByRole("textbox", { name: "UPI ID" }).fill("asha@upi");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await expect(page.getByRole("dialog").getByText("asha@upi")).toBeVisible();
});

test("a form that is opened again has nothing of the one before", async ({ page, rokad }) => {
  const { mobile } = await shopWith(rokad);
  await enter(page, rokad, mobile, paths.beneficiaries);
  const add = page.getByRole("main").getByRole("button", { name: "Add beneficiary" }).first();
  await add.click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Asha Rao");
  await dialog.getByLabel("Account number").fill("700100208888");
  await dialog.getByLabel("IFSC code").fill("HDFC0000060");
  const unanswered = dialog.getByText("No response yet.");
  await page.route("**/api/v1/beneficiaries", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await dialog.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(unanswered).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await add.click();
  await expect(name).toHaveValue("");
  await expect(unanswered).toBeHidden();
});

test("a beneficiary is added, changed, archived and found on a desk", async ({ page, rokad }) => {
  const { mobile } = await shopWith(rokad, "Ravi Kumar");
  await enter(page, rokad, mobile, "/dashboard/payouts");
  await page.getByRole("navigation").getByRole("link", { name: "Beneficiaries" }).first().click();
  await page.getByRole("button", { name: "Add beneficiary" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account number").fill("700100200300");
  await dialog.getByLabel("IFSC code").fill("HDFC0000060");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Asha Rao");
  await dialog.getByLabel("GSTIN").fill("29ABCPD1234E1ZB");
  await dialog.getByLabel("Tags").fill("packaging, monthly");
  await dialog.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(dialog.getByText(/Check the GSTIN/)).toBeVisible();
  await dialog.getByLabel("GSTIN").fill("29ABCPD1234E1ZA");
  await dialog.getByRole("button", { name: "Add beneficiary" }).click();
  // The account is another one's.
  await expect(dialog.getByText("Ravi Kumar already has this account")).toBeVisible();
  await dialog.getByLabel("Account number").fill("700100207777");
  await dialog.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(page.getByRole("heading", { name: "Asha Rao" })).toBeVisible();
  await expect(page.getByText("****7777")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  const nameField = dialog.getByRole("textbox", { name: "Name", exact: true });
  await nameField.fill("Another Name");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(nameField).toHaveValue("Asha Rao");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByRole("radio", { name: /UPI ID/ }).check();
  await dialog.getByRole("textbox", { name: "UPI ID" }).fill("asha@okhdfc");
  await dialog.getByRole("button", { name: "Change account" }).click();
  await expect(page.getByText("asha@okhdfc")).toBeVisible();
  await expect(page.getByText(/^Removed /)).toBeVisible();

  await page.getByRole("button", { name: "Archive" }).click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Beneficiaries" }).click();
  await expect(page.getByRole("row", { name: /Ravi Kumar/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Asha Rao/ })).toBeHidden();
  await page.getByRole("searchbox", { name: "Search" }).fill("asha");
  await page.getByLabel("Status").selectOption("Archived");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("row", { name: /Asha Rao/ })).toBeVisible();
});
