// The guarantee: a draft is corrected like a spreadsheet, by keyboard alone: arrows, typing, Tab, Escape, a
// pasted range, removed lines, undo and redo; and what is shown is what the server has, each row of it.
import type { Page } from "@playwright/test";
import { expect, enter, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

test("a draft is corrected by keyboard alone, and each change can be taken back [44.1]", async ({
  page,
  rokad,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const { token } = await rokad.session(mobile);
  const csv = [
    "Employee Name,A/c No,IFSC Code,Net Pay,Remarks",
    "Asha Rao,700500200001,HDFC0000060,100,June",
    "Kiran Traders,7005,HDFC0000060,200,June",
    "Meera Iyer,700500200003,HDFC0000060,300,June",
    ...Array.from({ length: 297 }, (_, at) => `Anil Kumar,${700500300000 + at},HDFC0000060,5,`),
  ].join("\n");
  const { id } = await rokad.call(token, "POST", "/payout-batches", {
    file_name: "june.csv",
    content: Buffer.from(csv).toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3, remarks: 4 },
  });
  const rows = async (view = "all") => {
    const path = `/payout-batches/${id}/rows?view=${view}&limit=5`;
    return rokad.call(token, "GET", path) as Promise<{ number: number; fields: object }[]>;
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, rokad, mobile, `/dashboard/bulk-payouts/${id}`);
  const grid = page.getByRole("grid", { name: "Rows in the order of the file" });
  const cell = (row: number, column: string) =>
    grid.locator(`[aria-rowindex="${row + 1}"] [role=gridcell]`).nth(columns.indexOf(column));
  const columns = ["line", "state", "details", "name", "amount", "account", "ifsc", "upi"];
  await expect(cell(2, "state")).toContainText("Needs fixing");
  await arrived(page);
  await expectSoundInBothThemes(page, "the grid of a draft");

  // Down to the wrong account number, and a right one instead.
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("70050020000X");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Line 3: Account number must be 9-18 digits").first()).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("700500200002");
  await page.keyboard.press("Tab");
  await expect(cell(2, "state")).toContainText("Ready");
  await page.keyboard.press("Enter");
  await page.keyboard.type("XXXX");
  await page.keyboard.press("Escape");
  await expect(cell(2, "ifsc")).toHaveText("HDFC0000060");

  // Copies a column of three amounts onto the remarks of the same rows.
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+c");
  for (let at = 0; at < 5; at += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+ArrowUp");
  await page.keyboard.press("Control+v");
  await expect(page.getByText("3 rows saved")).toBeVisible();
  expect((await rows()).map(({ fields }) => fields)).toMatchObject([
    { remarks: "100" },
    { remarks: "200" },
    { remarks: "300" },
    {},
    {},
  ]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await rows())[0]?.fields).toMatchObject({ remarks: "June" });
  await page.keyboard.press("Control+y");
  await expect.poll(async () => (await rows())[0]?.fields).toMatchObject({ remarks: "100" });

  // Removes a line, and takes it back.
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Delete");
  await expect(cell(1, "state")).toContainText("Removed");
  expect(await rows("removed")).toMatchObject([{ number: 2 }]);
  await page.keyboard.press("Control+z");
  await expect(cell(1, "state")).toContainText("Ready");

  // The last row is one key away, and loaded when it is in sight.
  await page.keyboard.press("Control+End");
  await expect(cell(300, "name")).toHaveText("Anil Kumar");
  await expect(cell(300, "line")).toHaveText("301");
  await expectSoundInBothThemes(page, "the end of the grid");

  // The three copied amounts have no place here, so none of them goes in.
  await page.keyboard.press("Control+v");
  await expect(
    page.getByText("Paste at most 1 row from here. Upload a file to add rows."),
  ).toBeVisible();

  // What can't be saved does not stay on the screen as if it would be paid.
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowRight");
  const amount = (await cell(1, "amount").textContent()) ?? "";
  await page.route("**/payout-batches/*/rows*", (route) => route.abort());
  await page.keyboard.type("777");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Failed to load the rows")).toBeVisible();
  await expect(grid.getByText("777")).toHaveCount(0);
  await page.unroute("**/payout-batches/*/rows*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(cell(1, "amount")).toHaveText(amount);
  await grid.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Tab");
  await expect(grid).not.toBeFocused();
});

/** Opens the view of the 250 rows, of lines 252 to 501, that repeat an earlier row of their draft. */
async function openRepeated(page: Page, rokad: Rokad) {
  const { mobile } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const { token } = await rokad.session(mobile);
  const accounts = Array.from({ length: 250 }, (_, at) => 700500400000 + at);
  const rows = [...accounts, ...accounts].map((account) => `Asha Rao,${account},HDFC0000060,5`);
  const csv = ["Employee Name,A/c No,IFSC Code,Net Pay", ...rows].join("\n");
  const { id } = await rokad.call(token, "POST", "/payout-batches", {
    file_name: "twice.csv",
    content: Buffer.from(csv).toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, rokad, mobile, `/dashboard/bulk-payouts/${id}?view=repeated`);
  const grid = page.getByRole("grid", { name: "Rows in the order of the file" });
  const cell = (row: number, column: "line" | "state" | "amount") =>
    grid
      .locator(`[aria-rowindex="${row + 1}"] [role=gridcell]`)
      .nth({ line: 0, state: 1, amount: 4 }[column]);
  await expect(cell(1, "line")).toHaveText("252");
  await grid.focus();
  const press = async (key: string, times: number) => {
    for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
  };
  return { id: id as string, token, grid, cell, press };
}

test("no row of a view is skipped while others leave it", async ({ page, rokad }) => {
  const { cell, press } = await openRepeated(page, rokad);
  await press("Home", 1);
  await press("Shift+ArrowDown", 49);
  await press("Delete", 1);
  await expect(page.getByText("50 rows saved")).toBeVisible();
  for (const [row, pages] of [
    [101, 4],
    [151, 3],
    [201, 4],
    [250, 3],
  ] as const) {
    await press("PageDown", pages);
    await expect(cell(row, "line")).toHaveText(String(251 + row));
  }
  await press("Control+Home", 1);
  await expect(cell(1, "state")).toContainText("Removed");
});

test("the text of a cell stays with its line, out of sight and while others change the list", async ({
  page,
  rokad,
}) => {
  const { id, token, grid, cell, press } = await openRepeated(page, rokad);
  await press("PageDown", 10);
  await expect(cell(150, "line")).toHaveText("401");
  await cell(150, "amount").dblclick();
  await press("Control+a", 1);
  await page.keyboard.type("777");
  await page.mouse.wheel(0, -10_000);
  await expect(cell(1, "line")).toHaveText("252");
  await page.keyboard.type("8");

  // Another person removes 50 rows before it.
  const { revision } = await rokad.call(token, "GET", `/payout-batches/${id}`);
  const changes = Array.from({ length: 50 }, (_, at) => ({ number: 302 + at, is_removed: true }));
  await rokad.call(token, "POST", `/payout-batches/${id}/rows`, { revision, changes });
  await expect(grid).toHaveAttribute("aria-rowcount", "201");
  await page.keyboard.press("Enter");
  await expect(cell(100, "line")).toHaveText("401");
  await expect(cell(100, "amount")).toHaveText("7778");
  await expect
    .poll(() => rokad.call(token, "GET", `/payout-batches/${id}/rows?lines=400,401,402`))
    .toMatchObject([
      { fields: { amount: "5" } },
      { fields: { amount: "7778" } },
      { fields: { amount: "5" } },
    ]);
});

test("what is typed after a click away from an edited cell goes into the clicked cell", async ({
  page,
  rokad,
}) => {
  const { id, token, cell } = await openRepeated(page, rokad);
  await cell(1, "amount").dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("777");
  await cell(2, "amount").click();
  await page.keyboard.type("888");
  await page.keyboard.press("Enter");
  await expect(cell(1, "amount")).toHaveText("777");
  await expect(cell(2, "amount")).toHaveText("888");
  await expect
    .poll(() => rokad.call(token, "GET", `/payout-batches/${id}/rows?lines=252,253,254`))
    .toMatchObject([
      { fields: { amount: "777" } },
      { fields: { amount: "888" } },
      { fields: { amount: "5" } },
    ]);
});
