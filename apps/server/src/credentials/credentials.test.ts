import { afterEach, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import {
  missingCredentials,
  MissingCredentialError,
  readCredentials,
  useCredentials,
} from "./credentials.ts";

afterEach(() => useCredentials({}));

test("those of the environment count, and the others are named", async () => {
  useCredentials(readConfig({ CASHFREE_CLIENT_ID: "CF1", CASHFREE_CLIENT_SECRET: "" }).credentials);
  const both = ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"] as const;
  expect(await missingCredentials(both)).toEqual(["CASHFREE_CLIENT_SECRET"]);
  expect(await readCredentials("CASHFREE_CLIENT_ID")).toEqual({ CASHFREE_CLIENT_ID: "CF1" });
  const refused = await readCredentials(...both).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MissingCredentialError);
  expect(String(refused)).toContain("CASHFREE_CLIENT_SECRET");
  expect(String(refused)).not.toContain("CF1");
});
