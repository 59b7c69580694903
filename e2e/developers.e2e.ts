// The guarantee: an owner creates an API key, its own code sends a first payout, and the owner reads what
// it requested, changes limits, gives it a new secret and revokes it. On a desk and on a phone.
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { signStepUp } from "./signing.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function readSecret(page: Page): Promise<string> {
  return (await dialog(page).getByLabel("Secret", { exact: true }).innerText()).trim();
}

for (const { device, viewport, tag } of devices) {
  test(
    `an owner creates a key that pays, changes, rolls and revokes it, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      const owner = await rokad.tenant({ name: "Asha Textiles", rupees: 10_000 });
      await enter(page, rokad, owner.mobile, paths.developers);
      await arrived(page);
      await expect(page.getByText("No API keys")).toBeVisible();
      await expectSoundInBothThemes(page, "without keys");

      await page.getByRole("button", { name: "Create API Key" }).first().click();
      await button(page, "Sign and Create").click();
      await expect(dialog(page).getByText("Name is required")).toBeVisible();
      await expect(dialog(page).getByText("Choose what it may do")).toBeVisible();
      await dialog(page).getByLabel("Name").fill("ERP");
      await dialog(page).getByRole("checkbox", { name: "payouts:read" }).check();
      await dialog(page).getByRole("checkbox", { name: "payouts:send" }).check();
      await dialog(page).getByRole("button", { name: "Add mine" }).click();
      await dialog(page).getByLabel("Limit per payout").fill("5000");
      await dialog(page).getByLabel("Limit per day").fill("4000");
      await button(page, "Sign and Create").click();
      await expect(dialog(page).getByText("The limit per day must cover one payout")).toBeVisible();
      await dialog(page).getByLabel("Limit per day").fill("10000");
      await expectSoundInBothThemes(page, "create a key");
      await button(page, "Sign and Create").click();
      await signStepUp(page, rokad, owner.mobile);
      await expect(page.getByRole("heading", { name: "Secret of ERP" })).toBeVisible();
      const secret = await readSecret(page);
      expect(secret).toMatch(/^rk_test_[0-9A-Za-z]{36}$/);
      await expectSoundInBothThemes(page, "the secret");
      // It is shown once, so only its own buttons close it.
      await page.keyboard.press("Escape");
      await expect(dialog(page).getByRole("button", { name: "Close" })).toBeDisabled();
      await button(page, "Done").click();
      await expect(page.getByText("₹5,000 a payout · ₹0 of ₹10,000 today")).toBeVisible();

      // The code of the page, run by a shell.
      const code = await page.getByRole("region", { name: "Code of the first payout" }).innerText();
      const { status, body } = await runCurl(code, secret);
      expect([status, body.data?.status]).toEqual([201, "pending"]);
      const again = await runCurl(code, secret);
      expect(again.body.data?.id).toBe(body.data?.id);
      await page.reload();
      await expect(page.getByText("₹5,000 a payout · ₹10 of ₹10,000 today")).toBeVisible();
      await expect(page.getByText(/createPayout from/)).toBeVisible();
      await expectRequest(page, "201");
      await expectSoundInBothThemes(page, "with a key and its requests");
      await expectRequestDialog(page);

      await button(page, "Limits: ERP").click();
      await dialog(page).getByLabel("Limit per day").fill("20000");
      await expectSoundInBothThemes(page, "limits");
      await button(page, "Sign and Save").click();
      await signStepUp(page, rokad, owner.mobile);
      await expect(page.getByText("₹5,000 a payout · ₹10 of ₹20,000 today")).toBeVisible();

      await button(page, "New Secret: ERP").click();
      await expectSoundInBothThemes(page, "new secret");
      await button(page, "Sign and Create").click();
      await signStepUp(page, rokad, owner.mobile);
      await expect(page.getByRole("heading", { name: "Secret of ERP" })).toBeVisible();
      expect(await readSecret(page)).not.toBe(secret);
      await button(page, "Done").click();
      await expect(page.getByText(/Old secret …/)).toBeVisible();

      await button(page, "Revoke: ERP").click();
      await expect(dialog(page).getByText("refused at once, on every server")).toBeVisible();
      await expectSoundInBothThemes(page, "revoke");
      await button(page, "Revoke").click();
      await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
      expect((await runCurl(code, secret)).status).toBe(401);
      await expectRequest(page, "401");
      await page.getByLabel("Outcome").selectOption("refused");
      await expect(rows(page)).toHaveCount(1);
      await rows(page).getByRole("button", { name: "POST /payouts" }).click();
      await expect(dialog(page).getByText("The API key was revoked.")).toBeVisible();
      await expectSoundInBothThemes(page, "a refused request");
      await page.keyboard.press("Escape");
      await page.getByLabel("Request ID or call").fill("POST");
      await button(page, "Find").click();
      await expect(page.getByText("Enter a whole request ID, or a call")).toBeVisible();
      await page.getByLabel("Request ID or call").fill("getPayout");
      await button(page, "Find").click();
      await expect(page.getByText("No requests match")).toBeVisible();
      await expectSoundInBothThemes(page, "no request found");
      await button(page, "Reset").click();
      await expect(rows(page)).toHaveCount(3);
    },
  );
}

test("a developer creates keys, and only an owner lets one send", async ({ page, rokad }) => {
  const owner = await rokad.tenant({ name: "Asha Textiles" });
  const developer = await rokad.newMember(owner.mobile, "Dev Shah", "developer");
  await enter(page, rokad, developer, paths.developers);
  await arrived(page);
  await page.getByRole("button", { name: "Create API Key" }).first().click();
  await dialog(page).getByLabel("Name").fill("Reports");
  await dialog(page).getByRole("checkbox", { name: "payouts:send" }).check();
  await expect(
    dialog(page).getByText("Sends nothing until an owner signs its limits"),
  ).toBeVisible();
  await expectSoundInBothThemes(page, "create a key as a developer");
  await button(page, "Sign and Create").click();
  await signStepUp(page, rokad, developer);
  await button(page, "Done").click();
  await expect(page.getByText("Sends nothing until an owner signs limits")).toBeVisible();
  await expect(button(page, "Limits: Reports")).toHaveCount(0);
  await expect(button(page, "Revoke: Reports")).toBeVisible();
});

/** The requests in the table of a desk, or in the list of a phone. */
const rows = (page: Page) =>
  page
    .getByRole("table", { name: "Requests, newest first" })
    .locator("tbody tr")
    .or(page.getByRole("list", { name: "Requests, newest first" }).getByRole("listitem"));

/** Waits until the newest request with this status is written, at most a second after its answer. */
async function expectRequest(page: Page, status: string): Promise<void> {
  await expect(async () => {
    await button(page, "Refresh").click();
    await expect(rows(page).first()).toContainText(status, { timeout: 1_000 });
  }).toPass();
  await expect(rows(page).first()).toContainText("POST /payouts");
  // The next journey step looks at the page without it.
  await expect(page.getByText("Data refreshed successfully")).toHaveCount(0);
}

/** Opens a request with the keyboard, and shows those of its call. */
async function expectRequestDialog(page: Page): Promise<void> {
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().getByRole("button", { name: "POST /payouts" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("createPayout")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Copy Request ID" })).toBeVisible();
  await expectSoundInBothThemes(page, "a request");
  await button(page, "Show this call only").click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByLabel("Request ID or call")).toHaveValue("createPayout");
  await button(page, "Reset").click();
}

/** Runs the code of the page with `sh`, as a developer would. */
async function runCurl(code: string, secret: string) {
  const { execFile } = await import("node:child_process");
  const { promisify } = await import("node:util");
  const command = code.replace("curl ", "curl -s -w '\\n%{http_code}' ");
  const { stdout } = await promisify(execFile)("sh", ["-c", command], {
    env: { ...process.env, ROKAD_KEY: secret },
  });
  const at = stdout.lastIndexOf("\n");
  const body = JSON.parse(stdout.slice(0, at)) as { data?: { id: string; status: string } };
  return { status: Number(stdout.slice(at + 1)), body };
}
