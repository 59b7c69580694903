// The attack of finding H2: beside a real payout provider anyone read the super admin's code over HTTP,
// and play money paid real payouts. Neither starts now; the same holds for an existing database:
// apps/server/src/operations/environment/environment.test.ts.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let real: FastifyInstance;
beforeAll(async () => {
  world = await openWorld();
  real = await createApp(readConfig({ LOG_LEVEL: "silent", ...realProviders }));
});
afterAll(async () => {
  await real.close();
  await world.close();
});

const production = {
  NODE_ENV: "production",
  APP_SECRET: "Vb3jq8mXn2Lk7Rz5Tt9Wc4Yd6Fg1Hp0S",
  DEMO_ACCOUNTS: "0",
};
const realProviders = {
  PRIMARY_PROVIDER: "razorpayx",
  ALTERNATIVE_PROVIDER: "razorpayx",
  SMS_PROVIDER: "msg91",
};

describe("a real payout provider", () => {
  test.each([
    [{ SMS_PROVIDER: "sandbox" }, "SMS_PROVIDER is sandbox"],
    [{ ALTERNATIVE_PROVIDER: "sandbox" }, "ALTERNATIVE_PROVIDER is sandbox"],
    [{ PRIMARY_PROVIDER: "sandbox" }, "PRIMARY_PROVIDER is sandbox"],
    [{ DEMO_ACCOUNTS: "1" }, "DEMO_ACCOUNTS is on"],
    [{ ALLOW_SANDBOX: "1" }, "ALLOW_SANDBOX is on"],
  ])("is refused beside %j in every NODE_ENV, also with ALLOW_SANDBOX", (sandbox, part) => {
    for (const NODE_ENV of ["production", "development", "test"]) {
      for (const ALLOW_SANDBOX of ["0", "1"]) {
        const env = { ...production, NODE_ENV, ALLOW_SANDBOX, ...realProviders, ...sandbox };
        expect(() => readConfig(env)).toThrow(part);
      }
    }
  });

  test("names all sandbox settings in its way at once", () => {
    const start = () => readConfig({ PRIMARY_PROVIDER: "cashfree", DEMO_ACCOUNTS: "1" });
    for (const part of ["SMS_PROVIDER", "ALTERNATIVE_PROVIDER", "DEMO_ACCOUNTS"])
      expect(start).toThrow(part);
  });

  test("leaves no sandbox endpoint open", () => {
    expect(readConfig(realProviders)).toMatchObject({ sandboxAllowed: false, environment: "real" });
    expect(readConfig({})).toMatchObject({ sandboxAllowed: true, environment: "sandbox" });
  });
});

test("nobody reads a code, sends play money or chooses an outcome beside a real provider", async () => {
  const { mobile } = await world.superAdmin();
  const codes = `/api/v1/sandbox/messages?mobile=${mobile}`;
  expect((await world.app.inject({ url: codes })).body).toContain('"code"');
  expect((await real.inject({ url: codes })).statusCode).toBe(404);
  const credit = { method: "POST", url: "/api/v1/sandbox/credits", payload: {} } as const;
  expect((await real.inject(credit)).statusCode).toBe(404);
  const outcome = "/api/v1/sandbox/payouts/01900000-0000-7000-8000-000000000000/outcome";
  expect((await real.inject({ ...credit, url: outcome })).statusCode).toBe(404);
});
