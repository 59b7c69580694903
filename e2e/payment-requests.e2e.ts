// The guarantee: what a preparer submits is sent only after each step's approval, by people who saw
// exactly what was sent, and every person sees why it waits and who can unblock it.
import type { Browser, Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { signStepUp, stepUpDialog } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const stepOf = (role: string) => ({ approvals: 1, roles: [role], people: [] });

interface Business {
  readonly owner: string;
  readonly approver: string;
  readonly preparer: string;
}

/** A business whose payouts need an approver and then an owner. */
async function openBusiness(rokad: Rokad, rupees = 500_000): Promise<Business> {
  const { mobile: owner } = await rokad.tenant({ name: "Ravi Sharma", rupees });
  const approver = await rokad.newMember(owner, "Meera Iyer", "approver");
  const preparer = await rokad.newMember(owner, "Asha Rao", "preparer");
  const { token } = await rokad.session(owner);
  await rokad.call(token, "PUT", "/approval-policy", {
    bands: [{ ...any, steps: [stepOf("approver"), stepOf("owner")] }],
    base_version: null,
    reason: "Each payout needs two people",
  });
  return { owner, approver, preparer };
}

/** A request of the preparer over the API. */
async function prepare(rokad: Rokad, preparer: string, rupees: number, name = "Kiran Traders") {
  const { token } = await rokad.session(preparer);
  return rokad.call(token, "POST", "/payment-requests", { payout: payoutOf(rupees, name) });
}

const payoutOf = (amount: number, name: string) => ({
  method: "upi",
  upi_id: "success@okhdfcbank",
  beneficiary_name: name,
  beneficiary_email: "accounts@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "1 Sample Road, Pune",
  amount,
});

async function openAs(browser: Browser, rokad: Rokad, mobile: string, path: string) {
  const context = await browser.newContext({ baseURL: rokad.origin });
  const page = await context.newPage();
  await enter(page, rokad, mobile, path);
  await arrived(page);
  return page;
}

const requestPath = (id: string) => paths.request.replace("$id", id);

for (const { device, viewport, tag } of devices) {
  test(
    `a preparer's request of ₹4,50,000 goes through two steps and is paid, on ${device}`,
    { tag },
    async ({ page, rokad, browser }) => {
      await page.setViewportSize(viewport);
      const { owner, approver, preparer } = await openBusiness(rokad);
      await enter(page, rokad, preparer, paths.payouts);
      await arrived(page);
      await page.getByRole("radio", { name: /UPI/ }).check();
      await page.getByRole("textbox", { name: "UPI ID" }).fill("success@okhdfcbank");
      await page.getByLabel("Beneficiary name").fill("Kiran Traders");
      await page.getByLabel("Email").fill("accounts@example.com");
      await page.getByLabel("Phone number").fill("9876543210");
      await page.getByLabel("Address").fill("1 Sample Road, Pune");
      await page.getByLabel("Amount").fill("450000");
      await expect(
        page.getByText("Needs 1 approval by Meera Iyer, then 1 approval by Ravi Sharma"),
      ).toBeVisible();
      await expectSoundInBothThemes(page, "the form of a preparer");
      await button(page, "Submit for Approval").click();
      const dialog = page.getByRole("dialog", { name: "Submit for approval" });
      await expect(dialog).toContainText("then 1 approval by Ravi Sharma");
      await expectSoundInBothThemes(page, "what is submitted", dialogPanel);
      const sending = await holdFirst(page, "**/api/v1/payment-requests");
      sending.loseAnswer();
      await dialog.getByRole("button", { name: "Submit for approval" }).click();
      // It may have arrived: a draft would be a second request, as would one with other choices.
      await expect(
        dialog.getByText("No response yet. Try again: it will not be saved twice."),
      ).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Save as draft" })).toBeDisabled();
      await expect(dialog.getByLabel("Save as beneficiary")).toBeDisabled();
      await dialog.getByRole("button", { name: "Submit for approval" }).click();
      await expect(page.getByText("Awaiting approval")).toBeVisible();
      await expect(button(page, /^Approve/)).toHaveCount(0);
      await expect(page.getByText(/Waits for Meera Iyer/)).toBeVisible();
      await expectSoundInBothThemes(page, "the request of a preparer");

      const second = await openAs(browser, rokad, approver, paths.requests);
      await second.setViewportSize(viewport);
      await expectSoundInBothThemes(second, "what waits for an approver");
      await second.getByRole("link", { name: /^Review/ }).click();
      await button(second, "Approve ₹4,50,000.00").click();
      await expect(stepUpDialog(second)).toContainText("₹4,50,000.00");
      await expect(stepUpDialog(second)).toContainText("Kiran Traders");
      await signStepUp(second, rokad, approver);
      await expect(second.getByText(/Approved by Meera Iyer/)).toBeVisible();

      const third = await openAs(browser, rokad, owner, paths.requests);
      await third.setViewportSize(viewport);
      await third.getByRole("checkbox", { name: "Choose all 1 on this page" }).check();
      await button(third, "Approve 1 request").click();
      await expectSoundInBothThemes(third, "what one signature approves", dialogPanel);
      await button(third, "Sign and approve ₹4,50,000.00").click();
      await signStepUp(third, rokad, owner);
      await expect(third.getByText("1 of 1 approved")).toBeVisible();

      // The preparer's page follows.
      await expect(page.getByText("Approved and sent")).toBeVisible();
      await page.getByRole("link", { name: "View payout" }).click();
      await expect(page.locator("[data-status=success]").first()).toBeVisible();
      await second.context().close();
      await third.context().close();
    },
  );
}

test("an edit voids the approvals, and who has the request open sees what changed", async ({
  page,
  rokad,
  browser,
}) => {
  const { approver, preparer } = await openBusiness(rokad);
  const request = await prepare(rokad, preparer, 25_000);
  const open = await openAs(browser, rokad, approver, requestPath(request.id));
  await button(open, /^Approve/).click();
  await signStepUp(open, rokad, approver);
  await expect(open.getByText(/Approved by Meera Iyer/)).toBeVisible();

  await enter(page, rokad, preparer, requestPath(request.id));
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(
    page.getByText("Saving makes 1 approval void: the steps start again."),
  ).toBeVisible();
  await expect(page.getByLabel("Amount")).toHaveValue("25000");
  await page.getByLabel("Amount").fill("30000");
  await button(page, "Review Changes").click();
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByText("Step 1").or(page.getByText("Void after the edit")).first(),
  ).toBeVisible();

  await expect(open.getByText("This request changed since you looked at it")).toBeVisible();
  await expect(open.getByText("From ₹25,000.00To ₹30,000.00")).toBeVisible();
  await expect(open.getByText(/Approved by Meera Iyer/)).toHaveCount(0);
  await expectSoundInBothThemes(open, "a request that changed");
  await open.context().close();
});

