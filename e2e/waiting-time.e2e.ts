// The guarantee: while nobody else can confirm, a change of what guards money waits. The console says
// so in red, with when it takes effect and how to stop it.
import type { Page } from "@playwright/test";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { letWaitPass } from "./let-wait-pass.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { pressAndSign } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const path = superAdminPaths.settings;
const admin = "9000000001";
const dialogPanel = "[role=dialog]:not([popover])";
const fee = (page: Page) => page.getByLabel("Platform fee", { exact: true });
const waitingCard = (page: Page) =>
  page.getByRole("region", { name: "Changes that take effect later" });

async function proposeFee(page: Page, rokad: Rokad, rupees: string): Promise<void> {
  await fee(page).fill(rupees);
  await page.getByRole("button", { name: "Save charges" }).click();
  const dialog = page.getByRole("dialog", { name: "Change “Platform fee”?" });
  await expect(dialog).toContainText("Takes effect 24 hours after you sign.");
  await expect(dialog).toContainText("Nobody else can confirm: takes effect after 24 hours");
  await dialog.getByLabel("Reason").fill("New price list from December");
  await expectSoundInBothThemes(page, "a change that waits", dialogPanel);
  await pressAndSign(dialog, "Propose the change", rokad);
  await expect(
    page.getByText(/^Proposed\. Nobody else can confirm it: it takes effect on /),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
}

for (const { device, viewport, tag } of devices) {
  test(
    `the only owner's change waits, is stopped, and takes effect after its time, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      await enter(page, rokad, admin, path);
      await arrived(page);
      await expect(page.getByText("Nobody else can confirm your changes")).toBeVisible();
      await proposeFee(page, rokad, "7");
      await expect(fee(page)).toHaveValue("5");
      await expect(fee(page)).toBeDisabled();
      await expect(waitingCard(page)).toContainText(/Takes effect \d\d \w{3} \d{4}, /);
      await expectSoundInBothThemes(page, "the page with a change that takes effect later");

      // A thief with this session could have done it: the notification leads to the way out.
      await page.getByRole("button", { name: /^Notifications/ }).click();
      await page.getByRole("link", { name: "Change takes effect soon" }).first().click();
      const review = page.getByRole("dialog", { name: "Proposed change" });
      await expect(review).toContainText("Platform feeFrom ₹5To ₹7");
      await expect(review).toContainText("If you did not propose it, withdraw it");
      await expectSoundInBothThemes(page, "the review of a change that waits", dialogPanel);
      await review.getByRole("button", { name: "Withdraw proposal" }).click();
      await expect(page.getByText("Proposal withdrawn. Nothing changed.")).toBeVisible();
      await expect(waitingCard(page)).toHaveCount(0);
      await expect(fee(page)).toBeEnabled();

      await proposeFee(page, rokad, "8");
      await letWaitPass(rokad);
      // The open page follows without a reload.
      await expect(fee(page)).toHaveValue("8");
      await page.getByRole("button", { name: /^Notifications/ }).click();
      await expect(page.getByRole("link", { name: "Change took effect" }).first()).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Platform fee: back to default" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("Back to the old price");
      await pressAndSign(dialog, "Propose the change", rokad);
      await expect(dialog).toBeHidden();
      await letWaitPass(rokad);
      await expect(fee(page)).toHaveValue("5");
    },
  );
}
