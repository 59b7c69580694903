// The guarantee: a history that is too long to wait for is prepared in the background, followed,
// fetched whole and deleted, by a person who leaves the page in between.
import { readFile } from "node:fs/promises";
import { enter, expect, test } from "./journey.ts";

test("a long history is prepared, is there after a reload, is downloaded and deleted", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer", rupees: 5_000 });
  await enter(page, rokad, mobile);
  // As long as a demo never is: the count that an export asks for before it begins.
  await page.route(/\/wallet\/history\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const pagination = { ...answer.pagination, total_records: 10_00_000 };
    await route.fulfill({ response, json: { ...answer, total: 10_00_000, pagination } });
  });
  await page.goto("/dashboard/wallet/history");
  const kept = page.getByRole("link", { name: "prepared exports" });
  await expect(kept).toHaveAttribute("href", "/dashboard/exports");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare this export?" });
  await expect(dialog).toContainText("Wallet history, 10,00,000 rows");
  await expect(dialog).toContainText("you are notified when it is ready");
  await dialog.getByRole("button", { name: "Prepare export" }).click();
  await expect(page).toHaveURL("/dashboard/exports");
  await page.reload();
  const ready = page.locator("[data-status=ready]");
  await expect(ready).toBeVisible({ timeout: 20_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download wallet-history-/ }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("Date,Type,Amount,Description");
  expect(lines[1]).toContain("credit,5000.00,Wallet Credit");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("link", { name: "Your export is ready" })).toBeVisible();
  await page.keyboard.press("Escape");
  // By keyboard: what is lost is said first, Escape keeps it, and no press leaves one nowhere.
  const remove = page.getByRole("button", { name: /^Delete: wallet-history-/ });
  await remove.press("Enter");
  const asked = page.getByRole("dialog", { name: "Delete this export?" });
  await expect(asked).toContainText("can’t be downloaded any more");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await asked.getByRole("button", { name: "Delete the file" }).press("Enter");
  await expect(page.getByText("No prepared exports")).toBeVisible();
  await expect(page.getByRole("group", { name: "Prepared exports, newest first" })).toBeFocused();
});
