import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** What the journeys of Tenant Management share. */

export const admin = "9000000001";
export const path = "/super-admin/tenants";

export const toast = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text)).toBeVisible();

/** Opens a row's menu and presses one of its lines. */
export async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  const menu = page.locator(":popover-open");
  const role = item === "View Details" ? "link" : "button";
  await menu.getByRole(role, { name: item, exact: true }).click();
}
