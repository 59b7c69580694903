// The guarantee: a session works in every tab of its browser and in no other browser, ends without
// activity and without loss of what was typed, and its owner sees and ends it.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, signIn, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const minute = 60_000;
const dialogPanel = "[role=dialog]:not([popover])";
const tokensOf = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("refresh_token")]);
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Are you still there?" });

/** Lets the access token expire soon, and makes a request, as a press a minute after the last does. */
async function renewBy(page: Page): Promise<void> {
  await page.clock.fastForward(4 * minute + 31_000);
  await page.keyboard.press("Shift");
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
  await renewBy(page);
  await expect.poll(async () => (await tokensOf(page))[0]).not.toBe(before);
  await other.clock.fastForward(4 * minute + 31_000);
  await expect(other.getByRole("heading", { name: "Wallet Management" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  // The page's clock is ahead, so each of its requests renews.
  await expect(async () => expect(await tokensOf(other)).toEqual(await tokensOf(page))).toPass();
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

test("stays signed in when a reload loses the answer to a renewal", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant();
  await page.clock.install();
  await signIn(page, rokad, mobile);
  const before = await tokensOf(page);
  const lost = Promise.withResolvers<number>();
  await page.route("**/auth/refresh", async (route) => {
    const answer = await route.fetch();
    // The first answer may be a nonce, because the page's clock is ahead.
    if (answer.status() !== 200) return route.fulfill({ response: answer });
    lost.resolve(answer.status());
    await route.abort();
  });
  await renewBy(page);
  expect(await lost.promise).toBe(200);
  await page.unroute("**/auth/refresh");
  await page.reload();
  await expect(page.getByText("Welcome to your Business Dashboard")).toBeVisible();
  await expect.poll(async () => (await tokensOf(page))[1]).not.toBe(before[1]);
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
  // On a slow line another request learns the end first, and leaves while the sign-out still waits:
  // the sign-out then leaves a second time.
  const signOut = await holdAnswer(page, "**/auth/logout");
  await page.route(`**${paths.signIn}`, () => undefined, { times: 1 });
  const left = page.waitForRequest(`**${paths.signIn}`);
  await page.clock.fastForward(61_000);
  await left;
  signOut.release();
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

/** Lets the server answer the first such call, and the page receive it only when it is released. */
async function holdAnswer(page: Page, url: string): Promise<{ release: () => void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      await gate.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { release: () => gate.resolve() };
}

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
