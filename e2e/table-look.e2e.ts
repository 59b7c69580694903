// A person's own look of a history on a desk: columns and compact rows.
import { loaded, operator, payoutsPath, rowsOf } from "./histories.ts";
import { enter, expect, test } from "./journey.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const desk = { width: 1440, height: 900 };

test("a person chooses columns and compact rows on a desk, which the browser keeps", async ({
  page,
  rokad,
}) => {
  await page.setViewportSize(desk);
  await enter(page, rokad, operator, payoutsPath);
  await loaded(page);
  const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await page.getByRole("button", { name: "Columns" }).click();
  const menu = page.locator(":popover-open");
  await expect(menu.getByLabel("Amount")).toHaveCount(0);
  await menu.getByLabel("GST").uncheck();
  await menu.getByLabel("Compact rows").check();
  await page.keyboard.press("Escape");
  await page.reload();
  await loaded(page);
  await expect(header("GST")).toHaveCount(0);
  await expect(header("Charges")).toBeVisible();
  await page.locator("table").scrollIntoViewIfNeeded();
  const inSight = await rowsOf(page).evaluateAll(
    (rows, height) => rows.filter((row) => row.getBoundingClientRect().bottom <= height).length,
    desk.height,
  );
  expect(inSight).toBeGreaterThanOrEqual(12);
  await expectSoundInBothThemes(page, "compact rows", "#page");

  await page.getByRole("button", { name: "Columns" }).click();
  await menu.getByLabel("GST").check();
  await expect(header("GST")).toBeVisible();
});
