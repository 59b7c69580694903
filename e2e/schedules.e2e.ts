// The guarantee: a schedule is signed once and pays over a month end; a run without funds is
// shown with its reason and is paid after a top-up; Upcoming says what to top up by when.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { card } from "./histories.ts";
import { enter, expect, holdFirst, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { arrived } from "./screens.ts";
import { signStepUp, stepUpDialog } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialogPanel = "[role=dialog]:not([popover])";

/** A shop with some rupees and a saved landlord. */
async function shop(rokad: Rokad, rupees: number): Promise<{ mobile: string; token: string }> {
  const { mobile } = await rokad.tenant({ role: "operator", rupees });
  const { token } = await rokad.session(mobile);
  await rokad.call(token, "POST", "/beneficiaries", {
    name: "Meera Kulkarni",
    kind: "other",
    destination: {
      method: "imps",
      account_number: `7007${mobile.slice(-8)}`,
      ifsc_code: "HDFC0000060",
    },
  });
  return { mobile, token };
}

/** Brings the time of the next due day forward; the day stays the one that was signed. */
const letDueDayCome = (rokad: Rokad, id: string) =>
  rokad.runSql("update payout_schedules set next_due_at = now() where id = $1", [id]);

async function fill(page: Page, amount: string) {
  await page.getByRole("button", { name: "New schedule" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByRole("button", { name: /Meera Kulkarni/ }).click();
  await dialog.getByLabel("Amount").fill(amount);
  return dialog;
}

for (const { device, viewport, tag } of devices) {
  test(
    `rent is signed once and paid over two month ends, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      const { mobile } = await shop(rokad, 3_000);
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, paths.schedules);
      await arrived(page);
      await expectSoundInBothThemes(page, "no schedules");
      const dialog = await fill(page, "2000");
      await dialog.getByLabel("Day of the month").selectOption("Last day");
      await dialog.getByLabel("On a bank holiday").selectOption("Pay on the working day before");
      await expect(dialog.getByText("Every month on the last working day, 10:00")).toBeVisible();
      await expect(
        dialog.getByRole("region", { name: "Next due days" }).getByRole("listitem"),
      ).toHaveCount(5);
      await expectSoundInBothThemes(page, "the form of a schedule", dialogPanel);
      await dialog.getByRole("button", { name: "Continue" }).click();

      await expect(page.getByRole("heading", { name: "Meera Kulkarni" })).toBeVisible();
      await expect(page.getByText("Not signed: it pays nothing yet")).toBeVisible();
      const id = page.url().split("/").at(-1) ?? "";
      await page.getByRole("button", { name: "Sign and start" }).click();
      const start = page.getByRole("dialog", { name: "Start this schedule?" });
      await expect(start).toContainText("₹2,005.90");
      await expectSoundInBothThemes(page, "what one signature covers", dialogPanel);
      await start.getByRole("button", { name: "Sign and start" }).click();
      await expect(stepUpDialog(page)).toContainText("Pay ₹2,000.00 to Meera Kulkarni");
      await signStepUp(page, rokad, mobile);
      await expect(page.getByText("Active", { exact: true })).toBeVisible();

      await letDueDayCome(rokad, id);
      await expect(page.getByText("Paid", { exact: true })).toBeVisible();
      await letDueDayCome(rokad, id);
      await expect(page.getByText("Not created", { exact: true })).toBeVisible();
      await expectSoundInBothThemes(page, "a schedule with a failed run");
      await page.goto(paths.upcoming);
      await arrived(page);
      const answer = await holdFirst(page, "**/api/v1/upcoming?*");
      const asked = page.waitForRequest("**/api/v1/upcoming?*");
      await page.getByRole("button", { name: "Refresh" }).click();
      await asked;
      await page.getByText("90 days", { exact: true }).click();
      const topUp = page.getByText(
        /^Top up ₹[\d,.]+ by \w+day \d+ \w+ 10:00, or \d payouts? waits?$/,
      );
      await expect(topUp).toBeVisible();
      // The answer for 30 days comes late, and does not pass for that of 90.
      answer.release();
      await expect(page.getByText("Data refreshed successfully")).toBeVisible();
      await expect(card(page, "Leaves in 90 days")).not.toContainText("₹0.00");
      await expect(topUp).toBeVisible();
      await expectSoundInBothThemes(page, "upcoming payouts that the wallet does not cover");

      await rokad.fund(mobile, 5_000, `99${mobile}`);
      await page.goto(`${paths.schedules}/${id}`);
      await page.getByRole("button", { name: /^Pay .+ now$/ }).click();
      await expect(page.getByText("Paid", { exact: true })).toHaveCount(2);
      await expect(page.getByText("Not created", { exact: true })).toHaveCount(0);

      await page.getByRole("button", { name: "Skip next" }).click();
      const skip = page.getByRole("dialog", { name: /^Skip / });
      await skip.getByLabel("Reason").fill("Paid in advance");
      // The day that is read is decided before the press: no other day is skipped.
      const day = (await skip.getByRole("heading").innerText()).slice("Skip ".length, -1);
      await expect(page.getByText(`${day}, 10:00 am`)).toHaveCount(1);
      await letDueDayCome(rokad, id);
      await expect(page.getByText(`${day}, 10:00 am`)).toHaveCount(0);
      await skip.getByRole("button", { name: "Skip this day" }).click();
      await expect(page.getByText(/^Another day comes next by now/)).toBeVisible();
      await skip.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Skip next" }).click();
      await skip.getByLabel("Reason").fill("Paid in advance");
      // Without an answer, the dialog stays with what was typed.
      await page.route("**/skip", (route) => route.abort(), { times: 1 });
      await skip.getByRole("button", { name: "Skip this day" }).click();
      await expect(page.getByText("We could not reach the server. Try again.")).toBeVisible();
      await expect(skip.getByLabel("Reason")).toHaveValue("Paid in advance");
      await skip.getByRole("button", { name: "Skip this day" }).click();
      await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Pause" }).click();
      await expect(page.getByText("Pays nothing now")).toBeVisible();
      await expectSoundInBothThemes(page, "a paused schedule");
      await page.getByRole("button", { name: "Resume" }).click();
      await expect(page.getByText("Active", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "End" }).click();
      const end = page.getByRole("dialog", { name: "End this schedule?" });
      await end.getByLabel("Reason").fill("The lease ended");
      await end.getByRole("button", { name: "End schedule" }).click();
      await expect(page.getByText("Ended by a person")).toBeVisible();
    },
  );
}

test("a schedule goes back with a reason, and the last approval starts it", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await shop(rokad, 5_000);
  const preparer = await rokad.newMember(mobile, "Priya Nair", "preparer");
  const approver = await rokad.newMember(mobile, "Anil Kumar", "approver");
  await enter(page, rokad, preparer, paths.schedules);
  const dialog = await fill(page, "700");
  await dialog.getByRole("radio", { name: "Weekly" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Submit for approval" }).click();
  const submit = page.getByRole("dialog", { name: "Submit this schedule?" });
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText(/^Waits for /).first()).toBeVisible();

  const context = await browser.newContext({ baseURL: rokad.origin });
  const second = await context.newPage();
  await enter(second, rokad, approver, page.url().replace(rokad.origin, ""));
  await second.getByRole("button", { name: "Send back" }).click();
  const back = second.getByRole("dialog", { name: "Send this schedule back?" });
  await back.getByLabel("Reason").fill("Mondays only in January");
  await back.getByRole("button", { name: "Send back" }).click();
  await expect(page.getByText("Mondays only in January")).toBeVisible();
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  const approve = second.getByRole("dialog", { name: "Approve this schedule?" });
  await rokad.set("fee_paise", 700);
  await approve.getByRole("button", { name: "Sign and approve" }).click();
  await signStepUp(second, rokad, approver);
  // What was shown can't be approved any more.
  await expect(approve.getByRole("alert")).toContainText("It is a draft again");
  await expect(approve.getByRole("button", { name: "Sign and approve" })).toBeHidden();
  await approve.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: "Submit for approval" }).click();
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await expect(submit.getByRole("alert")).toContainText("The fee or GST changed");
  await expect(submit.getByText("₹7.00 + ₹1.26")).toBeVisible();
  await submit.getByRole("button", { name: "Submit for approval" }).click();
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  await approve.getByRole("button", { name: "Sign and approve" }).click();
  await signStepUp(second, rokad, approver);
  await expect(second.getByText("Active", { exact: true })).toBeVisible();
  await context.close();
});

test("a wrong form says what is wrong, with the keyboard alone", async ({ page, rokad }) => {
  const { mobile } = await shop(rokad, 1_000);
  await enter(page, rokad, mobile, paths.schedules);
  await arrived(page);
  await page.getByRole("button", { name: "New schedule" }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByLabel("Amount").fill("0");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Choose a beneficiary", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Amount must be greater than ₹1")).toBeVisible();
  await expectSoundInBothThemes(page, "a form with mistakes", dialogPanel);
  await dialog.getByLabel("Beneficiary").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Amount").fill("150.50");
  // Escape ends the search for another beneficiary, and keeps the form.
  await dialog.getByRole("button", { name: "Change beneficiary" }).click();
  await expect(dialog.getByRole("searchbox", { name: "Beneficiary" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog.getByLabel("Amount")).toHaveValue("150.50");
  await dialog.getByLabel("From").fill("01/01/2020");
  await dialog.getByLabel("From").blur();
  await expect(dialog.getByText("Choose a day from today on")).toBeVisible();
});
