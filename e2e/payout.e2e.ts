import type { Page } from "@playwright/test";
import { enterCode, expect, signIn, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

const charges = 5.9;

async function fillBeneficiary(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Beneficiary name").fill("Sample Traders");
  await page.getByLabel("Email").fill("accounts@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("1 Sample Road, Pune");
  await page.getByLabel("Amount").fill(amount);
}

async function chooseImps(page: Page, account: string, ifsc: string): Promise<void> {
  await page.getByRole("radio", { name: /IMPS/ }).check();
  await page.getByLabel("Account number").fill(account);
  await page.getByLabel("IFSC code").fill(ifsc);
}

async function chooseUpi(page: Page, upiId: string): Promise<void> {
  await page.getByRole("radio", { name: /UPI/ }).check();
  await page.getByRole("textbox", { name: "UPI ID" }).fill(upiId);
}

/** Goes from the filled form to the entered OTP, before the last press. */
async function confirmWithCode(page: Page, rokad: Rokad, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await page.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(page.getByRole("dialog").getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "payout"));
}

/** A new tenant with ₹1,000, one press before paying ₹100 to a UPI ID. */
async function readyToPay(page: Page, rokad: Rokad, upiId: string): Promise<void> {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await signIn(page, rokad, mobile);
  await page.goto("/dashboard/payouts");
  await chooseUpi(page, upiId);
  await fillBeneficiary(page, "100");
  await confirmWithCode(page, rokad, mobile);
}

async function payoutsOf(rokad: Rokad, page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("auth_token") ?? "");
  return rokad.call(token, "GET", "/payouts");
}

