import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** A desk and a phone: every screen is looked at in both, in both themes. */
export const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

interface Look {
  rules: "all" | "colours";
  /** Only this part, where the page behind it has been looked at already. */
  within?: string | undefined;
}

/** What is on the screen now: nothing that axe finds wrong, and no sideways scrolling of the page. */
async function expectSound(page: Page, where: string, { rules, within }: Look): Promise<void> {
  // What is still loading is not the screen yet.
  await expect(page.locator("[aria-busy=true]"), where).toHaveCount(0);
  // Five times as fast: no second page for frames, of which there are none, and no list of what is well.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (rules === "colours") axe.withRules(["color-contrast", "link-in-text-block"]);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect.soft(told, where).toEqual([]);
  const sideways = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect.soft(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * The same in both themes, changed in place: the default theme follows the system. A theme changes
 * colours and nothing else, so the dark one is asked for its colours only. What was opened over a
 * page is looked at with that page once, on a desk, and by itself in the other looks.
 */
export async function expectSoundInBothThemes(
  page: Page,
  where: string,
  opened?: string,
): Promise<void> {
  const width = page.viewportSize()?.width;
  const at = `${where}, ${width}px`;
  // What is fetched when it is first opened is there a moment after the click.
  if (opened) await expect(page.locator(opened).first(), at).toBeVisible();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveClass(/light/);
  const within = width === widths[0].width ? undefined : opened;
  await expectSound(page, `${at}, light`, { rules: "all", within });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expectSound(page, `${at}, dark`, { rules: "colours", within: opened });
}

/** From now on, every call and file that is refused or missing, as "404 /api/v1/…". */
export function refusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400)
      refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  page.on("requestfailed", (request) => {
    // Going to the next page gives up what the last one was still asking.
    const reason = request.failure()?.errorText ?? "";
    if (!reason.includes("ERR_ABORTED"))
      refused.push(`${reason} ${new URL(request.url()).pathname}`);
  });
  return refused;
}
