import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Rokad } from "./rokad.ts";

interface Signing {
  readonly rokad: Rokad;
  /** The person who signs in this page. */
  readonly mobile: string;
  readonly dialog: Locator;
  /** The buttons that request the code and that sign with it. */
  readonly request: string;
  readonly sign: string;
}

/** Signs a change with the code of this request, not with an older one that is still shown. */
export async function signChange(page: Page, signing: Signing): Promise<void> {
  const { rokad, mobile, dialog, request, sign } = signing;
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /\/(code|otp)$/.test(answer.url()),
  );
  await dialog.getByRole("button", { name: request }).click();
  expect((await sent).status()).toBe(200);
  await expect(dialog).toContainText(await rokad.code(mobile, "sign_in"));
  await dialog.getByRole("button", { name: "Fill" }).click();
  await dialog.getByRole("button", { name: sign, exact: true }).click();
}

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
