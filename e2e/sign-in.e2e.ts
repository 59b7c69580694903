import type { Locator } from "@playwright/test";
import { brand as branding } from "@rokad/contract/brand";
import { enterCode, expect, holdFirst, requestCode, test } from "./journey.ts";

const invalidNumber = "Please enter a valid 10-digit mobile number";

test("signs in with a mobile number and the OTP [1.7, 1.17, 2.9, 2.10, 26.4]", async ({
  page,
  rokad,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  await requestCode(page, "9000000002");
  await expect(page.getByText("OTP sent successfully!")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code("9000000002", "sign_in"));
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();

  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining(["auth_token", "refresh_token", "auth-storage"]),
  );
  expect(JSON.parse(stored["auth-storage"] ?? "")).toMatchObject({
    state: { user: { phone: "9000000002" }, isAuthenticated: true },
  });
  await page.goto("/login");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("shows the sandbox code and fills it in", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
  await dialog.getByRole("button", { name: "Fill" }).click();
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("takes ten digits after +91 and shows an error only after the field loses focus [1.1–3, 1.5, 1.6, 23.3, 27.12]", async ({
  page,
}) => {
  await page.goto("/login");
  const field = page.getByLabel("Mobile number");
  const submit = page.getByRole("button", { name: "Send OTP" });
  await expect(page.getByText("+91", { exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  await expect(submit).toBeDisabled();
  await expect(page.getByText("Mobile number is required")).toBeHidden();
  await field.blur();
  await expect(page.getByText("Mobile number is required")).toBeVisible();

  await field.pressSequentially("98a7 6-54");
  await expect(field).toHaveValue("987654");
  await field.fill("");
  await paste(field, "+91 98765-43210");
  await expect(field).toHaveValue("9876543210");
  await paste(field, "Call 09123456789");
  await expect(field).toHaveValue("9123456789");
  await field.press("0");
  await expect(field).toHaveValue("9123456789");
  await expect(submit).toBeEnabled();

  await page.reload();
  await field.fill("5123456789");
  await expect(page.getByText(invalidNumber)).toBeHidden();
  await field.blur();
  await expect(page.getByText(invalidNumber)).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("focuses the OTP field, keeps six digits of any input, and shows an error after the field loses focus [1.10–14, 23.11, 26.7, 27.10]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  await page.goto("/login");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox");
  const verify = dialog.getByRole("button", { name: "Verify" });
  await page.clock.pauseAt(Date.now() + 1000);
  await requestCode(page, mobile);
  // Opening takes a few timers, so the field is at most 20 ms old when it is seen.
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await field.count()).toBe(1);
  }).toPass({ intervals: [50] });
  await page.clock.runFor(79);
  await expect(field).not.toBeFocused();
  await page.clock.runFor(21);
  await expect(field).toBeFocused();
  await page.clock.resume();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await expect(verify).toBeDisabled();

  await page.keyboard.type("12x3");
  await expect(field).toHaveValue("123");
  await expect(dialog.getByText("OTP must be 6 digits")).toBeHidden();
  await field.blur();
  await expect(dialog.getByText("OTP must be 6 digits")).toBeVisible();
  await field.fill("");
  await expect(dialog.getByText("OTP is required")).toBeVisible();
  await field.fill("9");
  await paste(field, "12 34 56");
  await expect(field).toHaveValue("123456");
  await paste(field, "482913 is your Rokad sign-in code. It is valid for 5 minutes.");
  await expect(field).toHaveValue("482913");
  await page.keyboard.press("7");
  await expect(field).toHaveValue("482913");

  const right = await rokad.code(mobile, "sign_in");
  await field.fill(right === "000000" ? "000001" : "000000");
  await verify.click();
  await expect(page.getByText("Invalid OTP. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.type(right);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("asks for the OTP when its field is left empty, but not when the window is left [1.10, 23.8]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox");
  await expect(field).toBeFocused();
  // A browser sends this when another window, such as the one with the SMS, comes to the front.
  await field.dispatchEvent("focusout", { bubbles: true });
  await expect(dialog.getByText("6 digits, from the SMS")).toBeVisible();
  await field.blur();
  await expect(dialog.getByText("OTP is required")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("disables the buttons with a label while an OTP is sent or verified [1.8, 1.9, 23.3]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  const sending = await holdFirst(page, "**/auth/send-otp");
  const verifying = await holdFirst(page, "**/auth/verify-otp");
  await page.goto("/login");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByRole("button", { name: "Sending OTP..." })).toBeDisabled();
  sending.release();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
  await dialog.getByRole("button", { name: "Fill" }).click();
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog.getByRole("button", { name: "Verifying..." })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Change number" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  verifying.release();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("resends the OTP after 30 seconds and starts over after Change number [1.15, 1.16, 26.5, 27.11]", async ({
  page,
}) => {
  await page.clock.install();
  await page.route("**/auth/send-otp", (route) =>
    route.fulfill({ json: { success: true, message: "", data: { resend_after_seconds: 30 } } }),
  );
  await page.goto("/login");
  await requestCode(page, "9876543210");
  const dialog = page.getByRole("dialog");
  const resend = dialog.getByRole("button", { name: "Resend OTP" });
  await expect(dialog.getByText(/Resend in (30|29|28)s/)).toBeVisible();
  await expect(resend).toBeHidden();
  await page.clock.fastForward(30_000);
  await resend.click();
  await expect(page.getByText("OTP resent successfully!")).toBeVisible();
  await expect(dialog.getByText(/Resend in (30|29|28)s/)).toBeVisible();

  await page.clock.fastForward(15_000);
  await expect(dialog.getByText(/Resend in 1\ds/)).toBeVisible();
  await dialog.getByRole("button", { name: "Change number" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Mobile number")).toHaveValue("9876543210");
  await requestCode(page, "9876543211");
  await expect(dialog.getByText("+91 98765 43211")).toBeVisible();
  await expect(dialog.getByText(/Resend in (30|29|28)s/)).toBeVisible();
});

test("shows what failed at each step without an answer [26.6, 26.20]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  await page.goto("/login");
  await page.route("**/auth/send-otp", (route) => route.abort());
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Failed to send OTP")).toBeVisible();
  await page.unroute("**/auth/send-otp");
  await requestCode(page, mobile);
  await page.route("**/auth/**", (route) => route.abort());
  const dialog = page.getByRole("dialog");
  await enterCode(page, "123456");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Invalid OTP", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue("123456");
  await page.clock.fastForward(30_000);
  await dialog.getByRole("button", { name: "Resend OTP" }).click();
  await expect(page.getByText("Failed to resend OTP")).toBeVisible();
});

test("shows the branding file's claims beside the form over an animation that respects reduced motion [1.18–21]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/login");
  await expect(page.getByText(branding.signInLine)).toBeVisible();
  for (const { figure, words } of branding.claims) {
    await expect(page.locator("aside").getByText(figure)).toBeVisible();
    await expect(page.locator("aside").getByText(words)).toBeVisible();
  }
  for (const strength of branding.strengths)
    await expect(page.locator("aside").getByText(strength)).toBeVisible();
  const moving = page.locator(".ledger-art .coin").first();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(moving).toHaveCSS("animation-name", "coin");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(moving).toHaveCSS("animation-name", "none");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".ledger-art")).toBeHidden();
  await expect(page.getByText("50M+ processed monthly")).toBeVisible();
  for (const [link, { title, sections }] of [
    ["Terms", branding.terms],
    ["Privacy Policy", branding.privacy],
  ] as const) {
    await page.getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(sections[0]?.text ?? "?")).toBeVisible();
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await expect(page.getByLabel("Mobile number")).toBeVisible();
  }
});

test("returns to a deep link after sign-in [2.8]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/dashboard/payouts/history?status=failed");
  await expect(page).toHaveURL(/\/login$/);
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payouts\/history\?status=failed$/);
  await expect(page.getByRole("heading", { name: "Payout History" })).toBeVisible();
});

async function paste(field: Locator, text: string): Promise<void> {
  await field.page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await field.page().evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.press("Control+V");
}
