// The guarantee: a super admin sees the state of the providers and of all payouts, pauses and
// resumes a provider without a payout sent twice or lost, and revokes a session immediately.
import type { Page } from "@playwright/test";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { pressAndSign, stepUpDialog } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

test("pauses a provider with a reason, holds its payouts, and sends them after the resume [28.1]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.paymentGateway);
  await arrived(page);
  await expect(page.getByRole("status").getByText("Live")).toBeVisible();
  const primary = page.getByRole("region", { name: "Primary provider" });
  const alternative = page.getByRole("region", { name: "Alternative provider" });
  await expect(primary.getByText("Sending payouts")).toBeVisible();
  await expect(primary.getByText("Sandbox (no real money)")).toBeVisible();
  await primary.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/Primary answered in \d+ ms/)).toBeVisible();

  await primary.getByRole("button", { name: "Pause" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByRole("button", { name: "Pause Primary" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await expect(dialog.getByText(/tenants? may use no other provider/)).toBeVisible();
  await dialog.getByLabel("Reason").fill("Its bank is under maintenance");
  await dialog.getByRole("button", { name: "Pause Primary" }).click();
  await expect(primary.getByText("Paused", { exact: true })).toBeVisible();
  await expect(primary.getByText(/Its bank is under maintenance/)).toBeVisible();

  const payout = await rokad.pay(mobile, "asha@okhdfc", 750);
  await expect(primary.getByText("1 payout, ₹750.00", { exact: true })).toBeVisible();
  await expect(alternative.getByText("Sending payouts")).toBeVisible();

  await primary.getByRole("button", { name: "Resume" }).click();
  await expect(
    dialog.getByText("Sent immediately, oldest first, each once: 1 payout, ₹750.00."),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Resume and send 1 payout" }).click();
  await expect(page.getByText("Primary resumed; sending 1 payout now")).toBeVisible();
  await expect(primary.getByText("Sending payouts")).toBeVisible();
  const { token } = await rokad.session(mobile);
  await expect
    .poll(async () => (await rokad.call(token, "GET", `/payouts/${payout}`)).status)
    .toBe("success");

  await primary.getByRole("group").getByText("Success rate").click();
  await expect(
    primary.getByRole("slider", { name: "Primary: Success rate by hour" }),
  ).toBeVisible();
  await primary.getByRole("button", { name: "Primary: View as table" }).click();
  await expect(primary.getByRole("columnheader", { name: "95th percentile" })).toBeVisible();
});

test("checks a payout in progress and revokes a session immediately", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  await rokad.pay(mobile, "pending@upi", 1_250);
  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.activity);
  await arrived(page);
  await expect(
    page.getByRole("status").filter({ hasText: "Operational: payouts are" }),
  ).toBeVisible();
  await expect(page.getByText("Server and worker")).toBeVisible();
  await expect(page.getByText("No payout takes too long")).toBeVisible();
  const payouts = page.getByRole("region", { name: "Payouts without an outcome" });
  await page.getByRole("group", { name: "Which payouts" }).getByText("All").click();
  const row = payouts.getByRole("row").filter({ hasText: "₹1,250.00" });
  await expect(row.getByText("Processing")).toBeVisible();
  await row.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/Next status check of \w+: /)).toBeVisible();
  await row.getByRole("button", { name: /^Outcome of/ }).click();
  const outcome = page.getByRole("dialog");
  await expect(outcome.getByText("On hold")).toBeVisible();
  await expect(outcome.getByText(/Its provider has 72 hours to report the outcome/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(outcome).toBeHidden();

  // The tenant's page, open elsewhere.
  const elsewhere = await browser.newContext();
  const theirs = await elsewhere.newPage();
  await enter(theirs, rokad, mobile, "/dashboard");
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  const sessions = page.getByRole("region", { name: "Active sessions" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await sessions
    .getByRole("button", { name: "Revoke all sessions of Journey Traders" })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke all sessions" }).click();
  await expect(page.getByText(/sessions? of Journey Traders revoked/)).toBeVisible();
  await theirs.waitForURL("**/login**");
  await elsewhere.close();

  await sessions
    .getByRole("button", { name: /Revoke this session of/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const own = sessions.getByRole("row").filter({ hasText: "This session" });
  await own.getByRole("button", { name: /Revoke this session of/ }).click();
  await expect(dialog.getByText("You will be signed out.")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("needs two super admins to sign a payout's outcome, each with their own valid code", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  const id = await rokad.pay(mobile, "pending@upi", 1_470);
  const { token } = await rokad.session(mobile);
  await expect
    .poll(async () => (await rokad.call(token, "GET", `/payouts/${id}`)).status)
    .toBe("processing");
  await rokad.backdate(id);
  const second = await rokad.newAdmin("Ravi Menon");
  const open = async (on: Page) => {
    await on.getByRole("group", { name: "Which payouts" }).getByText("All").click();
    const row = on.getByRole("row").filter({ hasText: "₹1,470.00" });
    await row.getByRole("button", { name: /^Outcome of/ }).click();
    return on.getByRole("dialog", { name: /^Outcome of/ });
  };

  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.activity);
  const mine = await open(page);
  await mine.getByRole("radio", { name: /^Failed/ }).check();
  await mine.getByLabel("Reason").fill("The bank has no record of it");
  await mine.getByLabel("Evidence").fill("Asked the bank by telephone; Ms Rao found no debit");
  await mine.getByRole("button", { name: "Continue to sign" }).click();
  await mine.getByRole("button", { name: "Sign proposal" }).click();
  const signing = stepUpDialog(page);
  await expect(signing.getByText(/^Propose payout RK\w+ of ₹1,470\.00 as failed$/)).toBeVisible();
  await signing.getByLabel("One-time code (OTP)").fill("000000");
  await signing.getByRole("button", { name: "Sign and continue" }).click();
  await expect(signing.getByText("Invalid OTP. Please try again.")).toBeVisible();
  await signing.getByRole("button", { name: "Fill" }).click();
  await signing.getByRole("button", { name: "Sign and continue" }).click();
  await expect(mine.getByText("Proposed: failed")).toBeVisible();
  await expect(mine.getByText(/A second super admin must confirm it/)).toBeVisible();
  await expect(mine.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await expectSoundInBothThemes(page, "a proposed outcome", "[role=dialog]");

  // However slow the machine is, the second one comes before a worker's lease is over.
  await rokad.runSql(
    "update payout_decisions set proposed_at = now() + interval '10 minutes' where payout_id = $1",
    [id],
  );
  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, rokad, second.mobile, superAdminPaths.activity);
  const other = await open(theirs);
  await expect(
    other.getByText(/You can confirm in .+: a worker may still be sending/),
  ).toBeVisible();
  await other.getByRole("button", { name: "Reject proposal" }).click();
  const asked = theirs.getByRole("dialog", { name: "Reject proposal?" });
  await asked.getByRole("button", { name: "Keep proposal" }).click();
  await rokad.backdate(id);
  await theirs.reload();
  await open(theirs);
  await pressAndSign(other, "Confirm: failed", rokad, second.mobile);
  await expect(other.getByText("Confirmed: failed")).toBeVisible();
  await expect(other.getByText(/^Ravi Menon, /)).toBeVisible();
  await expect(mine.getByText("Confirmed: failed")).toBeVisible();
  await theirs.context().close();

  const tenant = await (await browser.newContext()).newPage();
  await enter(tenant, rokad, mobile, `/dashboard/payouts/${id}`);
  await expect(tenant.getByText("The bank has no record of it").first()).toBeVisible();
  await expect(tenant.getByText("Ms Rao")).toHaveCount(0);
  await tenant.context().close();
});

test.describe("with the server away", () => {
  test.use({ serverMayFail: true });

  test("both pages keep their data, marked as not live, and retry [28.12]", async ({
    page,
    rokad,
  }) => {
    await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.activity);
    await arrived(page);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.route("**/super-admin/activity", (route) => route.fulfill({ status: 503 }));
    await expect(page.getByText("Paused, retrying")).toBeVisible();
    await expect(page.getByText("Server and worker")).toBeVisible();
    await page.unroute("**/super-admin/activity");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();

    await page.route("**/api/v1/super-admin/providers", (route) => route.fulfill({ status: 503 }));
    await page.goto(superAdminPaths.paymentGateway);
    await expect(page.getByText("Failed to load the payment providers")).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Something went wrong")).toBeVisible();
    await page.unroute("**/api/v1/super-admin/providers");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("region", { name: "Primary provider" })).toBeVisible();
  });
});
