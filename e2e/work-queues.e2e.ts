// The guarantee: a super admin sees what waits, how much money and since when, and what awaits a second
// signature, and gets to it with one click.
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

/** A request of a new tenant for so many rupees. @returns its id. */
async function requestDeposit(rokad: Rokad, amount: number): Promise<string> {
  const { mobile } = await rokad.tenant({ rupees: 500 });
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  const { _id: id } = await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount,
    utr_reference: `6${mobile}0`,
  });
  return id;
}

test("a new super admin's bell shows what waits, and what awaits their signature in bell, menu and row", async ({
  page,
  rokad,
}) => {
  const id = await requestDeposit(rokad, 1_200);
  const { mobile } = await rokad.newAdmin("Ravi Nair", "operations");
  await enter(page, rokad, mobile, superAdminPaths.operations);
  const bell = page.getByRole("button", { name: /^Notifications, none unread/ });
  await bell.click();
  const waiting = page.getByRole("region", { name: "Waits for a decision" });
  await expect(waiting.getByRole("link", { name: /^Deposits/ })).toContainText("₹");
  await page.keyboard.press("Escape");

  await rokad.runSql(
    `update deposits set first_approved_at = now(), first_approval_in_bulk = true,
       first_approved_by = (select id from people where mobile = '9000000001') where id = $1`,
    [id],
  );
  await page.reload();
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(
    menu.getByRole("link", { name: /^Deposit Approvals \d+ awaiting your signature$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("button", { name: /none unread, \d+ awaiting your signature$/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(waiting).toContainText(/awaits? your signature/);
  await expectSoundInBothThemes(page, "the bell of a super admin", ":popover-open");
  await waiting.getByRole("link", { name: /^Deposits/ }).click();
  await expect(page).toHaveURL(superAdminPaths.deposits);
  await expect(
    page.getByRole("row").filter({ hasText: "₹1,200.00" }).getByText("Awaits your signature"),
  ).toBeVisible();
});

for (const { device, viewport, tag } of devices) {
  test(
    `operations opens what waits with one click, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await requestDeposit(rokad, 700);
      const { mobile } = await rokad.newAdmin("Second Signatory", "operations");
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, superAdminPaths.operations);
      await arrived(page);
      const deposits = page.locator("tr, li").filter({ hasText: "Requests to review" }).first();
      await expect(deposits).toContainText("₹");
      // Whether payouts leave, and how long the money with the provider lasts.
      const primary = page.getByRole("region", { name: "Primary provider" });
      await expect(primary).toContainText("Sending payouts");
      await expect(primary).toContainText("Lasts");
      await expectSoundInBothThemes(page, "what waits for super admins");

      // Another super admin approves first; the page says so at once.
      const id = await requestDeposit(rokad, 900);
      await rokad.runSql(
        `update deposits set first_approved_at = now(),
         first_approved_by = (select id from people where mobile = '9000000001') where id = $1`,
        [id],
      );
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText(/awaits? your signature/)).toBeVisible();
      await expect(deposits).toContainText(/awaits? you/);
      await expectSoundInBothThemes(page, "what awaits a second signature");

      await page.getByRole("link", { name: "Deposits", exact: true }).click();
      await expect(page).toHaveURL(superAdminPaths.deposits);
    },
  );
}
