import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { likeOneBefore } from "./first-of-each-look.ts";

/** A desk and a phone. */
export const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

type Theme = "light" | "dark";

/** What a run checks of each screen: the sweep everything, the journeys a desk in the light theme. */
export type Looks = "one" | "all";
export const looksOf: Readonly<
  Record<Looks, { widths: readonly (typeof widths)[number][]; themes: readonly Theme[] }>
> = {
  one: { widths: [widths[0]], themes: ["light"] },
  all: { widths, themes: ["light", "dark"] },
};

interface Look {
  theme: Theme;
  rules: "all" | "colours";
  /** Only this part, where the page behind it has been looked at already. */
  within?: string | undefined;
}

/** What the page has, as far as it is used here. */
interface Inside {
  document: { body: Parameters<typeof likeOneBefore>[0] };
  axe: {
    run(
      context: { include: string; exclude?: ReturnType<typeof likeOneBefore>["parts"] },
      options: Omit<axe.RunOptions, "preload"> & {
        preload: false | { assets: readonly ["media"] };
      },
    ): Promise<Pick<axe.AxeResults, "violations">>;
  };
  likeOneBefore: typeof likeOneBefore;
}

/** A button that waits for the dialog above it is not loading. */
const loading = "[aria-busy=true]:not([aria-hidden=true] *, [data-base-ui-inert] *, [inert] *)";

/** What is on the screen now: nothing that axe finds wrong, and no sideways scrolling of the page. */
async function expectSound(page: Page, where: string, look: Look): Promise<void> {
  // What is still loading is not the screen yet.
  await expect(page.locator(loading), where).toHaveCount(0);
  expect.soft(await faults(page, look), where).toEqual([]);
  const sideways = await page
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect.soft(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** In each width and theme, the looks whose colours are right: of all journeys of this worker, which share one style sheet. */
const knownLooks = new Map<string, Set<string>>();

function knownOn(page: Page, theme: Look["theme"]): Set<string> {
  const key = `${page.viewportSize()?.width} ${theme}`;
  const known = knownLooks.get(key) ?? new Set();
  knownLooks.set(key, known);
  return known;
}

/**
 * What axe finds wrong, as "rule: element". The colours, which cost three times all the other rules,
 * are asked of the first of each look: what looks alike has the same colours, here and on the screens
 * before.
 */
async function faults(page: Page, { theme, rules, within }: Look): Promise<string[]> {
  // Once a page: reading half a megabyte of rules takes as long as running most of them.
  if (await page.evaluate("!globalThis.axe")) {
    await page.evaluate(`${axe.source}; globalThis.likeOneBefore = ${String(likeOneBefore)}`);
  }
  const known = knownOn(page, theme);
  const { found, looks } = await page.evaluate(
    async ({ colourRules, withAllRules, include, knownHashes }) => {
      const inside = globalThis as unknown as Inside;
      const like = inside.likeOneBefore(
        inside.document.body,
        include,
        new Set(knownHashes.split(" ")),
      );
      // Only what is wrong is written down, and the style sheets, which no rule here reads, are not.
      const options = { reporter: "no-passes", iframes: false } as const;
      const colours =
        like.looks.length === 0
          ? { violations: [] }
          : await inside.axe.run(
              { include, exclude: like.parts },
              { ...options, preload: false, runOnly: colourRules },
            );
      const others = !withAllRules
        ? { violations: [] }
        : await inside.axe.run(
            { include },
            {
              ...options,
              preload: { assets: ["media"] },
              rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
            },
          );
      return {
        found: [...others.violations, ...colours.violations].flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        ),
        looks: like.looks.join(" "),
      };
    },
    {
      colourRules: ["color-contrast", "link-in-text-block"],
      withAllRules: rules === "all",
      include: within ?? "html",
      // One text: Playwright takes a list to the page item by item.
      knownHashes: [...known].join(" "),
    },
  );
  for (const look of looks.split(" ")) known.add(look);
  return found;
}

/**
 * The same in these themes, changed in place: the default theme follows the system. A theme changes
 * colours and nothing else, so the dark one is checked for its colours only. What was opened over a
 * page is checked with that page once, on a desk, and alone in the other looks.
 */
export async function expectSoundInThemes(
  page: Page,
  themes: readonly Theme[],
  where: string,
  opened?: string,
): Promise<void> {
  const width = page.viewportSize()?.width;
  const at = `${where}, ${width}px`;
  // What is fetched when it is first opened is there a moment after the click.
  if (opened) await expect(page.locator(opened).first(), at).toBeVisible();
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(new RegExp(theme));
    const isFirst = theme === "light";
    const within = isFirst && width === widths[0].width ? undefined : opened;
    const rules = isFirst ? "all" : "colours";
    await expectSound(page, `${at}, ${theme}`, { theme, rules, within });
  }
}

export function expectSoundInBothThemes(page: Page, where: string, opened?: string): Promise<void> {
  return expectSoundInThemes(page, looksOf.all.themes, where, opened);
}

/** In each width of the looks; the page itself stays as it is. */
export async function expectSoundInLooks(
  page: Page,
  looks: Looks,
  where: string,
  opened?: string,
): Promise<void> {
  for (const width of looksOf[looks].widths) {
    await page.setViewportSize(width);
    await expectSoundInThemes(page, looksOf[looks].themes, where, opened);
  }
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
