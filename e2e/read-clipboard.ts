import type { Page } from "@playwright/test";

/**
 * @returns the text in the clipboard. The console's pages may not read it (Permissions-Policy), so
 *   another page of the same site does.
 */
export async function readClipboard(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.goto("/healthz");
  const text = await other.evaluate<string>("navigator.clipboard.readText()");
  await other.close();
  await page.bringToFront();
  return text;
}