test("nobody is offered to approve their own request", async ({ page, rokad }) => {
  const { owner } = await openBusiness(rokad);
  await rokad.newMember(owner, "Anil Sharma", "owner");
  const request = await prepare(rokad, owner, 10_000);
  await enter(page, rokad, owner, requestPath(request.id));
  await expect(button(page, "Withdraw")).toBeVisible();
  await expect(button(page, /^Approve/)).toHaveCount(0);
  await expect(button(page, "Reject")).toHaveCount(0);
});

test("an approver rejects with a reason, which the preparer reads", async ({ page, rokad }) => {
  const { approver, preparer } = await openBusiness(rokad);
  const request = await prepare(rokad, preparer, 10_000);
  await enter(page, rokad, approver, requestPath(request.id));
  await button(page, "Reject").click();
  const dialog = page.getByRole("dialog", { name: "Reject this request?" });
  await dialog.getByRole("button", { name: "Reject request" }).click();
  await expect(dialog).toContainText("A reason is required");
  await dialog.getByLabel("Reason").fill("Invoice 118 is already paid");
  await dialog.getByRole("button", { name: "Reject request" }).click();
  await expect(page.getByText(/^Rejected by Meera Iyer/)).toBeVisible();
  await enter(page, rokad, preparer, requestPath(request.id));
  await expect(page.getByText("Invoice 118 is already paid").first()).toBeVisible();
  await expectSoundInBothThemes(page, "a rejected request");
});

test("one signature approves several requests by keyboard", async ({ page, rokad }) => {
  const { approver, preparer } = await openBusiness(rokad);
  for (const name of ["Kiran Traders", "Sunrise Textiles", "Balaji Foods"])
    await prepare(rokad, preparer, 10_000, name);
  await enter(page, rokad, approver, paths.requests);
  await arrived(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("2 chosen")).toBeVisible();
  await button(page, "Approve 2 requests").focus();
  await page.keyboard.press("Enter");
  await button(page, "Sign and approve ₹20,000.00").focus();
  await page.keyboard.press("Enter");
  await expect(stepUpDialog(page)).toContainText("2");
  await signStepUp(page, rokad, approver);
  await expect(page.getByText("2 of 2 approved")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

/** Submits a file of one row for approval. */
async function submitBatch(page: Page, name: string, row: string) {
  await button(page, "New batch").first().click();
  const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
  const buffer = Buffer.from(`Name,Account number,IFSC,Amount\n${row}`);
  await dialog.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer });
  await button(page, "Check 1 row").click();
  await button(page, "Check 1 new account").click();
  await button(page, "Submit for approval").click();
  const submit = page.getByRole("dialog", { name: "Submit this batch?" });
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText("Awaiting approval", { exact: true })).toBeVisible();
}

test("a request and a batch are approved from one queue on a phone", async ({
  page,
  browser,
  rokad,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { mobile: owner } = await rokad.tenant({ role: "operator", rupees: 10_000 });
  const approver = await rokad.newMember(owner, "Anil Kumar", "approver");
  const preparer = await rokad.newMember(owner, "Priya Nair", "preparer");
  await prepare(rokad, preparer, 1_500);
  const desk = await openAs(browser, rokad, preparer, "/dashboard/bulk-payouts");
  await submitBatch(desk, "vendors.csv", "Kiran Traders,700500300001,HDFC0000060,2000");
  await desk.context().close();

  await enter(page, rokad, approver, paths.requests);
  await arrived(page);
  await expect(page.getByText("Waiting for me (2)")).toBeVisible();
  await expectSoundInBothThemes(page, "a request and a batch that wait");
  await page.getByRole("link", { name: "Review vendors.csv" }).click();
  await button(page, "Approve ₹2,000.00").click();
  await button(page, "Sign and approve ₹2,000.00").click();
  await signStepUp(page, rokad, approver);
  await expect(page.getByText("₹2,000.00 of ₹2,000.00 paid")).toBeVisible();

  await page.goto(paths.requests);
  await expect(page.getByText("Waiting for me (1)")).toBeVisible();
  await page.getByRole("link", { name: /^Review/ }).click();
  await rokad.passResendTime(approver);
  await button(page, "Approve ₹1,500.00").click();
  await signStepUp(page, rokad, approver);
  await expect(page.getByText("Approved and sent", { exact: true })).toBeVisible();
});
