import { answerOf, operator } from "./histories.ts";
import { enter, expect, test } from "./journey.ts";

// The guarantee: from any page of the super admin's console, a payment of any tenant is two steps away by
// what a bank or a tenant says of it: its UTR or its reference.

const superAdmin = "9000000001";
// The palette fades out for a moment, in which its keys must still count.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const field = { name: "Search", exact: true } as const;

test.describe("at a desk, by keyboard alone", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a UTR opens what its provider said about the payout", async ({ page, rokad }) => {
    const { data } = await answerOf(rokad, operator, "/payouts?status=success&page=1");
    const [payout] = data;
    // A worker writes the words by which payouts are found, behind the ledger.
    const { token } = await rokad.session(superAdmin);
    const address = `/super-admin/search?search=${payout.utr_number}`;
    await expect.poll(async () => (await rokad.call(token, "GET", address)).payouts.length).toBe(1);
    await enter(page, rokad, superAdmin, "/super-admin/tenants");
    await expect(page.getByRole("button", field)).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search" });
    await expect(palette.getByRole("combobox", field)).toBeFocused();
    await page.keyboard.type(payout.utr_number);
    const option = palette.getByRole("option", { name: new RegExp(payout.utr_number) });
    await expect(option).toHaveAttribute("aria-selected", "true");
    await expect(option).toContainText(payout.beneficiary_name);
    await page.keyboard.press("Enter");

    const outcome = page.getByRole("dialog", { name: `Outcome of ${payout.reference_id}` });
    await expect(outcome).toContainText(payout.utr_number);
    await page.keyboard.press("Escape");
    await expect(outcome).toBeHidden();

    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("group", { name: "Recent" })).toContainText(payout.utr_number);
    await expect(palette.getByRole("combobox", field)).toBeFocused();
    await page.keyboard.type("suspen");
    await expect(palette.getByRole("option", { name: "Suspense" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/super-admin\/suspense$/);

    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox", field)).toBeFocused();
    await page.keyboard.press("Escape");
    // While it still fades out.
    await page.keyboard.press("Control+k");
    await expect(page.locator("[role=dialog][data-open]")).toBeVisible();
    await expect(palette.getByRole("combobox", field)).toBeFocused();
    await page.keyboard.type("gst on");
    await expect(palette.getByRole("option", { name: "GST on the fee" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Charges" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Passkeys" })).toBeHidden();
  });

  test("what no payment has says so, and what is found whole only", async ({ page, rokad }) => {
    await enter(page, rokad, superAdmin, "/super-admin/operations");
    await expect(page.getByRole("button", field)).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", field)).toBeFocused();
    await page.keyboard.type("999900001111");
    await expect(
      page.getByText("No payment of any tenant has the UTR, reference or last 4 digits"),
    ).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a tenant's UTR of a decided deposit opens it in the queue", async ({ page, rokad }) => {
    const { data } = await answerOf(
      rokad,
      operator,
      "/wallet/deposit/history?status=completed&page=1",
    );
    const [deposit] = data;
    await enter(page, rokad, superAdmin, "/super-admin/operations");
    await page.getByRole("button", field).tap();
    const palette = page.getByRole("dialog", { name: "Search" });
    await palette.getByRole("combobox", field).fill(deposit.utr_reference);
    await palette.getByRole("group", { name: "Deposits" }).getByRole("option").tap();
    await expect(page).toHaveURL(new RegExp(`utr=${deposit.utr_reference}`));
    await expect(page.getByRole("main")).toContainText(deposit.utr_reference);
  });
});
