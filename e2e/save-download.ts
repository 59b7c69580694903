import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";

/** Clicks a button that downloads a file. @returns the file's name and content. */
export async function saveDownload(button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const coming = button.page().waitForEvent("download");
  await button.click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
