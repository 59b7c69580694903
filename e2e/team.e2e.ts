// The guarantee: an owner invites, the invited person joins by their own choice and sees only what the
// role may, and is signed out when the owner disables them or when they leave. In both consoles.
import type { Browser, Page } from "@playwright/test";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, enterCode, expect, requestCode, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { pressAndSign, signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialog = (page: Page) => page.getByRole("dialog");

/** Signs in without a business: the invitations take the place of the form. */
async function openInvitations(page: Page, rokad: Rokad, mobile: string): Promise<void> {
  await page.goto(paths.signIn);
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await dialog(page).getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "You are invited" })).toBeVisible();
}

async function join(page: Page, business: string): Promise<void> {
  await page.getByRole("button", { name: `Join ${business}` }).click();
  await page.waitForURL((url) => url.pathname !== paths.signIn);
}

/** The page of another person, in a browser of their own. */
async function otherPage(browser: Browser, rokad: Rokad): Promise<Page> {
  const context = await browser.newContext({ baseURL: rokad.origin });
  return context.newPage();
}

async function invite(page: Page, mobile: string, role: string): Promise<void> {
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog(page).getByLabel("Name").fill("Priya Nair");
  await dialog(page).getByLabel("Mobile number").fill(mobile);
  await dialog(page).getByRole("checkbox", { name: role }).check();
  await expectSoundInBothThemes(page, "invite");
  await dialog(page).getByRole("button", { name: "Invite" }).click();
}

