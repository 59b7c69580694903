// The guarantee: people add, use and remove passkeys in the console, and a code always works instead.
// Chromium's virtual authenticator is the device; it works at localhost, not at an address.
import type { CDPSession, Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enterCode, expect, storeSession, test as base } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { deposits, requestDeposits, rowOf } from "./queues.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";
import { pressAndSign, stepUpDialog } from "./signing.ts";

const test = base.extend({
  baseURL: ({ rokad }, use) => use(rokad.origin.replace("127.0.0.1", "localhost")),
});

interface Device {
  /** Whether the person touches the sensor. */
  setVerified: (isVerified: boolean) => Promise<void>;
  remove: () => Promise<void>;
}

/** Gives the page a device that holds passkeys, such as a phone with a fingerprint sensor. */
async function openDevice(page: Page): Promise<Device> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified) =>
      client
        .send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
        .then(() => undefined),
    remove: () =>
      client
        .send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
        .then(() => client.detach()),
  };
}

const dialogPanel = "[role=dialog]:not([popover])";
const cardOf = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Passkeys", exact: true }) });

async function enter(page: Page, rokad: Rokad, mobile: string, path: string) {
  await storeSession(page, await rokad.session(mobile));
  await page.goto(path);
  await arrived(page);
}

/** Adds a passkey on the Sessions page with a code, by keyboard. */
async function addPasskey(page: Page, rokad: Rokad, mobile: string, name: string) {
  await enter(page, rokad, mobile, paths.sessions);
  const add = cardOf(page).getByRole("button", { name: "Add passkey" });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await pressAndSign(dialog, "Continue", rokad, mobile);
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Passkey added").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page).getByText(name)).toBeVisible();
}

test("adds a passkey with a code, renames it, signs in with it, and removes it", async ({
  page,
  rokad,
}) => {
  const device = await openDevice(page);
  const { mobile } = await rokad.tenant();
  await enter(page, rokad, mobile, paths.sessions);
  await expect(cardOf(page).getByText("No passkeys")).toBeVisible();
  await addPasskey(page, rokad, mobile, "Counter phone");

  await cardOf(page).getByRole("button", { name: "Rename Counter phone" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Shop phone");
  await page.keyboard.press("Enter");
  await expect(cardOf(page).getByText("Shop phone")).toBeVisible();
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    await expectSoundInBothThemes(page, "Passkeys");
  }
  await page.setViewportSize(widths[0]);

  // On a page without requests: one that fails without a session would remember where it was.
  await page.goto("/terms");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(paths.signIn);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("Login successful!").first()).toBeVisible();

  await page.goto(paths.sessions);
  await cardOf(page).getByRole("button", { name: "Remove Shop phone" }).click();
  const removal = page.getByRole("dialog", { name: "Remove Shop phone?" });
  await expect(removal).toContainText("You can still use an OTP");
  await removal.getByRole("button", { name: "Remove passkey" }).click();
  await expect(cardOf(page).getByText("No passkeys")).toBeVisible();
  await device.remove();
});

async function reviewPayout(page: Page, rokad: Rokad, mobile: string) {
  await enter(page, rokad, mobile, paths.payouts);
  await page.getByRole("radio", { name: /UPI/ }).check();
  await page.getByRole("textbox", { name: "UPI ID" }).fill("passkeys@okhdfc");
  await page.getByLabel("Beneficiary name").fill("Sample Traders");
  await page.getByLabel("Email").fill("accounts@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("1 Sample Road, Pune");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
}

const passkeyDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Confirm with your passkey" });

test("confirms a payout with a passkey, which says what it confirms, and sends no text", async ({
  page,
  rokad,
}) => {
  const device = await openDevice(page);
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await addPasskey(page, rokad, mobile, "Phone");
  await reviewPayout(page, rokad, mobile);
  await page.getByRole("button", { name: "Use passkey" }).click();
  const dialog = passkeyDialog(page);
  await expect(dialog).toContainText("Pay ₹100.00 to Sample Traders");
  await expect(dialog).toContainText("₹105.90 leaves your wallet.");
  await expectSoundInBothThemes(page, "a payout with a passkey", dialogPanel);
  await dialog.getByRole("button", { name: "Confirm with passkey" }).click();
  await expect(page.getByText(/Payout initiated successfully! Reference: RK/)).toBeVisible();
  await expect(page.getByText("₹894.10").first()).toBeVisible();
  await expect(rokad.code(mobile, "payout")).rejects.toThrow();
  await device.remove();
});

test("submits a payout for approval where the policy wants it instead of a passkey", async ({
  page,
  rokad,
}) => {
  const device = await openDevice(page);
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await rokad.newMember(mobile, "Anil Kumar", "approver");
  const { token } = await rokad.session(mobile);
  const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
  await rokad.call(token, "PUT", "/approval-policy", {
    bands: [
      { ...any, beneficiary: "known", steps: [] },
      { ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] },
    ],
    base_version: null,
    reason: "New payees need an approver",
  });
  await rokad.passResendTime(mobile);
  await addPasskey(page, rokad, mobile, "Phone");
  await reviewPayout(page, rokad, mobile);
  await page.getByRole("button", { name: "Use passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit for approval" });
  await expect(dialog).toContainText("To a new beneficiary: needs 1 approval by Anil Kumar");
  await device.remove();
});

