import { enterCode, expect, requestCode, signIn, test } from "./journey.ts";

test("a person signs in with a mobile number and the code", async ({ page, rokad }) => {
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
});

test("a newcomer is shown the sandbox code and can fill it in", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Sandbox code")).toBeVisible();
  await dialog.getByRole("button", { name: "Fill" }).click();
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a wrong code says so and signs nobody in", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const right = await rokad.code(mobile, "sign_in");
  await enterCode(page, right === "000000" ? "000001" : "000000");
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Invalid OTP. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("a wrong number is told under its field, after it was touched", async ({ page }) => {
  await page.goto("/login");
  const message = page.getByText("Please enter a valid 10-digit mobile number");
  await page.getByLabel("Mobile number").fill("5123456789");
  await expect(message).toBeHidden();
  await page.getByLabel("Mobile number").blur();
  await expect(message).toBeVisible();
});

test("a deep link leads through the sign-in back to its page", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/dashboard/payouts/history?status=failed");
  await expect(page).toHaveURL(/\/login$/);
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payouts\/history\?status=failed$/);
  await expect(page.getByRole("heading", { name: "Payout History" })).toBeVisible();
});

test("a reload stays signed in; signing out ends the session for good", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await signIn(page, rokad, mobile);
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByText("Sign Out").click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/dashboard/wallet");
  await expect(page).toHaveURL(/\/login$/);
  await expect(rokad.call(token ?? "", "GET", "/auth/me")).rejects.toThrow("401");
});

test("a session that was ended elsewhere leads to the sign-in at the next call", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await signIn(page, rokad, mobile);
  const admin = await rokad.admin();
  const [tenant] = await rokad.call(admin.token, "GET", `/super-admin/tenants?search=${mobile}`);
  await rokad.call(admin.token, "PATCH", `/super-admin/tenants/${tenant._id}/status`, {
    isActive: false,
  });
  // The balance is asked for every 30 seconds.
  await expect(page).toHaveURL(/\/login$/, { timeout: 45_000 });
});
