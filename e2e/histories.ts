import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { readCsv } from "./read-csv.ts";
import { saveDownload } from "./save-download.ts";

/** The demo's business account, with weeks of history. */
export const operator = "9000000002";
export const payoutsPath = "/dashboard/payouts/history";
export const walletPath = "/dashboard/wallet/history";
export const depositsPath = "/dashboard/wallet/deposits";

/** A list's full answer, fetched outside the browser. */
// oxlint-disable-next-line typescript/no-explicit-any -- a journey reads an answer freely
export async function answerOf(rokad: Rokad, mobile: string, path: string): Promise<any> {
  const { token } = await rokad.session(mobile);
  const answer = await fetch(`${rokad.origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

export const rowsOf = (page: Page) => page.locator("tbody tr");
export const card = (page: Page, label: string) =>
  page.getByRole("group", { name: label, exact: true });
export const count = (number: number) => number.toLocaleString("en-IN");
export const rupees = ({ amount }: { amount: number }) => (amount / 100).toFixed(2);

/** Waits until the table's rows are loaded. */
export async function loaded(page: Page): Promise<void> {
  await expect(rowsOf(page).first().getByRole("button").first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

/** Selects Export CSV and reads the downloaded file. */
export async function exported(page: Page) {
  const { name, bytes } = await saveDownload(page.getByRole("button", { name: "Export CSV" }));
  return { name, rows: readCsv(bytes.toString()) };
}