test("takes a code after the browser's dialog is cancelled", async ({ page, rokad }) => {
  const device = await openDevice(page);
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await addPasskey(page, rokad, mobile, "Phone");
  await reviewPayout(page, rokad, mobile);
  await page.getByRole("button", { name: "Use passkey" }).click();
  const dialog = passkeyDialog(page);
  await device.setVerified(false);
  await dialog.getByRole("button", { name: "Confirm with passkey" }).click();
  await expect(
    page.getByText("No passkey was used. Try again, or use an OTP.").first(),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Use an OTP instead" }).click();
  await expect(page.getByRole("dialog").getByText("Resend in")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "payout"));
  await page.getByRole("dialog").getByRole("button", { name: "Pay ₹105.90" }).click();
  await expect(page.getByText(/Payout initiated successfully! Reference: RK/)).toBeVisible();
  await device.remove();
});

test("signs a super admin's approval with a passkey, or with a code in the same dialog", async ({
  page,
  rokad,
}) => {
  const device = await openDevice(page);
  const { mobile } = await rokad.admin();
  await requestDeposits(rokad, "Passkey Stores", [4_100, 4_200]);
  await addPasskey(page, rokad, mobile, "Admin's key");
  await page.goto(deposits);
  const approve = async (amount: string) => {
    await rowOf(page, amount)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await page
      .getByRole("dialog", { name: "Approve" })
      .getByRole("button", { name: `Approve ${amount}` })
      .click();
  };
  const dialog = page.getByRole("dialog", { name: "Sign this action" });
  await approve("₹4,100.00");
  await expect(dialog).toContainText("Approve deposit of ₹4,100.00 from Passkey Stores");
  await expectSoundInBothThemes(page, "a signature with a passkey", dialogPanel);
  await dialog.getByRole("button", { name: "Confirm with passkey" }).click();
  await expect(page.getByText("Deposit approved and credited to the wallet").first()).toBeVisible();
  await expect(rowOf(page, "₹4,100.00")).toHaveCount(0);

  await approve("₹4,200.00");
  await dialog.getByRole("button", { name: "Send OTP instead" }).click();
  const withCode = stepUpDialog(page);
  await withCode.getByLabel("One-time code (OTP)").fill(await rokad.code(mobile, "signature"));
  await withCode.getByRole("button", { name: "Sign and continue" }).click();
  await expect(rowOf(page, "₹4,200.00")).toHaveCount(0);
  await device.remove();
});

test("warns before a host name makes passkeys useless", async ({ page, rokad }) => {
  const device = await openDevice(page);
  // Without a passkey yet, which the signature would ask for first.
  const { mobile } = await rokad.newAdmin("Farah Khan");
  await addPasskey(page, rokad, mobile, "Owner's laptop");
  await page.goto("/super-admin/settings");
  const host = page.getByRole("textbox", { name: "Host name of passkeys" });
  await expect(host).toHaveValue("localhost");
  await host.fill("");
  await page.getByRole("button", { name: "Save passkeys" }).click();
  const dialog = page.getByRole("dialog", { name: "Change “Host name of passkeys”?" });
  await expect(dialog).toContainText(/passkeys? will not work/);
  await expect(dialog).toContainText("Added for localhost.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await device.remove();
});
