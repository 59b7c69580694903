import type { Page } from "@playwright/test";

interface LayoutShifts {
  /** All shifts of this load added up: never less than Lighthouse's CLS, which takes the worst window. */
  readonly score: number;
  /** What moved, the worst first. */
  readonly moved: readonly string[];
}

/** The browser's own entries, as far as they are read here: https://wicg.github.io/layout-instability */
interface ShiftEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: ShiftedNode | null; previousRect: Rect; currentRect: Rect }[];
}
interface ShiftedNode {
  nodeName: string;
  textContent: string | null;
}
type Rect = { x: number; y: number; width: number; height: number };
type Shift = { score: number; moved: string };

/** From the next load on, notes everything that moves without having been touched. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as ShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ score: entry.value, moved: entry.sources.map(describe).join("; ") });
      }
    });
    // Node's types, which these files have, don't know what a browser measures.
    const options: object = { type: "layout-shift", buffered: true };
    observer.observe(options as Parameters<typeof observer.observe>[0]);

    function describe({ node, previousRect, currentRect }: ShiftEntry["sources"][number]): string {
      const text = (node?.textContent ?? "").trim().slice(0, 30);
      return `${node?.nodeName ?? "something"} "${text}" ${where(previousRect)} → ${where(currentRect)}`;
    }
    function where({ x, y, width, height }: Rect): string {
      return `${width}×${height} at ${x},${y}`;
    }
  });
}

/** What has moved since the page was loaded. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { layoutShifts: Shift[] }).layoutShifts,
  );
  const worstFirst = shifts.toSorted((a, b) => b.score - a.score);
  return {
    score: shifts.reduce((sum, { score }) => sum + score, 0),
    moved: worstFirst.map(
      ({ score, moved }) => `${score.toLocaleString("en", { maximumFractionDigits: 3 })} ${moved}`,
    ),
  };
}
