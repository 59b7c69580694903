// The guarantee: from a phone to a wide desk, with the longest names and amounts, no page scrolls
// sideways, each table keeps its last column in view, and no action, status or figure is cut.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { lengthenNames } from "./long-names.ts";
import { findMisfits } from "./misfits.ts";
import type { Rokad } from "./rokad.ts";
import { arrived, signedInScreens, superAdminScreens } from "./screens.ts";
import type { Looks } from "./sound.ts";

/** The narrowest holds the most surprises. */
const widthsOf: Readonly<Record<Looks, readonly number[]>> = {
  one: [360],
  all: [1920, 1440, 1366, 1280, 1024, 820, 768, 390, 360],
};

/** Every n-th address belongs to one journey, which ends before its access token does. */
const shares = [0, 1] as const;
const shareOf = (addresses: readonly string[], share: number) =>
  addresses.filter((_, at) => at % shares.length === share);

let lengthened: Promise<void> | undefined;
function withLongNames(rokad: Rokad): Promise<void> {
  return (lengthened ??= lengthenNames(rokad));
}

for (const share of shares) {
  test(`a tenant's pages fit every width: share ${share}`, async ({ page, rokad, looks }) => {
    await withLongNames(rokad);
    const { token } = await rokad.session("9000000002");
    const [payout] = await rokad.call(token, "GET", "/payouts?limit=1");
    const [beneficiary] = await rokad.call(token, "GET", "/beneficiaries?limit=1");
    await enter(page, rokad, "9000000002");
    const screens = signedInScreens({ payoutId: payout.id, beneficiaryId: beneficiary.id });
    const own = screens.filter((path) => path !== paths.superAdmin);
    for (const path of shareOf(own, share)) await sweep(page, path, looks);
  });

  test(`a super admin's pages fit every width: share ${share}`, async ({ page, rokad, looks }) => {
    await withLongNames(rokad);
    await enter(page, rokad, "9000000001");
    const screens = await superAdminScreens(rokad);
    for (const path of shareOf(screens, share)) await sweep(page, path, looks);
  });
}

/** Loads the page once and narrows the window, as a person does. */
async function sweep(page: Page, path: string, looks: Looks): Promise<void> {
  await page.goto(path);
  for (const width of widthsOf[looks]) {
    await page.setViewportSize({ width, height: 900 });
    await arrived(page);
    // A table pins its columns, and becomes cards, some frames after its size changed.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(`(${String(findMisfits)})(globalThis)`), `${path} at ${width}`)
      .toEqual([]);
  }
}
