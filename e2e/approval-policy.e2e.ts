// The guarantee: an owner writes the approval policy in sentences, tries it before saving, and another
// owner confirms it; everyone else reads it. On a desk and on a phone.
import type { Browser, Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const rule = (page: Page, number: number) =>
  page.getByRole("group", { name: `Rule ${number}`, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A business with an owner, an approver and a preparer. */
async function openBusiness(rokad: Rokad) {
  const { mobile: owner } = await rokad.tenant({ name: "Sharma Traders" });
  const approver = await rokad.newMember(owner, "Meera Iyer", "approver");
  const preparer = await rokad.newMember(owner, "Asha Rao", "preparer");
  return { owner, approver, preparer };
}

/** Another person in a browser of their own. */
async function openOther(browser: Browser, rokad: Rokad, mobile: string) {
  const context = await browser.newContext({ baseURL: rokad.origin });
  const page = await context.newPage();
  await enter(page, rokad, mobile, paths.approvalPolicy);
  await arrived(page);
  return { page, close: () => context.close() };
}

test("an owner proposes a policy with a code, and a second owner confirms it in their browser", async ({
  page,
  rokad,
  browser,
}) => {
  const { owner } = await openBusiness(rokad);
  const secondOwner = await rokad.newMember(owner, "Anil Sharma", "owner");
  await enter(page, rokad, owner, paths.approvalPolicy);
  await arrived(page);
  await expect(page.getByText("There is no approval policy")).toBeVisible();
  await expectSoundInBothThemes(page, "without a policy");

  await button(page, "Create Policy").click();
  await expect(rule(page, 1)).toContainText("Up to ₹25,000 to known beneficiaries: no approval");
  await rule(page, 1).getByLabel("Amount up to").fill("25000000001");
  await expect(rule(page, 1)).toContainText("The amount must not exceed ₹25,00,00,00,000");
  await rule(page, 1).getByLabel("Amount up to").fill("50000");
  await button(page, "Add a step to rule 2").click();
  const second = page.getByRole("group", { name: "step 2 of rule 2", exact: true });
  await second.getByLabel("Any approver").uncheck();
  await expect(rule(page, 2)).toContainText(
    "Every other payout: 1 approval by an owner or an approver, then 1 approval by an owner",
  );
  await expectSoundInBothThemes(page, "the editor");

  // The rules that are not saved yet are tried.
  await page.getByRole("textbox", { name: "Amount", exact: true }).fill("450000");
  await page.getByLabel("Prepared by").selectOption("Asha Rao");
  await button(page, "Show approvals").click();
  await expect(page.getByText("Rule 2 applies.")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(heading(page, "Leave without saving?")).toBeVisible();
  await button(page, "Stay here").click();

  await button(page, "Review and Save").click();
  const dialog = page.getByRole("dialog", { name: "Propose this policy?" });
  await expect(dialog).toContainText("Payouts need no approval");
  await expect(dialog).toContainText("Up to ₹50,000 to known beneficiaries: no approval");
  await button(page, "Sign and propose").click();
  await expect(dialog).toContainText("A reason is required");
  await dialog.getByLabel("Reason").fill("Large payouts need two people");
  await expectSoundInBothThemes(page, "the proposal", "[role=dialog]:not([popover])");
  await button(page, "Sign and propose").click();
  await signStepUp(page, rokad, owner);
  await expect(heading(page, "Waits for a second owner")).toBeVisible();
  await expect(button(page, "Withdraw change")).toBeVisible();
  await expect(button(page, "Sign and confirm")).toHaveCount(0);
  await expect(button(page, "Create Policy")).toHaveCount(0);

  const other = await openOther(browser, rokad, secondOwner);
  await expect(heading(other.page, "Waits for a second owner")).toBeVisible();
  await expect(other.page.getByText("Large payouts need two people").first()).toBeVisible();
  await expectSoundInBothThemes(other.page, "the waiting change");
  await button(other.page, "Sign and confirm").click();
  await signStepUp(other.page, rokad, secondOwner);
  await expect(heading(other.page, "In force")).toBeVisible();
  await expect(other.page.getByText(/^Version 1 · Sharma Traders and Anil Sharma/)).toBeVisible();
  await other.close();
  // The proposer's page follows.
  await expect(heading(page, "In force")).toBeVisible();
  await expectSoundInBothThemes(page, "the policy in force");
});

test("an approver reads the policy on a phone and can't change it", async ({ page, rokad }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { owner, approver } = await openBusiness(rokad);
  const { token } = await rokad.session(owner);
  const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
  await rokad.call(token, "PUT", "/approval-policy", {
    bands: [{ ...any, steps: [{ approvals: 1, roles: ["owner", "approver"], people: [] }] }],
    base_version: null,
    reason: "Each payout needs two people",
  });
  await enter(page, rokad, approver, paths.approvalPolicy);
  await arrived(page);
  await expect(
    page.getByText("Every payout: 1 approval by an owner or an approver").first(),
  ).toBeVisible();
  await expect(button(page, "Edit Policy")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Change the limits/ })).toHaveCount(0);
  await expectSoundInBothThemes(page, "the policy of an approver");
});

test("an owner limits what a person can approve a day", async ({ page, rokad }) => {
  const { owner } = await openBusiness(rokad);
  await enter(page, rokad, owner, paths.approvalPolicy);
  await arrived(page);
  await button(page, "Change the limits of Meera Iyer").click();
  const dialog = page.getByRole("dialog", { name: "Limits of Meera Iyer" });
  await dialog.getByLabel("Per day").fill("200000");
  await expectSoundInBothThemes(page, "the limits", "[role=dialog]:not([popover])");
  await dialog.getByRole("button", { name: "Sign and save" }).click();
  await signStepUp(page, rokad, owner);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("₹2,00,000 a day, ₹0 used today")).toBeVisible();
});
