import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { likeOneBefore } from "./first-of-each-look.ts";

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

/** What the page has, as far as it is used here. */
interface Inside {
  document: { body: Parameters<typeof likeOneBefore>[0] };
  axe: {
    run(
      context: { include: string; exclude?: ReturnType<typeof likeOneBefore> },
      options: Omit<axe.RunOptions, "resultTypes"> & { resultTypes: readonly ["violations"] },
    ): Promise<Pick<axe.AxeResults, "violations">>;
  };
  likeOneBefore: typeof likeOneBefore;
}

/** What is on the screen now: nothing that axe finds wrong, and no sideways scrolling of the page. */
async function expectSound(page: Page, where: string, { rules, within }: Look): Promise<void> {
  // What is still loading is not the screen yet.
  await expect(page.locator("[aria-busy=true]"), where).toHaveCount(0);
  const told = await faults(page, { rules, within });
  expect.soft(told, where).toEqual([]);
  const sideways = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect.soft(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * What axe finds wrong, as "rule: element". The colours, which cost three times all the other rules,
 * are asked of the first of each look: what looks alike has the same colours.
 */
async function faults(page: Page, { rules, within }: Look): Promise<string[]> {
  // Once a page: reading half a megabyte of rules takes as long as running most of them.
  if (await page.evaluate("!globalThis.axe")) {
    await page.evaluate(`${axe.source}; globalThis.likeOneBefore = ${String(likeOneBefore)}`);
  }
  return page.evaluate(
    async ({ colourRules, withAllRules, include }) => {
      const inside = globalThis as unknown as Inside;
      const options = { resultTypes: ["violations"], iframes: false } as const;
      const found = await inside.axe.run(
        { include, exclude: inside.likeOneBefore(inside.document.body) },
        { ...options, runOnly: colourRules },
      );
      const { violations } = !withAllRules
        ? { violations: [] }
        : await inside.axe.run(
            { include },
            {
              ...options,
              rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
            },
          );
      return [...violations, ...found.violations].flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
    },
    {
      colourRules: ["color-contrast", "link-in-text-block"],
      withAllRules: rules === "all",
      include: within ?? "html",
    },
  );
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
