import { paths } from "../apps/web/src/paths.ts";
import { enterCode, expect, storeSession, test as base } from "./journey.ts";
import { deposits, requestDeposits, rowOf } from "./queues.ts";
import { arrived } from "./screens.ts";
const test = base.extend({
  baseURL: ({ rokad }, use) => use(rokad.origin.replace("127.0.0.1", "localhost")),
});
test("shots", async ({ page, rokad }) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  let n = 0;
  const shot = async (name: string) => {
    for (const [w, h] of [
      [1440, 900],
      [360, 740],
    ] as const)
      for (const theme of ["light", "dark"] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.waitForTimeout(250);
        await page.screenshot({
          path: `/tmp/pk-shots/${String(++n).padStart(2, "0")}-${name}-${w}-${theme}.png`,
        });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await page.goto("/login");
  await shot("login");
  const { mobile } = await rokad.tenant({ rupees: 1_000 });
  await storeSession(page, await rokad.session(mobile));
  await page.goto(paths.sessions);
  await arrived(page);
  await shot("empty");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog", { name: "Add a passkey" }).waitFor();
  await shot("add1");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByLabel("One-time code (OTP)")).toBeVisible();
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name").waitFor();
  await shot("add2");
  await page.getByLabel("Name").fill("Phone at the counter of the shop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Passkey added").first()).toBeVisible();
  await rokad.runSql(
    "insert into passkeys select gen_random_uuid(), person_id, 'x'::bytea, public_key, 0, transports, false, aaguid, 'Old laptop', 'console.old-name.example.in', now(), null from passkeys limit 1",
    [],
  );
  await page.goto(paths.sessions);
  await arrived(page);
  await page.getByText("Old laptop").scrollIntoViewIfNeeded();
  await shot("list");
  await page.goto(paths.payouts);
  await arrived(page);
  await page.getByRole("radio", { name: /UPI/ }).check();
  await page.getByRole("textbox", { name: "UPI ID" }).fill("passkeys@okhdfc");
  await page.getByLabel("Beneficiary name").fill("Sample Traders");
  await page.getByLabel("Email").fill("accounts@example.com");
  await page.getByLabel("Phone number").fill("9876543210");
  await page.getByLabel("Address").fill("1 Sample Road, Pune");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Initiate Payout" }).click();
  await page.getByRole("button", { name: "Use passkey" }).waitFor();
  await shot("review");
  await page.getByRole("button", { name: "Use passkey" }).click();
  await page.getByRole("button", { name: "Confirm with passkey" }).waitFor();
  await shot("passkey");
  const admin = await rokad.admin();
  await requestDeposits(rokad, "Passkey Stores", [4_300]);
  await storeSession(page, admin);
  await page.goto("/super-admin/settings");
  await arrived(page);
  await page.getByText("Passkeys", { exact: true }).first().scrollIntoViewIfNeeded();
  await shot("settings");
  await rokad.runSql(
    "update passkeys set person_id = (select id from people where mobile = '9000000001') where name <> 'Old laptop'",
    [],
  );
  await page.goto(deposits);
  await rowOf(page, "₹4,300.00")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page
    .getByRole("dialog", { name: "Approve" })
    .getByRole("button", { name: "Approve ₹4,300.00" })
    .click();
  await page.getByRole("dialog", { name: "Sign this action" }).waitFor();
  await shot("stepup");
});
