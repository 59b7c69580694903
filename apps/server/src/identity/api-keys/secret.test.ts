import { describe, expect, test } from "vitest";
import { newSecret, readSecret } from "./secret.ts";

describe("a secret", () => {
  test("has its mode, 30 random base62 characters and a checksum", () => {
    const { secret, hash, hint } = newSecret("test");
    expect(secret).toMatch(/^rk_test_[0-9A-Za-z]{36}$/);
    expect(secret.endsWith(hint)).toBe(true);
    expect(readSecret(secret)).toEqual({ mode: "test", hash });
    expect(newSecret("live").secret).toMatch(/^rk_live_/);
  });

  test("is different each time and uses each character", () => {
    const secrets = Array.from({ length: 500 }, () => newSecret("live").secret);
    expect(new Set(secrets).size).toBe(500);
    expect(new Set(secrets.join("").replaceAll("rk_live_", "")).size).toBe(62);
  });

  test("is recognised as wrong when any character is changed, removed, added or swapped", () => {
    const { secret } = newSecret("live");
    const accepted = [...secret].flatMap((character, at) => {
      const other = character === "a" ? "b" : "a";
      return [
        secret.slice(0, at) + other + secret.slice(at + 1),
        secret.slice(0, at) + secret.slice(at + 1),
        `${secret.slice(0, at)}x${secret.slice(at)}`,
      ].filter((changed) => changed !== secret && readSecret(changed));
    });
    expect(accepted).toEqual([]);
    expect(readSecret(secret.replace("rk_live_", "rk_test_"))).toBeUndefined();
  });
});
