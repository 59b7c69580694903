// The guarantee: where a business holds the money of payment requests from their submission, each page says
// what is on hold and for what, and that it came back or was sent.
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const approverStep = { approvals: 1, roles: ["approver"], people: [] };

for (const { device, viewport, tag } of devices) {
  test(
    `a request holds its money until it is rejected, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const { mobile: owner } = await rokad.tenant({ name: "Ravi Sharma", rupees: 10_000 });
      const approver = await rokad.newMember(owner, "Meera Iyer", "approver");
      const preparer = await rokad.newMember(owner, "Asha Rao", "preparer");
      const { token } = await rokad.session(owner);
      await rokad.call(token, "PUT", "/approval-policy", {
        bands: [{ ...any, steps: [approverStep] }],
        base_version: null,
        reason: "Each payout needs an approver",
      });

      await enter(page, rokad, owner, "/dashboard/settings/approval-policy");
      await arrived(page);
      await page.getByRole("button", { name: "Change the hold of payment requests" }).click();
      const dialog = page.getByRole("dialog", { name: "Hold of payment requests" });
      await dialog.getByRole("checkbox").check();
      await expect(dialog.getByText(/can't be submitted/)).toBeVisible();
      await expectSoundInBothThemes(page, "the choice", dialogPanel);
      await dialog.getByRole("button", { name: "Sign and save" }).click();
      await signStepUp(page, rokad, owner);
      await expect(page.getByText("When submitted")).toBeVisible();

      const { token: preparing } = await rokad.session(preparer);
      const request = await rokad.call(preparing, "POST", "/payment-requests", {
        payout: {
          method: "upi",
          upi_id: "success@okhdfcbank",
          beneficiary_name: "Kiran Traders",
          beneficiary_email: "accounts@example.com",
          beneficiary_phone: "9876543210",
          beneficiary_address: "1 Sample Road, Pune",
          amount: 7_500,
        },
      });
      await page.goto(paths.wallet);
      await arrived(page);
      const wallet = page.getByLabel("Main Wallet").first();
      await expect(wallet.getByText("1 payment request")).toBeVisible();
      await expect(wallet).toContainText("₹7,505.90 of it for 1 payment request");
      await expect(
        page.getByText("On hold for a payment request to Kiran Traders").first(),
      ).toBeVisible();
      await expectSoundInBothThemes(page, "a wallet with a request on hold");

      await enter(page, rokad, approver, paths.request.replace("$id", request.id));
      await expect(page.getByText("On hold in your wallet")).toBeVisible();
      await expect(page.getByText("Submitted for approval: ₹7,505.90 on hold")).toBeVisible();
      await expectSoundInBothThemes(page, "a request on hold");
      await page.getByRole("button", { name: "Reject" }).click();
      const rejecting = page.getByRole("dialog", { name: "Reject this request?" });
      await rejecting.getByLabel("Reason").fill("Invoice 118 is already paid");
      await rejecting.getByRole("button", { name: "Reject request" }).click();
      await expect(page.getByText(/₹7,505\.90 back in the wallet/)).toBeVisible();
      await expect(page.getByText("On hold in your wallet")).toHaveCount(0);
    },
  );
}
