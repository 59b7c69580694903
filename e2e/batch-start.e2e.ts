// The guarantee: a signature starts a batch with the rows that the dialog opened with, and nobody signs in
// vain: the dialog says that they changed. After a lost answer it says what became of the batch.
import type { Page } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { signStepUp } from "./signing.ts";

/** Opens "Pay this batch?" of two rows, to checked accounts. */
async function openDialog(page: Page, rokad: Rokad) {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const { token } = await rokad.session(mobile);
  const rows = ["Asha Rao,700500900001,HDFC0000060,5", "Asha Rao,700500900002,HDFC0000060,7"];
  const { id } = await rokad.call(token, "POST", "/payout-batches", {
    file_name: "june.csv",
    content: Buffer.from(["Name,Account,IFSC,Amount", ...rows].join("\n")).toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 },
  });
  const read = () => rokad.call(token, "GET", `/payout-batches/${id}`);
  const change = async (fields: object) => {
    const { revision } = await read();
    const changes = [{ number: 2, fields }];
    await rokad.call(token, "POST", `/payout-batches/${id}/rows`, { revision, changes });
  };
  await rokad.call(token, "POST", `/payout-batches/${id}/account-checks`);
  await expect.poll(async () => (await read()).content_hash).not.toBeNull();
  await enter(page, rokad, mobile, `/dashboard/bulk-payouts/${id}`);
  await page.getByRole("button", { name: "Confirm and pay ₹12.00" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay this batch?" });
  await expect(dialog).toBeVisible();
  return { mobile, read, change, dialog };
}

test("rows that change while the dialog is open ask for no signature", async ({ page, rokad }) => {
  const { read, change, dialog } = await openDialog(page, rokad);
  await change({ account_number: "700500900002", amount: "6" });
  await expect(dialog.getByRole("alert")).toHaveText(
    "This changed since you opened it. Close it and check.",
  );
  await expect(dialog.getByRole("button", { name: /^Confirm and pay/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Confirm and pay ₹13.00" }).click();
  await expect(dialog.getByRole("button", { name: "Confirm and pay ₹13.00" })).toBeVisible();
  expect(await read()).toMatchObject({ state: "draft", progress: null });
});

test("a batch whose answer is lost is not said to need another try", async ({ page, rokad }) => {
  const { mobile, dialog } = await openDialog(page, rokad);
  await page.route("**/payout-batches/*/run", async (route) => {
    const response = await route.fetch();
    await (response.ok() ? route.abort() : route.fulfill({ response }));
  });
  await dialog.getByRole("button", { name: "Confirm and pay ₹12.00" }).click();
  await signStepUp(page, rokad, mobile);
  await expect(dialog.getByRole("alert")).toHaveText(
    "We did not get the answer, and this changed meanwhile. Close it and check.",
  );
  await expect(dialog.getByRole("button", { name: /^Confirm and pay/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("₹12.00 of ₹12.00 paid")).toBeVisible();
});
