import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

/** Signs the request that the page has just sent: types the code of the dialog that appears. */
export async function signStepUp(page: Page, rokad: Rokad, mobile = "9000000001"): Promise<void> {
  const dialog = stepUpDialog(page);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("One-time code (OTP)").fill(await rokad.code(mobile, "signature"));
  await dialog.getByRole("button", { name: "Sign and continue" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Presses a dialog's button, and signs what it sends. */
export async function pressAndSign(
  dialog: Locator,
  button: string,
  rokad: Rokad,
  mobile?: string,
): Promise<void> {
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await signStepUp(dialog.page(), rokad, mobile);
}

export const stepUpDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Sign with a one-time code" });
