// The guarantee: a transfer from an approved account to a tenant's virtual account is credited
// automatically, and a super admin assigns every other one.
import { randomUUID } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";
import { choose } from "./tenant-management.ts";
import { signStepUp } from "./signing.ts";

const superAdmin = "9000000001";
const suspense = /\/super-admin\/suspense\?/;
const other = { id: randomUUID(), name: "Other Journey Stores", phone: "9876543210" };

/** Puts another tenant before those that the server suggests. */
async function suggestOther(route: Route): Promise<void> {
  const answer = await (await route.fetch()).json();
  const why = "They requested a deposit with this UTR";
  for (const { suggestions } of answer.data)
    suggestions.unshift({ tenant: other, why, requested_amount: null });
  await route.fulfill({ json: answer });
}

test("credits an approved sender live; a super admin assigns another's transfer from suspense [37.8]", async ({
  page,
  browser,
  rokad,
}) => {
  const name = "Virtual Journey Stores";
  const { mobile } = await rokad.tenant({ name, rupees: 250 });
  const { token } = await rokad.session(mobile);
  await enter(page, rokad, superAdmin);
  await page.goto("/super-admin/tenants?search=Virtual+Journey");
  await choose(page, name, "View Details");
  const region = page.getByRole("region", { name: "Virtual Accounts" });
  await region.getByRole("button", { name: "Open account with sandbox" }).click();
  await expect(region.getByText("Locked to the approved accounts")).toBeVisible();
  await expectSoundInBothThemes(page, "a tenant with a virtual account");
  const [account] = await rokad.call(token, "GET", "/wallet/virtual-accounts");

  const theirs: Page = await (await browser.newContext()).newPage();
  await enter(theirs, rokad, mobile);
  await theirs.goto("/dashboard/wallet");
  await arrived(theirs);
  await theirs.getByRole("button", { name: "Add Funds" }).first().click();
  const panel = theirs.getByRole("dialog").getByRole("region", { name: /^Virtual account/ });
  await expect(panel).toContainText(account.account_number);
  await theirs.keyboard.press("Escape");

  // The account from which the journey's tenant was funded.
  await theirs.getByRole("button", { name: "Simulate a transfer" }).click();
  const own = theirs.getByRole("dialog", { name: "Simulate a transfer" });
  await own.getByRole("button", { name: "Send the transfer" }).click();
  await expect(own.getByText("Amount is required")).toBeVisible();
  await own.getByLabel("Amount").fill("1,000");
  await own.getByRole("button", { name: "Send the transfer" }).click();
  await expect(own.getByText("Credited to your wallet")).toBeVisible();
  await expect(theirs.getByText("₹1,250.00").first()).toBeVisible();

  await region.getByRole("button", { name: "Simulate a transfer" }).click();
  const simulated = page.getByRole("dialog", { name: "Simulate a transfer" });
  await simulated.getByLabel("Amount").fill("77");
  await simulated.getByLabel("Sent from").selectOption("Unknown account");
  await simulated.getByRole("button", { name: "Send the transfer" }).click();
  await expect(simulated.getByText("Waiting in suspense")).toBeVisible();
  const utr = /UTR (\S+)/.exec(await simulated.innerText())?.[1];
  // At first another tenant's request has this UTR, until it is rejected.
  await page.route(suspense, suggestOther);
  await simulated.getByRole("link", { name: "Open Suspense" }).click();
  await arrived(page);
  const decide = page.getByRole("button", { name: `Decide credit ${utr}` });
  await decide.click();
  const dialog = page.getByRole("dialog", { name: "Decide credit" });
  await expect(dialog.getByRole("radio", { name: new RegExp(other.name) })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.unroute(suspense);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Data refreshed successfully")).toBeVisible();
  await decide.click();
  await expect(dialog.getByRole("radio", { name: new RegExp(name) })).toBeChecked();
  await expectSoundInBothThemes(page, "deciding about a credit");
  await dialog.getByRole("button", { name: "Credit ₹77.00" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("Credited to the tenant's wallet")).toBeVisible();
  await expect(theirs.getByText("₹1,327.00").first()).toBeVisible();
});
