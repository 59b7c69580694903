// Signatures of super admins: what a session alone can't do is signed with a code in one dialog.
import type { Page } from "@playwright/test";
import { limits } from "@rokad/contract/limits";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { balanceOf, deposits, emptyQueues, requestDeposits, rowOf } from "./queues.ts";

import { signStepUp, stepUpDialog } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const admin = "9000000001";

test("signs one approval: wrong code, resend and cancel keep the page's state", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Signed Stores", [4_990]);
  await page.clock.install();
  await enter(page, rokad, admin, deposits);
  await rowOf(page, "₹4,990.00")
    .getByRole("button", { name: /^Approve/ })
    .click();
  const approval = page.getByRole("dialog", { name: "Approve" });
  await approval.getByLabel("Note (optional)").fill("Seen on the statement");
  const approve = approval.getByRole("button", { name: "Approve ₹4,990.00" });
  await approve.click();
  const dialog = stepUpDialog(page);
  await expect(dialog).toContainText("Approve deposit of ₹4,990.00 from Signed Stores");
  await expect(dialog).toContainText("Sent to ******0001");
  const code = dialog.getByLabel("One-time code (OTP)");
  await expect(code).toBeFocused();

  // Cancel changes nothing and keeps what was typed.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(approval).toContainText("Not signed. Nothing changed.");
  await expect(approval.getByLabel("Note (optional)")).toHaveValue("Seen on the statement");
  expect(await balanceOf(rokad, token)).toBe(0);

  // The same request again: the code of a moment ago is valid, and another one has to wait.
  await approve.click();
  await expect(dialog).toContainText(/Resend in \d+s/);
  const right = await rokad.code(admin, "signature");
  await code.fill(right === "000000" ? "111111" : "000000");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Invalid OTP. Please try again.");
  await expect(code).toHaveValue("");
  await expect(code).toBeFocused();
  await rokad.passResendTime(admin);
  await page.clock.fastForward(limits.otpResendSeconds * 1_000 + 1_000);
  const sent = page.waitForResponse("**/auth/step-up");
  await dialog.getByRole("button", { name: "Resend OTP" }).click();
  expect((await sent).status()).toBe(200);
  await code.fill(await rokad.code(admin, "signature"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();
  expect(await balanceOf(rokad, token)).toBe(4_990_00);
});

test("signs a batch with one code, and its failed items again without another", async ({
  page,
  rokad,
}) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Batch Stores", [1_100, 1_200, 1_300]);
  await enter(page, rokad, admin, deposits);
  await page.getByLabel("Select all 3 on this page").check();
  await page.getByRole("button", { name: "Approve 3" }).click();
  await page.getByRole("button", { name: "Approve ₹3,600.00" }).click();
  const dialog = stepUpDialog(page);
  await expect(dialog).toContainText(
    "Approve 3 deposits of ₹3,600.00 in total, the first ₹1,100.00 from Batch Stores",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Approve ₹3,600.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Nothing to review")).toBeVisible();
  expect(await balanceOf(rokad, token)).toBe(3_600_00);
});

test("gives a lost answer at the second press, without another code", async ({ page, rokad }) => {
  await emptyQueues(rokad);
  const { token } = await requestDeposits(rokad, "Lost Stores", [1_700]);
  await enter(page, rokad, admin, deposits);
  let carriedOut = 0;
  await page.route("**/super-admin/deposits/approve", async (route) => {
    const response = await route.fetch();
    if (response.status() === 200 && (carriedOut += 1) === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await rowOf(page, "₹1,700.00")
    .getByRole("button", { name: /^Approve/ })
    .click();
  const approve = page
    .getByRole("dialog", { name: "Approve" })
    .getByRole("button", { name: "Approve ₹1,700.00" });
  await approve.click();
  await signStepUp(page, rokad);
  await expect(approve).toBeEnabled();
  expect(await balanceOf(rokad, token)).toBe(1_700_00);
  await approve.click();
  await expect(page.getByText("Deposit approved and credited to the wallet")).toBeVisible();
  await expect(stepUpDialog(page)).toHaveCount(0);
  expect(carriedOut).toBe(2);
  expect(await balanceOf(rokad, token)).toBe(1_700_00);
});

for (const { device, viewport, tag } of devices)
  test(`the dialog is sound in both themes on ${device}`, { tag }, async ({ page, rokad }) => {
    await emptyQueues(rokad);
    const name = "A business with a long name, and many branches";
    await requestDeposits(rokad, name, [4_100]);
    await page.setViewportSize(viewport);
    await enter(page, rokad, admin, deposits);
    await page.getByRole("button", { name: /^Approve ₹4,100.00/ }).click();
    await page.getByRole("button", { name: "Approve ₹4,100.00", exact: true }).last().click();
    const dialog = stepUpDialog(page);
    await expect(dialog).toContainText(name);
    await dialog.getByLabel("One-time code (OTP)").fill("123");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Fill" })).toBeVisible();
    // Only the dialog on top darkens, or the page behind is black.
    await expect.poll(() => scrims(page)).toEqual(["0", "1"]);
    await expectSoundInBothThemes(page, "signing an approval");
  });

/** The opacity of what each open dialog lays over the page. */
const scrims = (page: Page) =>
  page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('.bg-scrim'), (scrim) => getComputedStyle(scrim).opacity)",
  );