for (const { device, viewport, tag } of devices) {
  const mobile = device === "a desk" ? "7000000101" : "7000000102";
  test(
    `an owner invites a viewer and disables them, on ${device}`,
    { tag },
    async ({ page, browser, rokad }) => {
      await page.setViewportSize(viewport);
      const owner = await rokad.tenant({ name: "Asha Textiles" });
      await enter(page, rokad, owner.mobile, paths.team);
      await expect(page.getByText("You", { exact: true })).toBeVisible();
      await invite(page, mobile, "Viewer");
      await signStepUp(page, rokad, owner.mobile);
      await expect(page.getByRole("heading", { name: "Priya Nair is invited" })).toBeVisible();
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await expect(page.getByText("Invited", { exact: true })).toBeVisible();
      await expectSoundInBothThemes(page, "team with an invitation");

      const guest = await otherPage(browser, rokad);
      await guest.setViewportSize(viewport);
      await openInvitations(guest, rokad, mobile);
      await expectSoundInBothThemes(guest, "invitations");
      await join(guest, "Asha Textiles");
      await expect(guest.getByRole("link", { name: "Team" })).toHaveCount(0);
      await guest.goto(paths.team);
      await expect(guest.getByRole("heading", { name: "Not part of your role" })).toBeVisible();

      // A choice that was not saved is gone at the next opening.
      const changeRoles = page.getByRole("button", { name: "Change roles of Priya Nair" });
      await changeRoles.click();
      await dialog(page).getByRole("checkbox", { name: "Approver" }).check();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await changeRoles.click();
      await expect(dialog(page).getByRole("checkbox", { name: "Approver" })).not.toBeChecked();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();

      await page.getByRole("button", { name: "Disable Priya Nair" }).click();
      await expect(dialog(page).getByText("They are signed out at once")).toBeVisible();
      await expectSoundInBothThemes(page, "disable a member");
      await page.route(
        "**/team/*/status",
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await dialog(page).getByRole("button", { name: "Disable" }).click();
      // Without a click or a reload: the guest's page hears of it.
      await guest.waitForURL(`**${paths.signIn}`);
      // The answer was lost, and she was enabled again: the next press disables her.
      const { token } = await rokad.session(owner.mobile);
      const find = async () => {
        const { members } = await rokad.call(token, "GET", "/team");
        return (members as { id: string; name: string; is_active: boolean }[]).find(
          ({ name }) => name === "Priya Nair",
        );
      };
      await rokad.call(token, "PATCH", `/team/${(await find())?.id}/status`, { is_active: true });
      await dialog(page).getByRole("button", { name: "Disable" }).click();
      await expect(dialog(page)).toHaveCount(0);
      expect(await find()).toMatchObject({ is_active: false });
      await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
      await guest.context().close();
    },
  );
}

test("an owner of the installation invites support with a code and disables them", async ({
  page,
  browser,
  rokad,
}) => {
  const mobile = "7000000103";
  const boss = await rokad.newAdmin("Meera Owner");
  await enter(page, rokad, boss.mobile, superAdminPaths.team);
  await invite(page, mobile, "Support");
  await signStepUp(page, rokad, boss.mobile);
  await expect(page.getByRole("heading", { name: "Priya Nair is invited" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Done" }).click();

  const guest = await otherPage(browser, rokad);
  await openInvitations(guest, rokad, mobile);
  await join(guest, "Rokad");
  await guest.goto(superAdminPaths.team);
  await expect(guest.getByRole("table").getByText("Priya Nair")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Invite", exact: true })).toHaveCount(0);

  await rokad.passResendTime(boss.mobile);
  await page.getByRole("button", { name: "Disable Priya Nair" }).click();
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await signStepUp(page, rokad, boss.mobile);
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await expectSoundInBothThemes(page, "team of the installation");
  await guest.waitForURL(`**${paths.signIn}`);
  await guest.context().close();
});

test("an invited person signs in again and declines, and a member joins another business and leaves it", async ({
  page,
  browser,
  rokad,
}) => {
  const [asha, balaji] = [
    await rokad.tenant({ name: "Asha Textiles" }),
    await rokad.tenant({ name: "Balaji Foods" }),
  ];
  const mobile = "7000000104";
  await enter(page, rokad, asha.mobile, paths.team);
  await invite(page, mobile, "Viewer");
  await signStepUp(page, rokad, asha.mobile);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  const guest = await otherPage(browser, rokad);
  await openInvitations(guest, rokad, mobile);
  // Without its cookie, the browser's sign-in is worth nothing, as after its 15 minutes.
  await guest.context().clearCookies();
  await guest.getByRole("button", { name: "Join Asha Textiles" }).click();
  await expect(guest.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await expectSoundInBothThemes(guest, "invitations after the sign-in expired");
  await expect(guest.getByRole("button", { name: "Sign in again" })).toBeFocused();
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Sign in to Rokad" })).toBeVisible();
  await rokad.passResendTime(mobile);
  await openInvitations(guest, rokad, mobile);
  await guest.getByRole("button", { name: "Decline the invitation of Asha Textiles" }).click();
  await expect(guest.getByRole("heading", { name: "No invitation left" })).toBeVisible();
  await guest.getByRole("button", { name: "Sign in with another number" }).click();
  await expect(guest.getByRole("heading", { name: "Sign in to Rokad" })).toBeVisible();
  await guest.context().close();
  await expect(page.getByText("Invited", { exact: true })).toHaveCount(0);

  await rokad.passResendTime(asha.mobile);
  await invite(page, balaji.mobile, "Approver");
  await signStepUp(page, rokad, asha.mobile);
  const member = await otherPage(browser, rokad);
  await enter(member, rokad, balaji.mobile, paths.businesses);
  await member.getByRole("button", { name: "Join Asha Textiles" }).click();
  await member.getByRole("button", { name: /^Asha Textiles/ }).click();
  await member.waitForURL(`**${paths.dashboard}`);
  await member.goto(paths.businesses);
  await member.getByRole("button", { name: "Change your name" }).click();
  await dialog(member).getByLabel("Name").fill("Balaji Rao");
  await expectSoundInBothThemes(member, "change the own name");
  await pressAndSign(dialog(member), "Change name", rokad, balaji.mobile);
  await expect(dialog(member)).toHaveCount(0);
  await expect(member.getByRole("main").getByText("Balaji Rao")).toBeVisible();
  await expect(page.getByText("Balaji Rao")).toBeVisible();
  await rokad.passResendTime(balaji.mobile);
  await member.getByRole("button", { name: "Leave" }).click();
  await expectSoundInBothThemes(member, "leave a business");
  await dialog(member).getByRole("button", { name: "Leave" }).click();
  await signStepUp(member, rokad, balaji.mobile);
  // The dialog and the ended stream both open it, so a wait for one navigation could fail.
  await expect(member).toHaveURL(new RegExp(`${paths.signIn}$`));
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Left", { exact: true })).toBeVisible();
  await member.context().close();
});
