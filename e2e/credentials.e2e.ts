// A super admin sets a provider's key, signed, sees only its end, and removes it.
import { enter, expect, test } from "./journey.ts";
import { letWaitPass } from "./let-wait-pass.ts";
import { pressAndSign } from "./signing.ts";
import { superAdminPaths } from "../apps/web/src/paths.ts";

test("a credential is set, shows its end only, and is removed, both signed [34.6]", async ({
  page,
  rokad,
}) => {
  const admin = await rokad.admin();
  await enter(page, rokad, admin.mobile, superAdminPaths.paymentGateway);
  const card = page.getByRole("region", { name: "Credentials" });
  await card.getByRole("button", { name: "Set Twilio Auth token" }).click();
  const dialog = page.getByRole("dialog", { name: "Twilio Auth token" });
  await expect(dialog).toContainText("Nobody else can confirm: takes effect after 24 hours");
  await dialog.getByLabel("New value").fill("two words");
  await dialog.getByRole("button", { name: "Propose change" }).click();
  await expect(dialog.getByText("Use letters, digits and symbols without spaces")).toBeVisible();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByLabel("New value").fill("a-token-that-nobody-reads-6789");
  await dialog.getByLabel("Reason").fill("Second gateway");
  await pressAndSign(dialog, "Propose change", rokad);
  await expect(card.getByText("Takes effect")).toBeVisible();
  await letWaitPass(rokad);
  await expect(card.getByText(/^Set, ends in 6789, by .+ on /)).toBeVisible();
  await expect(page.getByText("a-token-that")).toHaveCount(0);

  await card.getByRole("button", { name: "Remove Twilio Auth token" }).click();
  const removal = page.getByRole("dialog", { name: "Remove Twilio Auth token?" });
  await removal.getByLabel("Reason").fill("Contract ended");
  await pressAndSign(removal, "Propose removal", rokad);
  await expect(removal).toBeHidden();
  await letWaitPass(rokad);
  await expect(card.getByText(/ends in 6789/)).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Set Twilio Auth token" })).toBeVisible();
});
