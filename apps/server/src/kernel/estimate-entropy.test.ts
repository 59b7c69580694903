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
  }
});

// Of random texts this short, one in some ten thousand looks like words and is refused.
test("accepts a random secret of 32 characters, the fewest that are allowed", () => {
  expect(estimateEntropy("q7Zr0XvT2mKfB9LwYd4NsHc8JgPu3EoA")).toBeGreaterThan(secretBitsMin);
});
