import type { Page } from "@playwright/test";

/** A card by the label on it. */
export function cardOf(page: Page, label: string) {
  return page.locator("section", { has: page.getByText(label, { exact: true }) }).last();
}

/** A part of a page by its heading. */
export function section(page: Page, title: string) {
  return page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
}

/** The event that a browser sends when its window gets the focus. */
export async function focusWindow(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
}

/** The events that a browser sends when the connection is lost and back. */
export async function reconnectWindow(page: Page): Promise<void> {
  for (const event of ["offline", "online"])
    await page.evaluate(`window.dispatchEvent(new Event('${event}'))`);
}

/** Keeps a call waiting until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return async () => {
    resolve();
    await page.waitForResponse(url);
  };
}
