// The guarantee: a person chooses Hindi before the sign-in, and every page of both consoles then reads
// in it on the narrowest phone: no text is left in English, and nothing is cut.
import type { Page } from "@playwright/test";
import answers from "@rokad/contract/hindi-answers.json" with { type: "json" };
import superAdminAnswers from "@rokad/contract/hindi-super-admin-answers.json" with { type: "json" };
import superAdmins from "../apps/web/src/hindi-super-admin.json" with { type: "json" };
import tenants from "../apps/web/src/hindi.json" with { type: "json" };
import { paths } from "../apps/web/src/paths.ts";
import { findEnglish } from "./english.ts";
import { enter, expect, test } from "./journey.ts";
import { findMisfits } from "./misfits.ts";
import { arrived, signedInScreens, superAdminScreens } from "./screens.ts";

const phone = { width: 360, height: 800 };

const texts = { ...superAdmins, ...tenants };
const allAnswers = { ...superAdminAnswers, ...answers };

test("a person chooses Hindi before the sign-in, and English again in the account menu", async ({
  page,
  rokad,
  browser,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  const saved = () => page.waitForResponse("**/api/v1/account/language");
  await page.setViewportSize(phone);
  await page.goto(paths.signIn);
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rokad में साइन इन करें");
  await page.getByLabel("मोबाइल नंबर").fill("12345");
  await page.getByLabel("मोबाइल नंबर").blur();
  await expect(
    page.getByText(answers["Please enter a valid 10-digit mobile number"]),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "English" })).toBeVisible();

  await Promise.all([saved(), enter(page, rokad, mobile)]);
  await arrived(page);
  await expect(page.getByText(tenants["Total Balance"]).first()).toBeVisible();

  // Another device of theirs, on which nobody has chosen.
  const context = await browser.newContext({ baseURL: rokad.origin });
  const other = await context.newPage();
  await enter(other, rokad, mobile);
  await expect(other.locator("html")).toHaveAttribute("lang", "hi-IN");

  await page.locator("header [popovertarget]").last().click();
  await Promise.all([saved(), page.getByRole("button", { name: "English" }).click()]);
  await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");

  // A choice that was not saved is not the next person's.
  const unsaved = 'sessionStorage.getItem("unsaved_language")';
  await other.evaluate('sessionStorage.setItem("unsaved_language", "hi")');
  await other.locator("header [popovertarget]").last().click();
  await other.getByRole("button", { name: tenants["Sign Out"] }).click();
  await expect(other).toHaveURL(paths.signIn);
  expect(await other.evaluate(unsaved)).toBeNull();
  await context.close();
});

/** Every n-th address belongs to one journey, which ends before its access token does. */
const shares = [0, 1] as const;
const shareOf = (addresses: readonly string[], share: number) =>
  addresses.filter((_, at) => at % shares.length === share);

for (const share of shares) {
  test(`a tenant's pages are in Hindi on a phone: share ${share}`, async ({ page, rokad }) => {
    const { token } = await rokad.session("9000000002");
    const [payout] = await rokad.call(token, "GET", "/payouts?limit=1");
    const [beneficiary] = await rokad.call(token, "GET", "/beneficiaries?limit=1");
    await chooseHindi(page);
    await enter(page, rokad, "9000000002");
    const screens = signedInScreens({ payoutId: payout.id, beneficiaryId: beneficiary.id });
    const own = screens.filter((path) => path !== paths.superAdmin);
    for (const path of shareOf(own, share)) await expectHindi(page, path);
  });

  test(`a super admin's pages are in Hindi on a phone: share ${share}`, async ({ page, rokad }) => {
    await chooseHindi(page);
    await enter(page, rokad, "9000000001");
    for (const path of shareOf(await superAdminScreens(rokad), share))
      await expectHindi(page, path);
  });
}

async function chooseHindi(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.goto("/icon.svg");
  await page.evaluate('localStorage.setItem("language", "hi")');
}

async function expectHindi(page: Page, path: string): Promise<void> {
  const received: Promise<string>[] = [];
  const note = (answer: { text(): Promise<string>; url(): string }) => {
    // The stream of changes has no end.
    if (answer.url().includes("/api/v1/") && !answer.url().endsWith("/live"))
      received.push(answer.text().catch(() => ""));
  };
  page.on("response", note);
  await page.goto(path);
  await arrived(page);
  page.off("response", note);
  // Names of fields are no data.
  const data = (await Promise.all(received)).join("\n").replaceAll(/"\w+":/g, "");
  const found = await page.evaluate(
    `(${String(findEnglish)})(globalThis, ${JSON.stringify({ texts, answers: allAnswers, data })})`,
  );
  expect.soft(found, path).toEqual([]);
  expect
    .soft(await page.evaluate(`(${String(findMisfits)})(globalThis)`), `${path} at 360`)
    .toEqual([]);
}
