// The guarantee: one person works for several businesses, sees in each what the role includes, and
// never the other's data. On a desk and on a phone.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enterCode, expect, requestCode, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const openAccount = (page: Page) => page.getByRole("button", { name: /^Account of/ }).click();
const business = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}`) });

async function signInToChoose(page: Page, rokad: Rokad, mobile: string): Promise<void> {
  await page.goto(paths.signIn);
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(`**${paths.businesses}`);
}

for (const { device, viewport, tag } of devices) {
  test(
    `an accountant of two businesses chooses one, sees only reports, and switches, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const [first, second] = [
        await rokad.tenant({ name: "Asha Textiles" }),
        await rokad.tenant({ name: "Balaji Foods" }),
      ];
      const accountant = await rokad.newMember(first.mobile, "Priya Nair", "accountant");
      await rokad.addMember(second.mobile, accountant, "accountant");
      await signInToChoose(page, rokad, accountant);
      await expect(page.getByRole("heading", { name: "Choose a business" })).toBeVisible();
      await expectSoundInBothThemes(page, "choose a business");
      await business(page, "Asha Textiles").click();
      await page.waitForURL(`**${paths.reports}`);
      await arrived(page);
      await expect(page.getByRole("link", { name: "New Payout" })).toHaveCount(0);
      await page.goto(paths.payoutHistory);
      await expect(page.getByRole("heading", { name: "Not part of your role" })).toBeVisible();
      await expectSoundInBothThemes(page, "a page outside the role");

      const acting = "Account of Priya Nair, Asha Textiles, Accountant";
      await expect(page.getByRole("button", { name: acting })).toBeVisible();
      await openAccount(page);
      await expect(page.getByText("Asha Textiles", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Switch Business" }).click();
      await business(page, "Balaji Foods").click();
      await page.waitForURL(`**${paths.reports}`);
      await openAccount(page);
      await expect(page.getByText("Balaji Foods", { exact: true })).toBeVisible();
      await expect(page.getByText("Asha Textiles")).toHaveCount(0);
    },
  );
}

test("a second owner of one business signs in without choosing", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant({ name: "Asha Textiles" });
  const owner = await rokad.newMember(mobile, "Anil Sharma", "owner");
  await page.goto(paths.signIn);
  await requestCode(page, owner);
  await enterCode(page, await rokad.code(owner, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(`**${paths.dashboard}`);
  await openAccount(page);
  await expect(page.getByText("Asha Textiles", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Switch Business" })).toHaveCount(0);
});

test("a link leads to its page, after the sign-in and the choice of a business", async ({
  page,
  rokad,
}) => {
  const [first, second] = [
    await rokad.tenant({ name: "Asha Textiles" }),
    await rokad.tenant({ name: "Balaji Foods" }),
  ];
  const owner = await rokad.newMember(first.mobile, "Anil Sharma", "owner");
  await rokad.addMember(second.mobile, owner, "owner");
  await page.goto(paths.walletHistory);
  await signInToChoose(page, rokad, owner);
  await business(page, "Balaji Foods").click();
  await page.waitForURL(`**${paths.walletHistory}`);
  await arrived(page);
});
