// The guarantee: while others change a draft, or its accounts are checked, a correction is saved if its row
// is as the person saw it. Otherwise it is refused, and what the others wrote stays.
import type { Page } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

/** Opens a draft of so many rows, from line 2 on, and lets others change it. */
async function openDraft(page: Page, rokad: Rokad, count = 3) {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const { token } = await rokad.session(mobile);
  const rows = Array.from(
    { length: count },
    (_, at) => `Asha Rao,${700500800000 + at},HDFC0000060,5`,
  );
  const { id } = await rokad.call(token, "POST", "/payout-batches", {
    file_name: "june.csv",
    content: Buffer.from(["Name,Account,IFSC,Amount", ...rows].join("\n")).toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, rokad, mobile, `/dashboard/bulk-payouts/${id}`);
  const grid = page.getByRole("grid", { name: "Rows in the order of the file" });
  const cell = (row: number, column: "state" | "amount" | "account") =>
    grid
      .locator(`[aria-rowindex="${row + 1}"] [role=gridcell]`)
      .nth({ state: 1, amount: 4, account: 5 }[column]);
  await expect(cell(1, "amount")).toHaveText("5");
  const type = async (row: number, text: string) => {
    await cell(row, "amount").dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  /** Another person's change of a row. */
  const change = async (number: number, fields: object) => {
    const { revision } = await rokad.call(token, "GET", `/payout-batches/${id}`);
    const changes = [{ number, fields }];
    await rokad.call(token, "POST", `/payout-batches/${id}/rows`, { revision, changes });
  };
  const read = (line: number) =>
    rokad.call(token, "GET", `/payout-batches/${id}/rows?lines=${line}`);
  return { grid, cell, type, change, read };
}

/** The page learns nothing of what others do until it asks. */
const stopLiveUpdates = (page: Page) => page.route("**/api/v1/live", (route) => route.abort());
const refused = "Another person changed this batch. Check the rows again.";

test("the form of a row saves it although others changed another row", async ({ page, rokad }) => {
  const { cell, change, read } = await openDraft(page, rokad);
  await page.getByRole("button", { name: "Edit line 2" }).click();
  const edit = page.getByRole("dialog", { name: "Edit line 2" });
  await change(3, { amount: "30" });
  await edit.getByLabel("Amount").fill("20");
  await edit.getByRole("button", { name: "Check and save" }).click();
  await expect(edit).toHaveCount(0);
  await expect(cell(1, "amount")).toHaveText("20");
  await expect(cell(2, "amount")).toHaveText("30");
  expect(await read(2)).toMatchObject([{ fields: { amount: "20" } }]);
});

test("the form of a row that others changed says so and keeps its text", async ({
  page,
  rokad,
}) => {
  const { change, read } = await openDraft(page, rokad);
  await page.getByRole("button", { name: "Edit line 2" }).click();
  const edit = page.getByRole("dialog", { name: "Edit line 2" });
  await change(2, { account_number: "700500800777" });
  await edit.getByLabel("Amount").fill("20");
  await edit.getByRole("button", { name: "Check and save" }).click();
  await expect(edit.getByRole("alert")).toHaveText(refused);
  await expect(edit.getByLabel("Amount")).toHaveValue("20");
  const fields = { account_number: "700500800777", amount: "5" };
  expect(await read(2)).toMatchObject([{ fields }]);
});

test("a cell is saved although others changed another row, and refused in theirs", async ({
  page,
  rokad,
}) => {
  await stopLiveUpdates(page);
  const { cell, type, change, read } = await openDraft(page, rokad);
  await change(3, { amount: "30" });
  await type(1, "20");
  // What the others wrote is shown too.
  await expect(cell(2, "amount")).toHaveText("30");
  await expect(cell(1, "amount")).toHaveText("20");
  expect(await read(2)).toMatchObject([{ fields: { amount: "20" } }]);

  await change(4, { account_number: "700500800777" });
  await type(3, "40");
  await expect(page.getByText(refused).first()).toBeVisible();
  await expect(cell(3, "account")).toHaveText("700500800777");
  await expect(cell(3, "amount")).toHaveText("5");
  expect(await read(4)).toMatchObject([{ fields: { amount: "5" } }]);
});

test("a cell that others change while it is open keeps what they wrote", async ({
  page,
  rokad,
}) => {
  const { cell, change, read } = await openDraft(page, rokad);
  await cell(1, "amount").dblclick();
  await change(2, { amount: "25", account_number: "700500800777" });
  await expect(cell(1, "account")).toHaveText("700500800777");
  await page.keyboard.press("Enter");
  await expect(cell(1, "amount")).toHaveText("25");

  await cell(2, "amount").dblclick();
  await page.keyboard.type("0");
  await change(3, { amount: "30", account_number: "700500800778" });
  await expect(cell(2, "account")).toHaveText("700500800778");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("Your text in line 3 was not saved. Enter it again.").first(),
  ).toBeVisible();
  await expect(cell(2, "amount")).toHaveText("30");
  expect(await read(2)).toMatchObject([{ fields: { amount: "25" } }]);
  expect(await read(3)).toMatchObject([{ fields: { amount: "30" } }]);
});

test("a change of many rows that fails midway says how many are saved", async ({ page, rokad }) => {
  const { grid, read } = await openDraft(page, rokad, 600);
  let sent = 0;
  await page.route("**/payout-batches/*/rows", (route) => {
    if (route.request().method() === "POST") sent += 1;
    return sent > 1 ? route.abort() : route.continue();
  });
  await grid.focus();
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await expect(
    page.getByText("500 rows of 600 saved. We could not reach the server. Try again.").first(),
  ).toBeVisible();
  expect((await read(501))[0].fields.amount).toBeUndefined();
  expect(await read(502)).toMatchObject([{ fields: { amount: "5" } }]);
});

test("undo takes nothing back once others corrected the cell", async ({ page, rokad }) => {
  const { cell, type, change, read } = await openDraft(page, rokad);
  const undo = page.getByRole("button", { name: "Undo" });
  await type(1, "20");
  await expect(page.getByText("Row saved").first()).toBeVisible();
  await expect(undo).toBeEnabled();
  await change(2, { amount: "25" });
  await expect(cell(1, "amount")).toHaveText("25");
  await expect(undo).toBeDisabled();
  await page.keyboard.press("Control+z");
  await type(2, "30");
  await expect.poll(async () => (await read(3))[0].fields.amount).toBe("30");
  expect(await read(2)).toMatchObject([{ fields: { amount: "25" } }]);
});

test("a row that could not be loaded again is not saved over what others wrote", async ({
  page,
  rokad,
}) => {
  const { cell, change, read } = await openDraft(page, rokad);
  const rows = /\/payout-batches\/[^/]+\/(?:rows|lines)\?/;
  await page.route(rows, (route) => route.abort());
  await change(2, { amount: "25" });
  await expect(page.getByText("Failed to load the rows")).toBeVisible();
  await expect(cell(1, "amount")).toHaveText("5");
  await page.getByRole("button", { name: "Edit line 2" }).click();
  const edit = page.getByRole("dialog", { name: "Edit line 2" });
  await page.unroute(rows);
  await edit.getByLabel("Remarks").fill("June");
  await edit.getByRole("button", { name: "Check and save" }).click();
  await expect(edit.getByRole("alert")).toHaveText(refused);
  expect(await read(2)).toMatchObject([{ fields: { amount: "25" } }]);
  await edit.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(cell(1, "amount")).toHaveText("25");
});
