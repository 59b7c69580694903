import type { Page } from "@playwright/test";

/** A card by the label on it. */
export function cardOf(page: Page, label: string) {
  return page.locator("section", { has: page.getByText(label, { exact: true }) }).last();
}

/** A part of a page by its heading. */
export function section(page: Page, title: string) {
  return page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
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
