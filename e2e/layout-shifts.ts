import type { Page } from "@playwright/test";

export interface LayoutShifts {
  /** All shifts of this load added up: never less than Lighthouse's CLS, which takes the worst window. */
  readonly score: number;
  /** What moved, largest first, such as "0.041 p 'Success Rate' 240×16 at 32,410 → 32,436". */
  readonly moved: readonly string[];
}

/** From the next load on, notes everything that moves without having been touched. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { score: number; moved: string }[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ score: entry.value, moved: entry.sources.map(describe).join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });

    interface Source {
      node: Node | null;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }
    interface Shift {
      value: number;
      hadRecentInput: boolean;
      sources: Source[];
    }

    function describe({ node, previousRect: was, currentRect: is }: Source): string {
      const element = node instanceof Element ? node : node?.parentElement;
      const name = element?.localName ?? "something";
      const text = (element?.textContent ?? "").trim().slice(0, 30);
      return `${name} '${text}' ${was.width}×${was.height} at ${was.x},${was.y} → ${is.width}×${is.height} at ${is.x},${is.y}`;
    }
  });
}

/** What has moved since the page was loaded. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts = await page.evaluate(
    () =>
      (globalThis as unknown as { layoutShifts: { score: number; moved: string }[] }).layoutShifts,
  );
  return {
    score: shifts.reduce((sum, { score }) => sum + score, 0),
    moved: shifts
      .toSorted((a, b) => b.score - a.score)
      .map(
        ({ score, moved }) =>
          `${score.toLocaleString("en", { maximumFractionDigits: 3 })} ${moved}`,
      ),
  };
}
