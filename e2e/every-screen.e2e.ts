// The guarantee: on every screen, wide and on a phone, light and dark, with history and new, axe
// finds nothing, the page doesn't scroll sideways, and nothing is refused or logged as an error.
// `npm run sweep` checks all looks; a run of all journeys checks a desk in the light theme.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived, publicScreens, signedInScreens, superAdminScreens } from "./screens.ts";
import { expectSoundInThemes, type Looks, looksOf, refusals } from "./sound.ts";

const nowhere = "/dashboard/nowhere";
/** A calendar that is closed stays in the page. */
const dialogPanel = "[role=dialog]:not([popover])";

test("the pages for everyone are sound in every look", async ({ page, looks }) => {
  const refused = refusals(page);
  for (const path of publicScreens) await sweep(page, path, looks);
  expect(refused).toEqual([]);
});

/**
 * Every n-th address belongs to one journey, which ends before its access token does: a refreshed one
 * is asked for after a 401, and here nothing may be refused.
 */
const shares = [0, 1, 2] as const;
const shareOf = (addresses: readonly string[], share: number) =>
  addresses.filter((_, at) => at % shares.length === share);

for (const share of shares) {
  test(`every screen with weeks of history is sound in every look, and so is what its buttons open: share ${share} [3.18]`, async ({
    page,
    rokad,
    looks,
  }) => {
    const { token } = await rokad.session("9000000002");
    const [payout] = await rokad.call(token, "GET", "/payouts?limit=1");
    const [beneficiary] = await rokad.call(token, "GET", "/beneficiaries?limit=1");
    const ids = { payoutId: payout.id, beneficiaryId: beneficiary.id };
    const refused = refusals(page);
    await enter(page, rokad, "9000000002");
    for (const path of shareOf([...signedInScreens(ids), nowhere], share))
      await sweep(page, path, looks, { opening: true });
    expect(refused).toEqual([]);
  });

  test(
    `every screen of a shop that is new is sound in every look: share ${share} [3.18]`,
    { tag: "@sweep" },
    async ({ page, rokad, looks }) => {
      const { mobile } = await rokad.tenant({ role: "retailer" });
      const refused = refusals(page);
      await enter(page, rokad, mobile);
      const screens = signedInScreens({ payoutId: "none", beneficiaryId: "none" }).filter(
        (path) => !path.endsWith("/none") && path !== paths.superAdmin,
      );
      for (const path of shareOf(screens, share)) await sweep(page, path, looks);
      expect(refused).toEqual([]);
    },
  );

  test(`every screen of the super admin's console is sound in every look, and so is what its buttons open: share ${share}`, async ({
    page,
    rokad,
    looks,
  }) => {
    const refused = refusals(page);
    await enter(page, rokad, "9000000001");
    // Their own sessions, on the page that tenants have too.
    const screens = [...(await superAdminScreens(rokad)), paths.sessions];
    for (const path of shareOf(screens, share)) await sweep(page, path, looks, { opening: true });
    expect(refused).toEqual([]);
  });
}

test("explains missing features on every screen", async ({ page, rokad, looks }) => {
  const { mobile } = await rokad.tenant({ role: "retailer", features: [] });
  await enter(page, rokad, mobile);
  for (const path of [paths.dashboard, paths.payouts, paths.reports])
    await sweep(page, path, looks);
  await expect(page.getByText("This feature is not enabled for your account.")).toBeVisible();
});

test("a super admin has no wallet and is shown the way to their console [2.21, 6.22, 24.1]", async ({
  page,
  rokad,
  looks,
}) => {
  const { mobile } = await rokad.admin();
  await enter(page, rokad, mobile);
  await sweep(page, paths.dashboard, looks);
  const link = page.getByRole("link", { name: "Open the Super Admin Console" });
  await expect(link).toHaveAttribute("href", "/super-admin");
  await link.click();
  await expect(page).toHaveURL("/super-admin/tenants");
});

/** Opens a screen once and checks it in each of the looks. */
async function sweep(
  page: Page,
  path: string,
  looks: Looks,
  { opening = false } = {},
): Promise<void> {
  const { widths, themes } = looksOf[looks];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize(width);
    if (index === 0) await page.goto(path);
    await arrived(page);
    await expectSoundInThemes(page, themes, path);
    if (opening) await sweepOpened(page, path, looks);
  }
}

/** One of each kind of button in the page that opens a popover, a calendar or a dialog. */
async function sweepOpened(page: Page, path: string, looks: Looks): Promise<void> {
  const openers = page.locator("main :is([aria-haspopup=dialog], [popovertarget]):visible");
  // Those of a table's rows are of one kind: they look the same.
  const styles = await openers.evaluateAll((all) => all.map((each) => each.className));
  const firsts = styles.flatMap((style, at) => (styles.indexOf(style) === at ? [at] : []));
  for (const index of firsts) {
    const opener = openers.nth(index);
    await opener.click();
    await expect(page.locator(":popover-open, [role=dialog]:visible").first()).toBeVisible();
    const opened =
      (await page.locator(":popover-open").count()) > 0 ? ":popover-open" : dialogPanel;
    const where = `${path}, opened by "${await opener.innerText()}"`;
    await expectSoundInThemes(page, looksOf[looks].themes, where, opened);
    await page.keyboard.press("Escape");
    await expect(page.locator(`:popover-open, ${dialogPanel}`)).toHaveCount(0);
  }
}
