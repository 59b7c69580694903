import { answerOf, loaded, operator, payoutsPath, rowsOf } from "./histories.ts";
import { enter, expect, test } from "./journey.ts";

// The guarantee: a history and the palette find a payout by what people know of it, by keyboard alone
// and by touch; a search without matches says so and offers to search everything.

test.use({ viewport: { width: 1440, height: 900 } });

const field = { name: "Search", exact: true } as const;

test("Payout History searches while one types, keeps it in the address, and offers all", async ({
  page,
  rokad,
}) => {
  const { data } = await answerOf(rokad, operator, "/payouts?status=success&page=1");
  const [payout] = data;
  await enter(page, rokad, operator, payoutsPath);
  await loaded(page);
  const search = page.getByRole("searchbox", field);
  await search.fill(payout.utr_number);
  await expect(page).toHaveURL(new RegExp(`search=${payout.utr_number}`));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(payout.beneficiary_name);
  await expect(page.getByText("1 matches on this page, newest first")).toBeVisible();

  // The same search under a filter that leaves it out.
  await page.getByLabel("Status").selectOption("failed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(
    page.getByText(`No payouts match “${payout.utr_number}” with these filters`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Search all payouts" }).click();
  await expect(rowsOf(page)).toHaveCount(1);

  await search.fill("");
  await expect(page).not.toHaveURL(/search=/);
  await page.getByLabel("Sort by").selectOption("largest");
  await expect(page).toHaveURL(/sort=largest/);
  await expect(page.getByText("20 payouts on this page, largest amount")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/after=/);
  await page.getByRole("button", { name: "First", exact: true }).click();
  await expect(page).not.toHaveURL(/after=/);
});

test("the palette opens a payout by its UTR and a page by its name, by keyboard alone", async ({
  page,
  rokad,
}) => {
  const { data } = await answerOf(rokad, operator, "/payouts?status=success&page=1");
  const [payout] = data;
  await enter(page, rokad, operator);
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  const input = palette.getByRole("combobox", field);
  await expect(input).toBeFocused();
  await page.keyboard.type(payout.utr_number);
  const option = palette.getByRole("option", { name: new RegExp(payout.utr_number) }).first();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`));
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("group", { name: "Recent" })).toContainText(
    payout.beneficiary_name,
  );
  await page.keyboard.type("dep hist");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();

  await page.keyboard.press("Control+k");
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("");
  await page.keyboard.type("bank acc");
  await expect(palette.getByRole("option", { name: "Bank Accounts" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/whitelist-bank-accounts$/);
});

test("a page that arrives late leaves the focus in the palette", async ({ page, rokad }) => {
  await enter(page, rokad, operator);
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  const input = page.getByRole("dialog", { name: "Search" }).getByRole("combobox", field);
  await page.keyboard.press("Control+k");
  await expect(input).toBeFocused();
  await page.keyboard.type("team");
  await expect(page.getByRole("option", { name: "Team", exact: true })).toBeVisible();
  const held = Promise.withResolvers<undefined>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(input).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(input).toBeFocused();
  await page.keyboard.type("bank");
  await expect(page.getByRole("heading", { name: "Team", exact: true })).toBeHidden();
  held.resolve(undefined);
  await expect(page.locator("main").getByText("Team").first()).toBeAttached();
  await page.keyboard.type(" acc");
  await expect(input).toHaveValue("bank acc");
});

test("the palette finds an amount, moves with the arrows, and says when nothing matches", async ({
  page,
  rokad,
}) => {
  const { data } = await answerOf(rokad, operator, "/payouts?page=1");
  const rupees = (data[0].amount.amount / 100).toLocaleString("en-IN", {
    minimumFractionDigits: 2,
  });
  await enter(page, rokad, operator);
  await page.getByRole("button", field).click();
  const palette = page.getByRole("dialog", { name: "Search" });
  const input = palette.getByRole("combobox", field);
  await input.fill(`₹${rupees}`);
  await expect(palette.getByRole("group", { name: "Payouts" })).toContainText(rupees);
  const first = await input.getAttribute("aria-activedescendant");
  await page.keyboard.press("ArrowDown");
  expect(await input.getAttribute("aria-activedescendant")).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await input.getAttribute("aria-activedescendant")).toBe(first);
  await input.fill("nobody at all");
  await expect(palette.getByText("matches “nobody at all”")).toBeVisible();
  await input.fill("add funds");
  await palette.getByRole("option", { name: "Add Funds" }).click();
  await expect(page.getByRole("dialog", { name: "Add Funds" })).toBeVisible();
});

test("a view keeps filters under a name, opens with the history, and can be deleted", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, operator, `${payoutsPath}?status=failed`);
  await loaded(page);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save or manage views" }).click();
  const dialog = page.getByRole("dialog", { name: "Views" });
  await dialog.getByLabel("Save current filters and search as").fill("Failed ones");
  await dialog.getByRole("button", { name: "Save view" }).click();
  const view = dialog.getByRole("listitem").filter({ hasText: "Failed ones" });
  await view.getByRole("button", { name: "Default" }).click();
  await expect(view.getByRole("button", { name: "Default" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();

  // Without filters, the history opens with it; a link keeps its own.
  await page.goto(payoutsPath);
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("button", { name: "Views, Failed ones" })).toBeVisible();
  await page.goto(`${payoutsPath}?status=success`);
  await loaded(page);
  await expect(page).toHaveURL(/status=success/);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save or manage views" }).click();
  await dialog.getByRole("button", { name: "Delete Failed ones" }).click();
  await expect(view).toHaveCount(0);
});

test("Reports adds up payouts by beneficiary and by purpose", async ({ page, rokad }) => {
  await enter(page, rokad, operator, "/dashboard/reports");
  const card = page.getByRole("region", { name: "Payouts of this period" });
  await expect(card.getByRole("row", { name: /^Total/ })).toBeVisible();
  await card.getByLabel("Group payouts").selectOption("purpose");
  await expect(page).toHaveURL(/by=purpose/);
  await expect(card.getByRole("columnheader", { name: "Purpose" })).toBeVisible();
});
