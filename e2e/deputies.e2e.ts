// The guarantee: what waits for an approver who leaves is listed and goes to a deputy, who sees in whose
// place they approve; and who goes away names the deputy and the days.
import type { Browser, Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";
const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });
const requestPath = (id: string) => paths.request.replace("$id", id);

/** A business whose payouts need Meera Iyer by name, with one that waits for her. */
async function openBusiness(rokad: Rokad) {
  const { mobile: owner } = await rokad.tenant({ name: "Ravi Sharma", rupees: 500_000 });
  const approver = await rokad.newMember(owner, "Meera Iyer", "approver");
  const deputy = await rokad.newMember(owner, "Anil Kumar", "approver");
  const preparer = await rokad.newMember(owner, "Asha Rao", "preparer");
  const { token } = await rokad.session(owner);
  const team = await rokad.call(token, "GET", "/team");
  const meera = team.members.find(({ name }: { name: string }) => name === "Meera Iyer");
  await rokad.call(token, "PUT", "/approval-policy", {
    bands: [
      {
        amount_up_to: null,
        methods: null,
        sources: null,
        beneficiary: null,
        steps: [{ approvals: 1, roles: [], people: [meera.id] }],
      },
    ],
    base_version: null,
    reason: "Meera approves each payout",
  });
  const session = await rokad.session(preparer);
  const request = await rokad.call(session.token, "POST", "/payment-requests", {
    payout: {
      method: "upi",
      upi_id: "success@okhdfcbank",
      beneficiary_name: "Kiran Traders",
      beneficiary_email: "accounts@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "1 Sample Road, Pune",
      amount: 45_000,
    },
  });
  return { owner, approver, deputy, request };
}

async function openAs(browser: Browser, rokad: Rokad, mobile: string, path: string) {
  const context = await browser.newContext({ baseURL: rokad.origin });
  const page = await context.newPage();
  await enter(page, rokad, mobile, path);
  await arrived(page);
  return page;
}

for (const { device, viewport, tag } of devices) {
  test(
    `the items of a disabled approver go to a deputy, who approves in their place, on ${device}`,
    { tag },
    async ({ page, rokad, browser }) => {
      await page.setViewportSize(viewport);
      const { owner, deputy, request } = await openBusiness(rokad);
      await enter(page, rokad, owner, paths.team);
      await page.getByRole("button", { name: "Disable Meera Iyer" }).click();
      await expect(dialog(page)).toContainText("1 payment waits for Meera Iyer.");
      await expect(dialog(page).getByRole("link", { name: /Kiran Traders/ })).toBeVisible();
      await expect(dialog(page)).toContainText(
        "1 can't be completed without Meera Iyer or a deputy.",
      );
      await dialog(page).getByRole("checkbox", { name: "Anil Kumar" }).check();
      await expectSoundInBothThemes(page, "disable an approver", dialogPanel);
      await dialog(page).getByRole("button", { name: "Disable" }).click();
      await signStepUp(page, rokad, owner);
      await expect(page.getByText("Deputies saved")).toBeVisible();
      await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
      await expectSoundInBothThemes(page, "a team with deputies");
      await page.getByRole("button", { name: "Deputies of Meera Iyer" }).click();
      await expect(dialog(page).getByRole("checkbox", { name: "Anil Kumar" })).toBeChecked();

      const second = await openAs(browser, rokad, deputy, requestPath(request.id));
      await second.setViewportSize(viewport);
      await expect(second.getByText("Waits for Anil Kumar (for Meera Iyer)").first()).toBeVisible();
      await expectSoundInBothThemes(second, "a request that waits for a deputy");
      await second.getByRole("button", { name: /^Approve/ }).click();
      await signStepUp(second, rokad, deputy);
      await expect(second.getByText("Approved and sent", { exact: true })).toBeVisible();
      await expect(second.getByText("Approved by Anil Kumar in place of Meera Iyer")).toBeVisible();
      await expectSoundInBothThemes(second, "what a deputy approved");
      await second.context().close();
    },
  );
}

test("without a deputy, everyone sees who can help, and the owner names one later", async ({
  page,
  rokad,
}) => {
  const { owner, request } = await openBusiness(rokad);
  await enter(page, rokad, owner, paths.team);
  await page.getByRole("button", { name: "Disable Meera Iyer" }).click();
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await page.goto(requestPath(request.id));
  await expect(
    page.getByText(/Ravi Sharma can name a deputy or add an approver/).first(),
  ).toBeVisible();
  await page.goto(paths.team);
  await page.getByRole("button", { name: "Deputies of Meera Iyer" }).click();
  await dialog(page).getByRole("checkbox", { name: "Anil Kumar" }).check();
  await expectSoundInBothThemes(page, "name a deputy", dialogPanel);
  await dialog(page).getByRole("button", { name: "Sign and save" }).click();
  await signStepUp(page, rokad, owner);
  await expect(page.getByText("Deputies saved")).toBeVisible();
  await page.goto(requestPath(request.id));
  await expect(page.getByText("Waits for Anil Kumar (for Meera Iyer)").first()).toBeVisible();

  // The policy names her still, so the owner can leave her out.
  await page.goto(paths.approvalPolicy);
  await page.getByRole("button", { name: "Edit Policy" }).click();
  await page.getByRole("checkbox", { name: "Meera Iyer (can't approve)" }).uncheck();
});

test("an approver names a deputy for the days of a leave", async ({ page, rokad, browser }) => {
  const { approver, deputy } = await openBusiness(rokad);
  await enter(page, rokad, approver, paths.requests);
  await arrived(page);
  await page.getByRole("button", { name: "Deputies" }).click();
  await dialog(page).getByRole("checkbox", { name: "Anil Kumar" }).check();
  await dialog(page).getByRole("checkbox", { name: "I am away" }).check();
  await dialog(page).getByRole("button", { name: "Sign and save" }).click();
  await expect(dialog(page).getByText("Enter the first day")).toBeVisible();
  const day = (days: number) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata" }).format(
      Date.now() + days * 24 * 60 * 60_000,
    );
  await dialog(page).getByLabel("First day").fill(day(0));
  await dialog(page).getByLabel("Last day").fill(day(5));
  await expect(dialog(page).getByText("Enter the first day")).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSoundInBothThemes(page, "a leave", dialogPanel);
  }
  await dialog(page).getByRole("button", { name: "Sign and save" }).click();
  await signStepUp(page, rokad, approver);
  await expect(page.getByText("Deputies saved")).toBeVisible();

  const second = await openAs(browser, rokad, deputy, paths.requests);
  await expect(second.getByText("Anil Kumar (for Meera Iyer)").first()).toBeVisible();
  await second.context().close();
});
