import { test as base, expect, type Page } from "@playwright/test";
import { processKey } from "../apps/server/test/session-key.ts";
import { openWorld, type World } from "./open-world.ts";
import type { Rokad } from "./rokad.ts";
import type { Looks } from "./sound.ts";

/**
 * A journey: `rokad` is the running program, which only the journeys of the same file share, so that
 * neither their order nor their speed matters to others. The page may not log an error, do what its
 * policy forbids, or get an answer from anywhere but it. Refused calls (4xx) are part of some journeys.
 */
export const test = base.extend<
  {
    rokad: Rokad;
    cleanConsole: undefined;
    serverMayFail: boolean;
    pageMayBreak: boolean;
    looks: Looks;
  },
  { worldOf: (file: string) => Promise<Rokad> }
>({
  worldOf: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, worker) => {
      let world: World | undefined;
      await use(async (file) => {
        if (world?.file === file) return world.rokad;
        const onPort = world?.port;
        await world?.close();
        world = undefined;
        world = await openWorld(file, { workerIndex: worker.workerIndex, onPort });
        return world.rokad;
      });
      await world?.close();
    },
    { scope: "worker" },
  ],
  rokad: async ({ worldOf }, use, { file }) => use(await worldOf(file)),
  baseURL: ({ rokad }, use) => use(rokad.origin),
  /** The sweep checks every look; a run of all journeys one look of each screen and dialog. */
  looks: ["one", { option: true }],
  /** True for a journey that makes calls fail itself, to see what the page then says. */
  serverMayFail: [false, { option: true }],
  /** True for a journey that breaks the page itself, to see how one gets out of that. */
  pageMayBreak: [false, { option: true }],
  cleanConsole: [
    async ({ page, serverMayFail, pageMayBreak }, use) => {
      const complaints = await collectComplaints(page, { serverMayFail });
      await use(undefined);
      if (!pageMayBreak) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** From now on, every error that the page logs or gets, and all that its policy stops. */
export async function collectComplaints(
  page: Page,
  { serverMayFail }: { serverMayFail: boolean },
): Promise<readonly string[]> {
  const complaints: string[] = [];
  await page.addInitScript(reportViolations);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500 && !serverMayFail)
      complaints.push(`${answer.status()} ${answer.url()}`);
  });
  return complaints;
}

/** Chromium logs most violations, but not each of them as an error. */
const reportViolations = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("The policy stopped", event.effectiveDirective, event.blockedURI, event.sample))`;

/** Opens the page as a signed-in person, for journeys about other subjects. */
export async function enter(page: Page, rokad: Rokad, mobile: string, path = "/dashboard") {
  await storeSession(page, await rokad.session(mobile));
  await page.goto(path);
}

const storeInBrowser = `async ({ token, refreshToken, jwk, privateJwk }) => {
  // The page of another user that the browser knows would leave for home.
  localStorage.removeItem("auth-storage");
  localStorage.setItem("auth_token", token);
  localStorage.setItem("refresh_token", refreshToken);
  localStorage.setItem("auth_key", "stored:journey");
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const publicKey = await crypto.subtle.importKey("jwk", jwk, algorithm, true, ["verify"]);
  const privateKey = await crypto.subtle.importKey("jwk", privateJwk, algorithm, false, ["sign"]);
  const ready = (target, event) => new Promise((resolve) => target.addEventListener(event, resolve));
  const opening = indexedDB.open("session-key", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("keys"));
  await ready(opening, "success");
  const stored = opening.result.transaction("keys", "readwrite");
  stored.objectStore("keys").put({ id: "stored:journey", pair: { publicKey, privateKey } }, "current");
  await ready(stored, "complete");
  opening.result.close();
}`;

/** Gives the page a session of the API with its key, as if it had signed in itself. */
export async function storeSession(
  page: Page,
  { token, refreshToken }: { token: string; refreshToken: string },
): Promise<void> {
  const { jwk, privateJwk } = await processKey();
  // A file that runs no script, so that nothing renews or redirects meanwhile.
  await page.goto("/icon.svg");
  const values = JSON.stringify({ token, refreshToken, jwk, privateJwk });
  // As text, because Node's types, which these files have, know no page.
  await page.evaluate(`(${storeInBrowser})(${values})`);
}

/** Signs in through the page, as a person does, and waits for the dashboard. */
export async function signIn(page: Page, rokad: Rokad, mobile: string): Promise<void> {
  await page.goto("/login");
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/dashboard");
}

export async function requestCode(page: Page, mobile: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(mobile);
  const sent = page.waitForResponse("**/auth/send-otp");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await sent;
}

/** Types six digits into the code field of the open dialog. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox").first().click();
  await page.keyboard.type(code);
}

/** Keeps the first call of this kind waiting until it is released, or until its answer is lost. */
export async function holdFirst(
  page: Page,
  url: string,
): Promise<{ release: () => void; loseAnswer: () => void }> {
  const gate = Promise.withResolvers<"release" | "lose">();
  await page.route(
    url,
    async (route) => {
      if ((await gate.promise) === "release") return route.continue();
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  return { release: () => gate.resolve("release"), loseAnswer: () => gate.resolve("lose") };
}

/**
 * @returns the text in the clipboard. The console's pages may not read it (Permissions-Policy), so
 *   another page of the same site does.
 */
export async function readClipboard(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.goto("/healthz");
  const text = await other.evaluate<string>("navigator.clipboard.readText()");
  await other.close();
  await page.bringToFront();
  return text;
}

export { expect };
