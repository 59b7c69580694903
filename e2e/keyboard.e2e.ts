import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";

// From the sign-in to the receipt with the keyboard alone: nothing here clicks, fills or focuses.

type Role = "link" | "button" | "textbox" | "radio";

/** More stops than any page has on the way to anything. */
const stopsMax = 60;

/** Presses Tab until what is asked for has the focus; at each stop the focus can be seen. */
async function tabTo(page: Page, role: Role, name: string, key = "Tab"): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    await page.keyboard.press(key);
    const stop = await focusNow(page);
    expect(stop.seen, `the focus can be seen on ${stop.what}`).toBe(true);
    if (await wanted.evaluate((element) => element.matches(":focus"))) return;
  }
  throw new Error(`${key} does not lead to ${role} "${name}"`);
}

/** The address changes before the page does; with the title the keyboard is put at its beginning. */
async function arrive(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
}

interface Stop {
  what: string;
  seen: boolean;
}

/** What has the focus two frames later: Base UI's guards hand it on a frame late. */
async function focusNow(page: Page): Promise<Stop> {
  // Text, since Node's types don't know what a page is made of.
  return page.evaluate<Stop>(`(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const focused = document.activeElement;
    // The browser's own bars and the guards around a dialog are not ours to draw.
    const isOurs = focused !== document.body && !focused.hasAttribute("data-base-ui-focus-guard");
    const around = [focused, focused.parentElement, ...focused.parentElement.children];
    const isMarked = (element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== "none" && outlineWidth !== "0px";
      return hasOutline || boxShadow.includes("0px 0px 0px 3px");
    };
    return { what: focused.outerHTML.slice(0, 160), seen: !isOurs || around.some(isMarked) };
  })()`);
}

test("a payout from sign-in to receipt with the keyboard alone [8.5, 8.41, 8.42]", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 5_000 });
  const { keyboard } = page;
  const dialog = page.getByRole("dialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });

  await page.goto("/login");
  await expect(page.getByLabel("Mobile number")).toBeFocused();
  await keyboard.type(mobile);
  await keyboard.press("Enter");
  await expect(dialog.getByLabel("One-time code (OTP)")).toBeFocused();
  await keyboard.type(await rokad.code(mobile, "sign_in"));
  await keyboard.press("Enter");
  await arrive(page, "Dashboard");

  await tabTo(page, "link", "New Payout");
  await keyboard.press("Enter");
  await arrive(page, "Payouts");
  await expect(page.getByText("₹5,000.00").first()).toBeVisible();

  // Adding funds is a way off the form and back.
  await tabTo(page, "button", "Add Funds");
  await keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Funds" })).toBeFocused();

  await tabTo(page, "radio", "IMPS To a bank account");
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "UPI To a UPI ID" })).toBeChecked();
  for (const [name, text] of [
    ["UPI ID", "asha@upi"],
    ["Beneficiary name", "Asha Rao"],
    ["Email", "asha@example.com"],
    ["Phone number", "9876543210"],
    ["Address", "12 MG Road, Bengaluru"],
    ["Amount", "100"],
  ] as const) {
    await tabTo(page, "textbox", name);
    await keyboard.type(text);
  }

  // Enter in the form asks; Escape and Cancel lead back to where one was.
  const initiate = page.getByRole("button", { name: "Initiate Payout" });
  await tabTo(page, "button", "Initiate Payout");
  await keyboard.press("Enter");
  await expect(cancel).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(initiate).toBeFocused();
  await keyboard.press("Space");
  await expect(cancel).toBeFocused();
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(initiate).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(page, "button", "Confirm and get OTP");
  await keyboard.press("Space");
  await expect(dialog.getByLabel("One-time code (OTP)")).toBeFocused();
  await keyboard.type(await rokad.code(mobile, "payout"));
  await keyboard.press("Enter");

  // The form is blank and its button disabled: the focus is on the way on.
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "View payout" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/payouts\/[0-9a-f-]{36}$/);
  await arrive(page, "Payout");
  await expect(page.getByRole("button", { name: "Download receipt" })).toBeEnabled();
  await tabTo(page, "button", "Download receipt");
  const downloading = page.waitForEvent("download");
  await keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toMatch(/^receipt-RK\w+\.pdf$/);
  await expect(page.getByText("Receipt downloaded successfully")).toBeVisible();
});
