// The guarantee: a session works in every tab of its browser and in no other browser, ends without
// activity and without loss of what was typed, and its owner sees and ends it.
import type { Page, Request } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, signIn, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const minute = 60_000;
const dialogPanel = "[role=dialog]:not([popover])";
const tokensOf = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("refresh_token")]);
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Are you still there?" });

/** The requests of this page for new tokens that have no answer yet. */
function renewalsInProgress(page: Page): ReadonlySet<Request> {
  const renewals = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) renewals.add(request);
  });
  page.on("requestfinished", (request) => renewals.delete(request));
  page.on("requestfailed", (request) => renewals.delete(request));
  return renewals;
}

test("renews in one of two tabs for both, also after a reload, with a key that no script can read", async ({
  page,
  context,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  await signIn(page, rokad, mobile);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(paths.wallet);
  await arrived(other);
  const [before] = await tokensOf(page);
  const renewals = renewalsInProgress(page);
  // The page's clock is ahead by now: the first answer is a nonce, with which it repeats.
  const renewed = page.waitForResponse(
    (answer) => answer.url().endsWith("/auth/refresh") && answer.status() === 200,
  );
  await page.clock.fastForward(4 * minute + 31_000);
  await renewed;
  await expect.poll(async () => (await tokensOf(page))[0]).not.toBe(before);
  // While the page's clock is ahead, each request renews again, and a reload in between would lose
  // the answer to a renewal.
  await page.clock.setSystemTime(new Date());
  await expect.poll(() => renewals.size).toBe(0);
  await other.clock.fastForward(4 * minute + 31_000);
  await expect(other.getByRole("heading", { name: "Wallet Management" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  expect(await tokensOf(other)).toEqual(await tokensOf(page));
  const exported = await page.evaluate(`(async () => {
    const ready = (target) =>
      new Promise((resolve) => target.addEventListener("success", resolve));
    const opening = indexedDB.open("session-key", 1);
    await ready(opening);
    const get = opening.result.transaction("keys").objectStore("keys").get("current");
    await ready(get);
    return crypto.subtle.exportKey("jwk", get.result.pair.privateKey).then(
      () => "exported",
      () => "not extractable",
    );
  })()`);
  expect(exported).toBe("not extractable");
});

test("ends the session when another browser uses its refresh token, and tells its owner", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await signIn(page, rokad, mobile);
  const [access, refresh] = await tokensOf(page);
  const thief = await browser.newPage({ baseURL: rokad.origin });
  await thief.goto("/icon.svg");
  await thief.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem("auth_token", `${token}x`);
      localStorage.setItem("refresh_token", refreshToken ?? "");
    },
    [access, refresh] as const,
  );
  await thief.goto(paths.wallet);
  await expect(thief).toHaveURL(/\/login$/);
  await thief.close();

  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByText("We ended your session because another device tried to use it."),
  ).toBeVisible();
  await signIn(page, rokad, mobile);
  await page
    .getByRole("button", { name: /notifications/i })
    .first()
    .click();
  await expect(page.getByText("A session was ended").first()).toBeVisible();
});

test("signs out after the idle limit with a warning, and keeps the deposit form for the same person", async ({
  page,
  context,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await rokad.set("tenant_idle_minutes", 5);
  await page.clock.install();
  await signIn(page, rokad, mobile);
  await page.goto(paths.wallet);
  await arrived(page);
  const open = page.getByRole("button", { name: "Add Funds" }).first();
  await open.click();
  const form = page.getByRole("dialog", { name: "Transfer details" });
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await form.getByLabel("Amount").fill("4321");
  await form.getByLabel(/UTR/).fill("UTR000000004321");

  // A second tab counts for both: there is no dialog after its activity.
  const other = await context.newPage();
  await page.clock.fastForward(4 * minute + 5_000);
  await expect(dialogOf(page)).toContainText(/You will be signed out in 0:\d\d\./);
  await expect(dialogOf(page).getByRole("button", { name: "Stay signed in" })).toBeFocused();
  await expectSoundInBothThemes(page, "the idle dialog", dialogPanel);
  await dialogOf(page).getByRole("button", { name: "Stay signed in" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await other.close();

  await page.clock.fastForward(4 * minute + 5_000);
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByText("You were signed out after 5 minutes without activity"),
  ).toBeVisible();
  expect((await tokensOf(page)).every((token) => token === null)).toBe(true);

  // Another person gets neither the page nor the form.
  const draft = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith("deposit_draft:")),
  );
  expect(draft).toHaveLength(1);
  await signInAgain(page, rokad, mobile);
  await expect(page).toHaveURL(new RegExp(`${paths.wallet}$`));
  await open.click();
  await expect(form.getByLabel("Amount")).toHaveValue(/4,?321/);
  await expect(form.getByLabel(/UTR/)).toHaveValue("UTR000000004321");
});

test("lists the person's devices, and signs out another one at once", async ({
  page,
  browser,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  const second = await browser.newContext({ baseURL: rokad.origin });
  const other = await second.newPage();
  await signIn(other, rokad, mobile);
  await signIn(page, rokad, mobile);
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  const rows = page.getByRole("row").filter({ hasText: "127.0.0.x" });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This device");
  await expectSoundInBothThemes(page, "the sessions page");
  await rows
    .last()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(rows).toHaveCount(1);
  await expect(other).toHaveURL(/\/login$/);
  await second.close();
});

test("keeps the page of a super admin after the idle limit, not for another person", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  // A super admin of their own, because the sign-out ends the session.
  const admin = await rokad.newAdmin("Idle Admin");
  await page.clock.install();
  await enter(page, rokad, admin.mobile, "/super-admin/settings");
  await arrived(page);
  await page.clock.fastForward(14 * minute + 5_000);
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByText("You were signed out after 15 minutes without activity"),
  ).toBeVisible();
  await signIn(page, rokad, mobile);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("asks to sign in again after a reload where the browser stores no key", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      get: () => {
        throw new Error("A private mode");
      },
    });
  });
  await signIn(page, rokad, mobile);
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/This browser keeps no session after a reload/)).toBeVisible();
});

/** Signs in on the open sign-in page, whose tab has a page to return to. */
async function signInAgain(page: Page, rokad: Parameters<typeof signIn>[1], mobile: string) {
  await page.getByLabel("Mobile number").fill(mobile);
  const sent = page.waitForResponse("**/auth/send-otp");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await sent;
  await page.getByRole("dialog").getByRole("textbox").first().click();
  await page.keyboard.type(await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
}
