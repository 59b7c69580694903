import type { Page } from "@playwright/test";

/** From the next page on, adds up how far its parts jump without anybody having touched it. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) window.layoutShift += value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

/** What has been added up; 0.02 is the most that we allow a page. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate<number>("window.layoutShift");
}
