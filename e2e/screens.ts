import { expect, type Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import type { Rokad } from "./rokad.ts";

/*
 * Every screen by its address, taken from the console's own list: a new page is looked at, weighed
 * and swept without anybody having to think of it.
 */
const addresses = Object.values(paths).filter((path) => path !== paths.home);
const publicPaths: readonly string[] = [paths.signIn, paths.terms, paths.privacy];

const ownJourneys: ReadonlySet<string> = new Set([paths.request, paths.bulkPayout, paths.schedule]);

/** For everyone: the sign-in and the two legal pages. */
export const publicScreens: readonly string[] = publicPaths;

/** For a super admin, with the page of one tenant. */
export async function superAdminScreens(rokad: Rokad): Promise<string[]> {
  const { token } = await rokad.admin();
  const [tenant] = await rokad.call(token, "GET", "/super-admin/tenants?search=9000000002");
  return Object.values(superAdminPaths).map((path) => path.replace("$id", tenant._id));
}

/** For those who are signed in; the page of a payout or beneficiary needs the id of one of theirs. */
export function signedInScreens(ids: { payoutId: string; beneficiaryId: string }): string[] {
  const idOf: Readonly<Record<string, string>> = {
    [paths.payout]: ids.payoutId,
    [paths.beneficiary]: ids.beneficiaryId,
  };
  return (
    addresses
      // These pages have journeys of their own: payment-requests, bulk-payouts and schedules.
      .filter((path) => !publicPaths.includes(path) && !ownJourneys.has(path))
      .map((path) => {
        const address = path.replace("$id", idOf[path] ?? "$id");
        if (address.includes("$")) throw new Error(`Say in e2e/screens.ts what ${path} shows.`);
        return address;
      })
  );
}

/** Waits until a screen shows what it has to show: loaded, not loading, in its own typeface. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.locator("main").getByRole("heading").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate("document.fonts.ready.then(() => true)");
}
