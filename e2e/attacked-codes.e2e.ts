import { enterCode, expect, requestCode, test } from "./journey.ts";

test("a stranger's ten wrong codes leave the owner's sign-in alone", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const code = await rokad.code(mobile, "sign_in");
  await enterCode(page, code);

  // Half a minute later a stranger's browser requests a code for the same number, and tries ten.
  await rokad.passResendTime(mobile);
  const context = await browser.newContext({ baseURL: rokad.origin });
  const attacker = await context.newPage();
  await attacker.goto("/login");
  await requestCode(attacker, mobile);
  const dialog = attacker.getByRole("dialog");
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 10; tries += 1) {
    await enterCode(attacker, wrong);
    const answer = attacker.waitForResponse("**/auth/verify-otp");
    await dialog.getByRole("button", { name: "Verify" }).click();
    expect((await answer).status()).toBe(400);
    await expect(dialog.getByRole("textbox").first()).toHaveValue("");
  }
  // Not even the owner's own code, read over the shoulder, opens the stranger's browser.
  await enterCode(attacker, code);
  const answer = attacker.waitForResponse("**/auth/verify-otp");
  await dialog.getByRole("button", { name: "Verify" }).click();
  expect((await answer).status()).toBe(400);
  await context.close();

  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("two tabs of one browser share its code", async ({ page, context, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.goto("/login");
  await requestCode(page, mobile);
  const other = await context.newPage();
  await other.goto("/login");
  await requestCode(other, mobile);
  await enterCode(other, await rokad.code(mobile, "sign_in"));
  await other.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
});

test("the page learns that a text was not sent, and offers another at once", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.route("**/auth/otp-status", (route) =>
    route.fulfill({ json: { success: true, data: { delivery: "not_sent" } } }),
  );
  await page.clock.install();
  await page.goto("/login");
  await requestCode(page, mobile);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Resend in")).toBeVisible();
  await page.clock.fastForward(6_000);
  await expect(
    page.getByText(
      "We could not send the text message, and the attempt was not counted. Please try again.",
    ),
  ).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Resend OTP" })).toBeVisible();
});
