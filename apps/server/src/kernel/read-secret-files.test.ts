import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test("reads every secret from a file, without the last newline", async () => {
  const secret = "Vb3jq8mXn2Lk7Rz5Tt9Wc4Yd6Fg1Hp0S";
  const config = readConfig({
    APP_SECRET_FILE: await fileOf("app", `${secret}\n`),
    DATABASE_URL_FILE: await fileOf("database", "postgres://rokad:pw@localhost/rokad\r\n"),
    ENCRYPTION_KEY_FILE: await fileOf("key", `${"1f".repeat(32)},${"2e".repeat(32)}\n`),
    CASHFREE_CLIENT_SECRET_FILE: await fileOf("cashfree", "cf-secret"),
    TWILIO_AUTH_TOKEN_FILE: await fileOf("twilio", "token"),
    RAZORPAYX_WEBHOOK_SECRET_FILE: await fileOf("webhook", "whsec"),
  });
  expect(config).toMatchObject({
    appSecret: secret,
    databaseUrl: "postgres://rokad:pw@localhost/rokad",
    credentials: {
      CASHFREE_CLIENT_SECRET: "cf-secret",
      TWILIO_AUTH_TOKEN: "token",
      RAZORPAYX_WEBHOOK_SECRET: "whsec",
    },
  });
  expect(config.encryptionKeys).toHaveLength(2);
});

test("refuses a missing, an empty and a doubled secret by name, and prints no secret", async () => {
  const start = () =>
    readConfig({
      APP_SECRET_FILE: join(folder, "nowhere"),
      ENCRYPTION_KEY_FILE: empty,
      MSG91_AUTH_KEY: "given-already",
      MSG91_AUTH_KEY_FILE: doubled,
    });
  const empty = await fileOf("empty", "\n");
  const doubled = await fileOf("doubled", "from-file");
  expect(start).toThrow(/APP_SECRET_FILE: .*nowhere can't be read/);
  expect(start).toThrow(/ENCRYPTION_KEY_FILE: .*empty is empty/);
  expect(start).toThrow("MSG91_AUTH_KEY and MSG91_AUTH_KEY_FILE are both set");
  expect(start).not.toThrow(/given-already|from-file/);
});