const rupees = (amount: number) =>
  `₹${amount.toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

test("sends an IMPS payout with form, confirmation and OTP, shows its UTR and lowers the balance by the total [8.14–20, 8.25, 8.27, 8.29, 8.30, 25.35, 26.22]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  await signIn(page, rokad, mobile);
  await page.getByRole("link", { name: "New Payout" }).click();
  await chooseImps(page, "000123456789", "hdfc0000060");
  await fillBeneficiary(page, "1500.25");
  await page.getByLabel("Purpose").selectOption("Utility bill");
  await expect(page.getByText("HDFC Bank").first()).toBeVisible();
  await page.getByRole("button", { name: "Initiate Payout" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("000123456789")).toBeVisible();
  await expect(dialog).toContainText("PurposeUtility bill");
  await expect(dialog.getByText("₹5.00")).toBeVisible();
  await expect(dialog.getByText("₹0.90")).toBeVisible();
  await expect(dialog.getByText("₹1,506.15")).toBeVisible();
  await expect(dialog.getByText(rupees(5_000 - 1_500.25 - charges))).toBeVisible();
  // A click outside does not close the confirmation.
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(dialog.getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "payout"));
  await dialog.getByRole("button", { name: "Pay ₹1,506.15" }).click();
  await expect(page.getByText(/Payout initiated successfully! Reference: RK/)).toBeVisible();
  await expect(page.getByText("₹3,493.85").first()).toBeVisible();
  await expect(page.getByLabel("Beneficiary name")).toHaveValue("");
  await expect(page.getByLabel("Purpose")).toHaveValue("");

  await expect.poll(async () => (await payoutsOf(rokad, page))[0].status).toBe("success");
  const [payout] = await payoutsOf(rokad, page);
  await page.goto("/dashboard/payouts/history");
  const row = page.getByRole("row").filter({ hasText: payout.utr_number });
  await expect(row).toContainText("Success");
  await expect(row).toContainText("****6789");
  await page.goto(`/dashboard/payouts/${payout.id}`);
  await expect(page.getByText(payout.utr_number).first()).toBeVisible();
  await expect(page.locator("main")).toContainText("PurposeUtility bill");
  await page.goto("/dashboard/wallet");
  await expect(page.getByText("₹3,493.85").first()).toBeVisible();
});

test("six typed digits send nothing before a press, and Enter pays once", async ({
  page,
  rokad,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/payouts\/(otp\/verify|initiate)$/.test(request.url())) sent.push(request.url());
  });
  await readyToPay(page, rokad, "someone@upi");
  // A round trip through the page, behind whatever the digits started.
  expect(await payoutsOf(rokad, page)).toHaveLength(0);
  expect(sent).toEqual([]);
  await expect(page.getByRole("button", { name: "Pay ₹105.90" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Payout initiated successfully!/)).toBeVisible();
  expect(await payoutsOf(rokad, page)).toHaveLength(1);
});

test("refunds a failed UPI payout in full and shows the reason [8.28, 8.37]", async ({
  page,
  rokad,
}) => {
  await readyToPay(page, rokad, "failure@upi");
  await page.getByRole("button", { name: "Pay ₹105.90" }).click();
  await expect(page.getByText(/Payout initiated successfully!/)).toBeVisible();
  await page.getByRole("link", { name: "View payout" }).click();
  await expect(
    page.getByText("The beneficiary's account is closed or invalid").first(),
  ).toBeVisible();
  await page.goto("/dashboard/wallet");
  await expect(page.getByText("₹1,000.00").first()).toBeVisible();
});

test("pays once after a reload in the middle of a payout [8.32]", async ({ page, rokad }) => {
  await readyToPay(page, rokad, "someone@upi");
  // The server gets the request, and the page reloads before the answer arrives.
  let reached: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  await page.route("**/payouts/initiate", async (route) => {
    await route.fetch();
    reached();
    await route.abort().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Pay ₹105.90" }).click();
  await arrived;
  await page.unroute("**/payouts/initiate");
  await page.reload();
  // The notice follows the payout.
  await expect(page.getByText(/^Your payout of ₹100.00 to .* was paid\.$/)).toBeVisible();
  expect(await payoutsOf(rokad, page)).toHaveLength(1);
  await expect(page.getByText("₹894.10").first()).toBeVisible();
});

test("reports a lost connection and finds the one payout on Check again [8.33]", async ({
  page,
  rokad,
}) => {
  await readyToPay(page, rokad, "someone@upi");
  const other = await page.context().newPage();
  await other.goto("/dashboard/payouts");
  await expect(other.getByLabel("Beneficiary name")).toBeVisible();
  await page.bringToFront();
  await page.route("**/payouts/initiate", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Pay ₹105.90" }).dblclick();
  await expect(
    page.getByText("No response yet. Your payout will not be sent twice.").first(),
  ).toBeVisible();
  // A tab that was open before knows of it too, and sends no other one over its record.
  await expect(
    other.getByText("No response yet. Your payout will not be sent twice."),
  ).toBeVisible();
  await page.unroute("**/payouts/initiate");
  await page.getByRole("dialog").getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText(/is on its way|was paid/)).toBeVisible();
  await expect(other.getByText(/No response yet/)).toBeHidden();
  expect(await payoutsOf(rokad, page)).toHaveLength(1);
});

test("the tab that paid ends with the answer that another tab got", async ({ page, rokad }) => {
  await readyToPay(page, rokad, "someone@upi");
  const other = await page.context().newPage();
  await other.goto("/dashboard/payouts");
  await expect(other.getByLabel("Beneficiary name")).toBeVisible();
  await page.bringToFront();
  await page.route("**/payouts/initiate", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Pay ₹105.90" }).click();
  await expect(page.getByRole("dialog", { name: "Waiting for an answer" })).toBeVisible();
  await page.unroute("**/payouts/initiate");
  await other.getByRole("button", { name: "Check again" }).click();
  await expect(other.getByText(/is on its way|was paid/)).toBeVisible();
  await expect(page.getByText(/is on its way|was paid/)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Beneficiary name")).toHaveValue("");
  expect(await payoutsOf(rokad, page)).toHaveLength(1);
});

test("rejects a wrong code without paying and keeps the form over a reload [8.23, 8.26, 8.31, 26.21]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await signIn(page, rokad, mobile);
  await page.goto("/dashboard/payouts");
  await chooseUpi(page, "someone@upi");
  await fillBeneficiary(page, "100");
  await page.reload();
  await expect(page.getByLabel("Beneficiary name")).toHaveValue("Sample Traders");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await page.getByRole("button", { name: "Confirm and get OTP" }).click();
  await expect(page.getByRole("dialog").getByText("Resend in")).toBeVisible();
  const right = await rokad.code(mobile, "payout");
  await enterCode(page, right === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Pay ₹105.90" }).click();
  await expect(page.getByText("Invalid OTP. Please try again.").first()).toBeVisible();
  expect(await payoutsOf(rokad, page)).toHaveLength(0);
});

test("explains the missing feature and disables sending [8.40, 24.18]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000, features: ["wallet_topup"] });
  await signIn(page, rokad, mobile);
  await expect(page.getByRole("link", { name: "New Payout" })).toBeHidden();
  await page.goto("/dashboard/payouts");
  await expect(page.getByText(/not enabled for your account/).first()).toBeVisible();
  await expect(page.getByText(/^Processing time: instant to 2 hours\./)).toBeVisible();
  await expect(page.getByLabel("Beneficiary name")).toBeDisabled();
});
