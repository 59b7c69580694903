// The guarantee: a super admin sees who did what on a desk and on a phone, finds one action among
// many, exports all of them, and sees a red warning if the log was changed.
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import { readCsv } from "./read-csv.ts";
import { saveDownload } from "./save-download.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const path = superAdminPaths.security;
const dialogPanel = "[role=dialog]:not([popover])";
const boss = "9000000001";

test("finds an action, shows its details, follows its subject and exports the filter [20.5]", async ({
  page,
  rokad,
}) => {
  await rokad.set("fee_paise", 650);
  await rokad.set("fee_paise", 500);
  await fetch(`${rokad.origin}/api/v1/auth/verify-otp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mobile: "9876543210", otp: "000000" }),
  });

  const first = await holdFirst(page, "**/api/v1/super-admin/audit-log");
  await enter(page, rokad, boss, path);
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  first.release();
  await arrived(page);
  const rows = page.getByRole("row");
  const failed = rows.filter({ hasText: "Sign-in failed" }).first();
  await expect(failed).toContainText("Not signed in");
  await expect(failed).toContainText("98******10");
  await expectSoundInBothThemes(page, "the log");

  await page.getByLabel("Action", { exact: true }).selectOption({ label: "Settings" });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/group=setting/);
  const changed = rows.filter({ hasText: "Setting changed" });
  // Who agreed is who applied it.
  await expect(changed.first()).toContainText("Second Admin");
  await expect(rows.filter({ hasText: "Signed in" })).toHaveCount(0);
  const shown = await changed.count();

  const { name, bytes } = await saveDownload(page.getByRole("button", { name: "Export CSV" }));
  expect(name).toMatch(/^security-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readCsv(bytes.toString());
  expect(lines).toHaveLength(shown);
  expect(lines[0]).toMatchObject({ Action: "Setting changed", Person: "Second Admin" });

  await changed
    .first()
    .getByRole("button", { name: /Details of row/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Setting changed" });
  await expect(dialog.getByRole("columnheader")).toHaveText(["Field", "Before", "After"]);
  await expect(dialog.getByRole("row", { name: "Value ₹6.50 ₹5.00" })).toBeVisible();
  await expectSoundInBothThemes(page, "the details", dialogPanel);
  await dialog.getByRole("button", { name: "All rows about this" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByLabel("Reference or ID")).not.toHaveValue("");
  await expect(changed.first()).toBeVisible();

  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(rows.filter({ hasText: "Export downloaded" }).first()).toContainText(
    "Export audit log",
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Person").fill("nobody of this name");
  await page.getByLabel("Person").press("Enter");
  await expect(page.getByText("No rows found")).toBeVisible();
  await expectSoundInBothThemes(page, "an empty log on a phone");
});

test.describe("the chain", () => {
  test.use({ serverMayFail: true });

  test("verifies the chain on request and lists faults in red [20.9]", async ({ page, rokad }) => {
    await enter(page, rokad, boss, path);
    await arrived(page);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Intact")).toBeVisible();
    await expect(page.getByText(/^\d+ rows, checked .* by Demo Admin$/)).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("Audit log checked");

    const older = page.getByRole("button", { name: "Older" });
    for (
      let pages = 0;
      pages < 40 && (await older.isVisible()) && (await older.isEnabled());
      pages += 1
    ) {
      const before = page.url();
      await older.click();
      await expect(page).not.toHaveURL(before);
      await arrived(page);
    }
    await expect(page.getByRole("row").last()).toContainText("System or command line");

    await page.route("**/api/v1/super-admin/audit-log/check", async (route) => {
      const answer = await route.fetch({ method: "GET" });
      const body = (await answer.json()) as { data: { last: { faults: string[] } } };
      body.data.last.faults = ["row 7 was changed", "rows 9 to 12 are missing"];
      await route.fulfill({ json: body });
    });
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Row 7 was changed")).toBeVisible();
    await expect(page.getByText("Rows 9 to 12 are missing")).toBeVisible();
    await expect(page.getByText("Broken", { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSoundInBothThemes(page, "a broken chain");

    await page.route("**/api/v1/super-admin/audit-log?*", (route) =>
      route.fulfill({ status: 503 }),
    );
    await page.goto(`${path}?group=job`);
    await expect(page.getByText("Failed to load the security log")).toBeVisible();
    await page.unroute("**/api/v1/super-admin/audit-log?*");
    await page.getByRole("button", { name: /Retry|Try again/ }).click();
    await expect(page.getByText("No rows found")).toBeVisible();
  });
});
