// The guarantee: a long history is prepared in the background with progress, downloaded in full and
// deleted, also when the person leaves the page in between.
import { enter, expect, test } from "./journey.ts";
import { saveDownload } from "./save-download.ts";

test("prepares a long history, keeps it over a reload, downloads it and deletes it", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 5_000 });
  await enter(page, rokad, mobile);
  // Simulates a history longer than the demo's: an export checks this count before it starts.
  await page.route(/\/wallet\/history\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const pagination = { ...answer.pagination, total_records: 10_00_000 };
    await route.fulfill({ response, json: { ...answer, total: 10_00_000, pagination } });
  });
  await page.goto("/dashboard/wallet/history");
  const exportsLink = page.getByRole("link", { name: "prepared exports" });
  await expect(exportsLink).toHaveAttribute("href", "/dashboard/exports");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare this export?" });
  await expect(dialog).toContainText("Wallet history, 10,00,000 rows");
  await expect(dialog).toContainText("You get a notification when it is ready");
  await dialog.getByRole("button", { name: "Prepare export" }).click();
  await expect(page).toHaveURL("/dashboard/exports");
  await page.reload();
  const ready = page.locator("[data-status=ready]");
  await expect(ready).toBeVisible();
  const { bytes } = await saveDownload(
    page.getByRole("button", { name: /^Download wallet-history-/ }),
  );
  const lines = bytes.toString().trim().split("\r\n");
  expect(lines[0]).toContain("Date,Type,Amount,Description");
  expect(lines[1]).toContain("credit,5000.00,Wallet Credit");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("link", { name: "Your export is ready" })).toBeVisible();
  await page.keyboard.press("Escape");
  // By keyboard: the dialog names the loss, Escape keeps the file, and the focus is never lost.
  const remove = page.getByRole("button", { name: /^Delete: wallet-history-/ });
  await remove.press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Delete export?" });
  await expect(confirmation).toContainText("will be deleted");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await confirmation.getByRole("button", { name: "Delete export" }).press("Enter");
  await expect(page.getByText("No prepared exports")).toBeVisible();
  await expect(page.getByRole("group", { name: "Prepared exports, newest first" })).toBeFocused();
});
