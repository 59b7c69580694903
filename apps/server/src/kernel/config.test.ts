import { describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  APP_SECRET: "Vb3jq8mXn2Lk7Rz5Tt9Wc4Yd6Fg1Hp0S",
  DEMO_ACCOUNTS: "0",
};

test("starts without any setting", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    cell: "A",
    role: "all",
    demoAccounts: true,
    production: false,
  });
});

test.each([
  ["at PUBLIC_URL", { PUBLIC_URL: "https://pay.example.in/" }, ["https://pay.example.in"]],
  ["at localhost in a trial", {}, "localhost"],
  [
    "at each address of PASSKEY_ORIGINS",
    {
      PUBLIC_URL: "https://pay.example.in",
      PASSKEY_ORIGINS: "https://a.example, https://b.example",
    },
    ["https://a.example", "https://b.example"],
  ],
])("offers passkeys %s", (_, env, origins) => {
  expect(readConfig(env).passkeyOrigins).toEqual(origins);
});

test.each(["http://pay.example.in", "https://pay.example.in/", "pay.example.in", "https://a,"])(
  "rejects %s as an address of passkeys",
  (PASSKEY_ORIGINS) => {
    expect(() => readConfig({ PASSKEY_ORIGINS })).toThrow("PASSKEY_ORIGINS: must be addresses");
  },
);

const realRails = {
  PRIMARY_PROVIDER: "razorpayx",
  ALTERNATIVE_PROVIDER: "razorpayx",
  SMS_PROVIDER: "msg91",
};

test.each([realRails, { SMS_PROVIDER: "msg91" }])(
  "creates no demo accounts with %j, which would really pay or text",
  (real) => {
    expect(readConfig(real).demoAccounts).toBe(false);
  },
);

test("treats an empty variable as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
});

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test.each([
  [{ PORT: "none" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ ROLE: "boss" }, "ROLE"],
  [{ CELL: "b" }, "CELL: must be one capital letter, A to Z"],
  [{ CELL: "AB" }, "CELL: must be one capital letter, A to Z"],
  [{ CELL: "7" }, "CELL: must be one capital letter, A to Z"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  [{ DATABASE_SESSION_URL: "mysql://x" }, "DATABASE_SESSION_URL"],
  [{ APP_SECRET: "short" }, "APP_SECRET"],
  [{ SMS_PROVIDER: "pigeon" }, "SMS_PROVIDER"],
  [{ TRUST_PROXY: "maybe" }, "TRUST_PROXY"],
  [{ DLT_HEADER: "ROKAD PAY" }, "DLT_HEADER"],
  [{ DLT_PAYOUT_TEMPLATE_ID: "1107" }, "DLT_PAYOUT_TEMPLATE_ID"],
  [{ DATABASE_REPLICA_URL: "mysql://x" }, "DATABASE_REPLICA_URL"],
  [{ ACCESS_LOG: "1", LOG_LEVEL: "warn" }, "ACCESS_LOG"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "key=of-it" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: "of-it" }, "OTEL_EXPORTER_OTLP_HEADERS"],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: "key=%" }, "OTEL_EXPORTER_OTLP_HEADERS"],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://10.0.0.7:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "key=of-it",
    },
    "https://",
  ],
  [{ ...collector, OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG"],
  [{ SHUTDOWN_DRAIN_SECONDS: "30" }, "SHUTDOWN_DRAIN_SECONDS"],
  [{ SMS_FALLBACK_PROVIDER: "twilio" }, "SMS_FALLBACK_PROVIDER"],
  [{ SMS_PROVIDER: "msg91", SMS_FALLBACK_PROVIDER: "msg91" }, "SMS_FALLBACK_PROVIDER"],
])("rejects %j and names the variable", (env, name) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});

test("drains before a stop only in production, where the default must fit too", () => {
  expect(readConfig({}).shutdown).toEqual({ drainSeconds: 0, atMostSeconds: 30 });
  const shutdownOf = (env: Readonly<Record<string, string>>) =>
    readConfig({ ...production, ALLOW_SANDBOX: "1", ...env }).shutdown;
  expect(shutdownOf({}).drainSeconds).toBe(5);
  expect(() => shutdownOf({ SHUTDOWN_SECONDS: "2" })).toThrow("SHUTDOWN_DRAIN_SECONDS");
  expect(shutdownOf({ SHUTDOWN_SECONDS: "2", SHUTDOWN_DRAIN_SECONDS: "1" }).drainSeconds).toBe(1);
});

describe("production", () => {
  test("rejects each sandbox part by name", () => {
    const start = () => readConfig({ NODE_ENV: "production", DEMO_ACCOUNTS: "1" });
    for (const part of [
      "SMS_PROVIDER",
      "PRIMARY_PROVIDER",
      "ALTERNATIVE_PROVIDER",
      "APP_SECRET",
      "DEMO_ACCOUNTS",
    ]) {
      expect(start).toThrow(part);
    }
  });

  test("rejects the sandbox even with a secret and without demo accounts", () => {
    expect(() => readConfig(production)).toThrow("SMS_PROVIDER");
    expect(() => readConfig(production)).not.toThrow("APP_SECRET is not set");
  });

  test("accepts a weak older encryption key, so that it can be changed", () => {
    const keys = `j8Kq2Vn5Xb7Zc9Ld1Mf3Pg6Rh4Ts0Wu2Yv8Ax5Be7Cg=,${"0".repeat(64)}`;
    const config = readConfig({ ...production, ALLOW_SANDBOX: "1", ENCRYPTION_KEY: keys });
    expect(config.encryptionKeys).toHaveLength(2);
  });

  test("starts with ALLOW_SANDBOX=1, and creates demo accounts only on request", () => {
    expect(readConfig({ ...production, ALLOW_SANDBOX: "1" }).demoAccounts).toBe(false);
  });
});
