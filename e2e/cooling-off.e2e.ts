// The guarantee: an owner limits what new accounts are paid, and everyone who pays one sees how much and
// until when: on the beneficiary's page, among the payees, before the code, and on a request.
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };

for (const { device, viewport, tag } of devices) {
  test(
    `an owner limits what new accounts are paid, and sees it before the code, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const { mobile: owner } = await rokad.tenant({ name: "Ravi Sharma", rupees: 500_000 });
      const { token } = await rokad.session(owner);
      await rokad.call(token, "PUT", "/approval-policy", {
        bands: [{ ...any, steps: [] }],
        base_version: null,
        reason: "Payouts need no approval",
      });
      const saved = await rokad.call(token, "POST", "/beneficiaries", {
        name: "Kiran Traders",
        kind: "vendor",
        email: "accounts@example.com",
        phone: "9876543210",
        address: "1 Sample Road, Pune",
        destination: { method: "upi", upi_id: "kiran@okhdfcbank" },
      });
      await enter(page, rokad, owner, paths.approvalPolicy);
      await arrived(page);
      await page.getByRole("button", { name: "Edit Policy" }).click();
      await page.getByRole("checkbox", { name: "Limit what new accounts are paid" }).check();
      await page.getByLabel("Hours").fill("0");
      await page.getByRole("button", { name: "Review and Save" }).click();
      await expect(page.getByText("At least 1 hour")).toBeVisible();
      await page.getByLabel("Hours").fill("24");
      await page.getByLabel("At most in total").fill("20000");
      await expectSoundInBothThemes(page, "the editor with a limit of new accounts");
      await page.getByRole("button", { name: "Review and Save" }).click();
      const dialog = page.getByRole("dialog").filter({ visible: true });
      const rule = "New accounts: at most ₹20,000 in total in the first 24 hours";
      await expect(dialog).toContainText(rule);
      await dialog.getByLabel("Reason").fill("A changed account should not get everything");
      await expectSoundInBothThemes(page, "the changed policy", dialogPanel);
      await dialog.getByRole("button", { name: "Sign and save" }).click();
      await signStepUp(page, rokad, owner);
      await expect(page.getByText(rule).first()).toBeVisible();
      await expectSoundInBothThemes(page, "a policy with a limit of new accounts");

      const sentence = /^This account is new: at most ₹20,000 in total until/;
      await page.goto(paths.beneficiary.replace("$id", saved.id));
      await expect(page.getByText(sentence)).toBeVisible();
      await expectSoundInBothThemes(page, "a new beneficiary");

      await page.goto(paths.payouts);
      await arrived(page);
      await page.getByRole("button", { name: "Choose a beneficiary" }).click();
      await expect(page.getByText("New: at most ₹20,000")).toBeVisible();
      await expectSoundInBothThemes(page, "the payees with a new one");
      await page.getByRole("button", { name: /Kiran Traders/ }).click();
      await page.getByLabel("Amount").fill("20001");
      // The price below the form moves the button.
      await expect(page.getByText("₹20,006.90").filter({ visible: true }).first()).toBeVisible();
      await page.getByRole("button", { name: "Initiate Payout" }).click();
      await expect(dialog.getByText(sentence)).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Confirm and get OTP" })).toBeDisabled();
      await expectSoundInBothThemes(page, "a payout to a new account", dialogPanel);
    },
  );
}

test("a request to a new account says that it can't be sent yet", async ({ page, rokad }) => {
  const { mobile: owner } = await rokad.tenant({ name: "Ravi Sharma", rupees: 500_000 });
  const preparer = await rokad.newMember(owner, "Asha Rao", "preparer");
  const approver = await rokad.newMember(owner, "Meera Iyer", "approver");
  const { token } = await rokad.session(owner);
  await rokad.call(token, "PUT", "/approval-policy", {
    bands: [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }],
    cooling: { amount: 20_000, hours: 24 },
    base_version: null,
    reason: "New accounts wait",
  });
  const session = await rokad.session(preparer);
  await rokad.call(session.token, "POST", "/beneficiaries", {
    name: "Kiran Traders",
    kind: "vendor",
    destination: { method: "upi", upi_id: "kiran@okhdfcbank" },
  });
  const request = await rokad.call(session.token, "POST", "/payment-requests", {
    payout: {
      method: "upi",
      upi_id: "kiran@okhdfcbank",
      beneficiary_name: "Kiran Traders",
      beneficiary_email: "accounts@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "1 Sample Road, Pune",
      amount: 45_000,
    },
  });
  await enter(page, rokad, approver, paths.request.replace("$id", request.id));
  await expect(page.getByText("Can't be sent yet")).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSoundInBothThemes(page, "a request to a new account");
  }
  await page.getByRole("button", { name: /^Approve/ }).click();
  await signStepUp(page, rokad, approver);
  await expect(
    page.getByText("Approved, but not sent yet").or(page.getByText("Can't be sent yet")).first(),
  ).toBeVisible();
});
