import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../kernel/config.ts";
import {
  missingCredentials,
  MissingCredentialError,
  readCredentials,
  useCredentials,
} from "../../kernel/credentials.ts";

afterEach(() => useCredentials({}));

test("uses the environment's values and names the missing credentials", async () => {
  useCredentials(readConfig({ CASHFREE_CLIENT_ID: "CF1", CASHFREE_CLIENT_SECRET: "" }).credentials);
  const both = ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"] as const;
  expect(await missingCredentials(both)).toEqual(["CASHFREE_CLIENT_SECRET"]);
  expect(await readCredentials("CASHFREE_CLIENT_ID")).toEqual({ CASHFREE_CLIENT_ID: "CF1" });
  const error = await readCredentials(...both).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MissingCredentialError);
  expect(String(error)).toContain("CASHFREE_CLIENT_SECRET");
  expect(String(error)).not.toContain("CF1");
});
