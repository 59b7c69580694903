import type { Page, Route } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";

async function fillForm(page: Page, amount: string): Promise<void> {
  await page.getByRole("radio", { name: "UPI" }).check();
  await page.getByRole("textbox", { name: "UPI ID" }).fill("asha@upi");
  await page.getByLabel("Beneficiary name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("12 MG Road, Bengaluru");
  await page.getByLabel("Amount").fill(amount);
}

/** A console with a UPI limit of ₹500, as a provider can set it. */
async function capUpi(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = (await answer.json()) as { data: { limits: { payout: { upi: { max: object } } } } };
  body.data.limits.payout.upi.max = { amount: 500_00, currency: "INR" };
  await route.fulfill({ json: body });
}

test("shows a payout's cost and its problems before any OTP is sent [8.1–5, 8.8–11]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  const codes: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/payouts/otp/send")) codes.push(request.url());
  });
  await page.route("**/platform/config", capUpi);
  await enter(page, rokad, mobile, "/dashboard/payouts");
  for (const note of ["Instant transfers", "Secure & encrypted", "24/7 processing"]) {
    await expect(page.getByText(note, { exact: true })).toBeVisible();
  }
  await expect(
    page.getByText(
      "Processing time: instant to 2 hours. All transactions are encrypted and monitored. A platform fee of ₹5.00 plus 18% GST applies per transaction.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Funds" })).toBeVisible();
  const initiate = page.getByRole("button", { name: "Initiate Payout" });
  await expect(initiate).toBeDisabled();

  // The bank's name appears while the IFSC is entered.
  await page.getByLabel("IFSC code").fill("sbin0000691");
  await expect(page.getByLabel("IFSC code")).toHaveValue("SBIN0000691");
  await expect(page.getByText("State Bank of India")).toBeVisible();
  await page.getByLabel("IFSC code").fill("ZZZZ0000691");
  await expect(page.getByLabel("IFSC code")).toHaveAccessibleDescription(
    "No bank found for this code. Check the code.",
  );

  await fillForm(page, "600");
  await expect(page.getByLabel("Amount")).not.toHaveAttribute("aria-invalid");
  await initiate.click();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(
    "The limit for this method is ₹500",
  );
  await page.getByRole("radio", { name: "IMPS" }).check();
  await page.getByLabel("Account number").fill("000123456789");
  await page.getByLabel("IFSC code").fill("HDFC0000060");
  await page.getByLabel("Amount").fill("994.11");
  await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(
    "You can send up to ₹994.10 after charges",
  );
  await initiate.click();
  await expect(page.getByRole("dialog")).toBeHidden();

  // The whole balance can be paid; the confirmation shows all details, and Cancel closes it.
  await page.getByLabel("Amount").fill("994.10");
  await initiate.click();
  const dialog = page.getByRole("dialog");
  for (const fact of [
    "Asha Rao",
    "IMPS",
    "000123456789",
    "HDFC0000060",
    "HDFC Bank",
    "+91 9876543210",
    "asha@example.com",
    "12 MG Road, Bengaluru",
    "Platform fee₹5.00",
    "GST (18%)₹0.90",
    "Total deduction₹1,000.00",
    "Balance after₹0.00",
  ]) {
    await expect(dialog).toContainText(fact);
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(codes).toEqual([]);
});

