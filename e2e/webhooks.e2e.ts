// The guarantee: an owner adds a webhook endpoint, checks it, sees what was sent and sends it again,
// and reads the events. On a desk and on a phone.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

// Nothing listens here, and the server allows no private network.
const url = "https://127.0.0.1:9/rokad";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

for (const { device, viewport, tag } of devices) {
  test(
    `an owner adds, checks, reads, changes and removes an endpoint, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const owner = await rokad.tenant({ name: "Asha Textiles", rupees: 10_000 });
      await enter(page, rokad, owner.mobile, paths.developers);
      await arrived(page);
      await expect(page.getByText("No webhook endpoints")).toBeVisible();
      await expect(page.getByText("deposit.completed").first()).toBeVisible();
      await expectSoundInBothThemes(page, "without endpoints");

      await button(page, "Add Endpoint").click();
      await dialog(page).getByLabel("Address").fill("erp");
      await dialog(page).getByRole("button", { name: "Add Endpoint" }).click();
      await expect(dialog(page).getByText("Enter an address such as")).toBeVisible();
      await dialog(page).getByLabel("Address").fill(url);
      await dialog(page).getByRole("button", { name: "Add Endpoint" }).click();
      await expect(dialog(page).getByText("WEBHOOK_ALLOWED_NETWORKS").first()).toBeVisible();
      await dialog(page).getByLabel("Address").fill("https://erp.rokad.invalid/events");
      await dialog(page).getByLabel("Description").fill("ERP");
      await expectSoundInBothThemes(page, "add an endpoint");
      await dialog(page).getByRole("button", { name: "Add Endpoint" }).click();
      await expect(page.getByRole("heading", { name: "Secret of the endpoint" })).toBeVisible();
      const secret = dialog(page).getByLabel("Secret", { exact: true });
      await expect(secret).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
      await expectSoundInBothThemes(page, "the secret");
      await button(page, "Done").click();

      const of = (label: string) => button(page, `${label}: https://erp.rokad.invalid/events`);
      await of("Check").click();
      await button(page, "Check Now").click();
      await expect(dialog(page).getByLabel("Fails")).toBeVisible();
      await dialog(page).getByText("The signed bytes").click();
      await expectSoundInBothThemes(page, "the check");
      await button(page, "Send Test Event").click();
      await expect(page.getByText("Test event sent")).toBeVisible();
      await page.keyboard.press("Escape");

      await of("Deliveries").click();
      await expect(dialog(page).getByText("webhook.test")).toBeVisible();
      await expect(dialog(page).getByText("The name", { exact: false }).first()).toBeVisible();
      await dialog(page)
        .getByRole("button", { name: /^Attempts of version/ })
        .click();
      await expect(dialog(page).getByText("no answer").first()).toBeVisible();
      await expectSoundInBothThemes(page, "the deliveries");
      await dialog(page)
        .getByRole("button", { name: /^Send version/ })
        .click();
      await expect(page.getByText("1 event is sent again")).toBeVisible();
      await page.keyboard.press("Escape");

      await of("New Secret").click();
      await expectSoundInBothThemes(page, "new secret");
      await button(page, "Create").click();
      await expect(secret).toHaveText(/^whsec_/);
      await button(page, "Done").click();

      await button(page, "Set Low Balance").click();
      await dialog(page).getByLabel("Below").fill("5000");
      await expectSoundInBothThemes(page, "low balance");
      await button(page, "Save").click();
      await expect(button(page, "Low balance: ₹5,000")).toBeVisible();

      await of("Remove").click();
      await expectSoundInBothThemes(page, "remove");
      await button(page, "Remove").click();
      await expect(page.getByText("No webhook endpoints")).toBeVisible();
    },
  );
}
