import { expect, signIn, test } from "./journey.ts";

test("a deposit is asked for, approved, and raises the balance by exactly that", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 250 });
  await signIn(page, rokad, mobile);
  await page.goto("/dashboard/wallet");
  await expect(page.getByText("₹250.00").first()).toBeVisible();

  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("combobox").click();
  await page.getByRole("option").first().click();
  await dialog.getByLabel("Amount").fill("99");
  await dialog.getByLabel("UTR").fill("short");
  await dialog.getByLabel("UTR").blur();
  await expect(dialog.getByText("Minimum deposit amount is ₹100")).toBeVisible();
  await expect(dialog.getByText("UTR reference must be at least 12 characters")).toBeVisible();

  await dialog.getByLabel("Amount").fill("1234.56");
  await expect(
    dialog.getByText(/One Thousand Two Hundred Thirty Four Rupees And Fifty Six Paise/),
  ).toBeVisible();
  await dialog.getByLabel("UTR").fill(`hdfcn5202611${mobile.slice(-6)}`);
  await dialog.getByRole("button", { name: "Submit Request" }).click();
  await expect(dialog.getByText("Request Submitted!")).toBeVisible();
  await expect(dialog.getByText("2-4 hours")).toBeVisible();
  await page.keyboard.press("Escape");

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
