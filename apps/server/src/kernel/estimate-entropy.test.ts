import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { estimateEntropy } from "./estimate-entropy.ts";
import { secretBitsMin } from "./check-secrets.ts";

test.each([
  "a".repeat(64),
  "abababababababababababababababababababab",
  "0123456789012345678901234567890123456789",
  "qwertyuiopasdfghjklzxcvbnmqwertyuiopasdf",
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
  "secretsecretsecretsecretsecretsecretsecret",
  "change-me-change-me-change-me-change-me",
  "this-is-our-secret-for-the-production-server",
  "Password1Password1Password1Password1",
  "0".repeat(64),
  "deadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef",
  `${"A".repeat(43)}=`,
])("finds that %s is easy to guess", (text) => {
  expect(estimateEntropy(text)).toBeLessThan(secretBitsMin);
});

test("accepts random secrets of the documented commands, each time", () => {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const bytes = randomBytes(32);
    for (const text of [bytes.toString("base64"), bytes.toString("hex")])
      expect(estimateEntropy(text)).toBeGreaterThan(secretBitsMin);
    // The shortest APP_SECRET.
    expect(estimateEntropy(bytes.toString("base64").slice(0, 32))).toBeGreaterThan(secretBitsMin);
  }
});
