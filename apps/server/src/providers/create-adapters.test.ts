import { expect, test } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { createAdapters } from "./create-adapters.ts";

const namesFor = (env: Readonly<Record<string, string>>) =>
  createAdapters(readConfig(env)).all.map(({ name }) => name);

test("offers the sandbox or the real providers, never both", () => {
  const real = { PRIMARY_PROVIDER: "cashfree", ALTERNATIVE_PROVIDER: "cashfree" };
  expect(namesFor({})).toEqual(["sandbox"]);
  expect(namesFor({ ...real, SMS_PROVIDER: "msg91" })).toEqual(["razorpayx", "cashfree"]);
});
