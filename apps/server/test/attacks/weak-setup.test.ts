// The attacks of finding M7: a listener on the network reads rows, or stands in for the database; and
// a secret such as `aaaa…` is guessed. Production starts with neither.
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/kernel/config.ts";

const production = { NODE_ENV: "production", ALLOW_SANDBOX: "1" };
const variables = ["DATABASE_URL", "DATABASE_SESSION_URL", "DATABASE_REPLICA_URL"] as const;

describe.each(variables)("%s in production", (name) => {
  const start = (url: string, more: Readonly<Record<string, string>> = {}) =>
    readConfig({ ...production, [name]: url, ...more });

  test.each([
    "postgres://rokad:pw@db.example.internal/rokad",
    "postgres://rokad:pw@db.example.internal/rokad?sslmode=disable",
    "postgres://rokad:pw@db.example.internal/rokad?sslmode=no-verify",
    "postgres://rokad:pw@db.example.internal/rokad?uselibpqcompat=true&sslmode=require",
    "postgres://rokad:pw@10.0.0.7/rokad",
    "postgres://rokad:pw@localhost/rokad?host=db.example.internal",
    "postgres://rokad:pw@127.0.0.1.example.in/rokad",
  ])("does not start with %s", (url) => {
    expect(() => start(url)).toThrow(
      `${name}: add ?sslmode=verify-full, so that the connection is encrypted and the server is the right one (ALLOW_PLAIN_DATABASE=1 allows it without)`,
    );
    expect(() => start(url)).not.toThrow("rokad:pw");
  });

  test.each([
    "postgres://rokad:pw@db.example.internal/rokad?sslmode=verify-full",
    "postgres://rokad:pw@localhost/rokad",
    "postgres://rokad:pw@127.0.0.1:5433/rokad",
    "postgres://rokad:pw@127.8.0.1/rokad",
    "postgres://rokad:pw@[::1]/rokad",
    "postgres://rokad:pw@%2Fvar%2Frun%2Fpostgresql/rokad",
    "postgres://rokad@localhost/rokad?host=/var/run/postgresql",
  ])("starts with %s", (url) => {
    expect(() => start(url)).not.toThrow();
  });

  test("starts with a plain connection when it is waived by name", () => {
    const url = "postgres://rokad:pw@db.example.internal/rokad";
    expect(() => start(url, { ALLOW_PLAIN_DATABASE: "1" })).not.toThrow();
  });
});

test("asks for no TLS outside production", () => {
  const DATABASE_URL = "postgres://rokad:pw@db.example.internal/rokad";
  expect(() => readConfig({ DATABASE_URL })).not.toThrow();
});

test.each([
  [{ APP_SECRET: "a".repeat(32) }, "APP_SECRET: too easy to guess"],
  [{ ENCRYPTION_KEY: "0".repeat(64) }, "ENCRYPTION_KEY: too easy to guess"],
])("production refuses the weak secret of %j, also with ALLOW_SANDBOX", (weak, message) => {
  const start = () => readConfig({ ...production, ...weak });
  expect(start).toThrow(message);
  expect(start).toThrow("openssl rand -base64 32");
  expect(() => readConfig({ ...weak, NODE_ENV: "development" })).not.toThrow();
});