test.describe("when the server fails", () => {
  test.use({ serverMayFail: true });

  test("waits for balance and fees, shows their failures and retries each [8.6, 8.7]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 1_000 });
    let failing = true;
    const fail = (route: Route) => (failing ? route.fulfill({ status: 500 }) : route.continue());
    await page.route("**/platform/config", fail);
    await page.route("**/wallet/balance", fail);
    await enter(page, rokad, mobile, "/dashboard/payouts");
    await expect(page.getByText("Failed to load wallet balance")).toBeVisible();
    await expect(page.getByText("Failed to load the fees")).toBeVisible();
    await fillForm(page, "100");
    const initiate = page.getByRole("button", { name: "Initiate Payout" });
    await expect(initiate).toBeDisabled();

    failing = false;
    const retry = page.getByRole("button", { name: "Retry" });
    await retry.first().click();
    await expect(retry).toHaveCount(1);
    await expect(initiate).toBeDisabled();
    await retry.click();
    await expect(initiate).toBeEnabled();
    await expect(page.getByText("₹1,000.00").first()).toBeVisible();
    await expect(page.getByLabel("Beneficiary name")).toHaveValue("Asha Rao");
  });

  test("pays nothing on any other answer to the OTP than 200, and says so [8.26, 26.21]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 1_000 });
    await enter(page, rokad, mobile, "/dashboard/payouts");
    await fillForm(page, "100");
    await page.getByRole("button", { name: "Initiate Payout" }).click();
    await page.getByRole("button", { name: "Confirm and get OTP" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(`+91 ${mobile.slice(0, 2)}****${mobile.slice(-4)}`);
    const field = dialog.getByRole("textbox");
    await expect(field).toBeFocused();
    await field.blur();
    await expect(dialog.getByText("OTP is required")).toBeVisible();

    const toasts = page.locator("[data-tone=error]");
    for (const status of [400, 409, 422, 429, 500, 503]) {
      await page.route("**/payouts/otp/verify", (route) => route.fulfill({ status, json: {} }));
      await field.fill("123456");
      await dialog.getByRole("button", { name: "Pay ₹105.90" }).click();
      await expect(toasts).toHaveText(["Invalid OTP. Please try again."]);
      await toasts.getByRole("button", { name: "Close" }).click();
      await expect(toasts).toHaveCount(0);
      await page.unroute("**/payouts/otp/verify");
    }
    // No answer: the code may still be valid, so it stays.
    await page.route("**/payouts/otp/verify", (route) => route.abort("connectionreset"));
    await field.fill("123456");
    await dialog.getByRole("button", { name: "Pay ₹105.90" }).click();
    await expect(toasts).toHaveText(["Invalid OTP"]);
    await expect(dialog.getByText("We could not reach the server. Try again.")).toBeVisible();
    await expect(field).toHaveValue("123456");
    const { token } = await rokad.session(mobile);
    expect(await rokad.call(token, "GET", "/payouts")).toEqual([]);
  });

  test("sends the OTP at once, again after 30 seconds, and shows what fails [8.12, 8.13, 26.27, 26.28]", async ({
    page,
    rokad,
  }) => {
    const { mobile } = await rokad.tenant({ rupees: 1_000 });
    await page.clock.install();
    await enter(page, rokad, mobile, "/dashboard/payouts");
    await fillForm(page, "100");
    await page.getByRole("button", { name: "Initiate Payout" }).click();
    await page.getByRole("button", { name: "Confirm and get OTP" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(/^Resend in (30|2\d)s$/)).toBeVisible();
    expect(await rokad.code(mobile, "payout")).toMatch(/^\d{6}$/);

    const resend = dialog.getByRole("button", { name: "Resend OTP" });
    await page.route("**/payouts/otp/send", (route) => route.fulfill({ status: 500 }));
    await page.clock.fastForward(25_000);
    await expect(resend).toBeHidden();
    await page.clock.fastForward(6_000);
    await resend.click();
    await expect(page.getByText("Failed to resend OTP")).toBeVisible();

    await page.unroute("**/payouts/otp/send");
    await page.route("**/payouts/otp/send", (route) =>
      route.fulfill({ json: { success: true, message: "", data: { resend_after_seconds: 30 } } }),
    );
    await resend.click();
    await expect(page.getByText("OTP resent successfully!")).toBeVisible();
    await expect(dialog.getByText(/^Resend in (30|2\d)s$/)).toBeVisible();

    // The server rejects the payout: no OTP is sent, and the form keeps its entries.
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.unroute("**/payouts/otp/send");
    const error = { code: "NO_PROVIDER", message: "No provider is allowed for your account." };
    await page.route("**/payouts/otp/send", (route) =>
      route.fulfill({ status: 422, json: { success: false, error } }),
    );
    await page.getByRole("button", { name: "Initiate Payout" }).click();
    await page.getByRole("button", { name: "Confirm and get OTP" }).click();
    await expect(dialog.getByText("No provider is allowed for your account.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Back to the form" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Beneficiary name")).toHaveValue("Asha Rao");
  });
});
