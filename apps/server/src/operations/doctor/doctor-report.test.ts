// The guarantee: the console shows what the command finds, on the server that answers, and looking
// at it stores nothing.
import { examineInstallation } from "@rokad/contract/doctor";
import { sql } from "kysely";
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";

let world: PayoutWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

async function examine() {
  return (await boss.ask(examineInstallation, {})).data;
}

test("checks what the command checks, except a disk that holds nothing here", async () => {
  const { host, findings } = await examine();
  expect(host).toBe(hostname());
  expect([...new Set(findings.map(({ check }) => check))]).toEqual([
    "Settings",
    "Backups",
    "Database version",
    "Durability",
    "Connections",
    "Connection encryption",
    "pg_trgm",
    "Migrations",
    "Clock",
    "Encryption keys",
    "Kind of money",
    "Restore drill",
    "Provider primary",
    "Provider alternative",
    "SMS",
    "E-mail",
  ]);
});

test("says what to do about a missing migration, and goes on", async () => {
  await sql`delete from schema_migrations where name = '0002_settings.sql'`.execute(database());
  const { findings } = await examine();
  expect(findings.find(({ check }) => check === "Migrations")).toEqual({
    check: "Migrations",
    is_ok: false,
    detail: "1 missing: 0002_settings.sql",
    remedy: "Start one process of this version: it migrates the database",
  });
  expect(findings.at(-1)?.check).toBe("E-mail");
});

test("stores nothing", async () => {
  const rows = async () =>
    (
      await sql<object>`
        select (select count(*) from audit_log) as audit,
          (select jsonb_agg(p) from provider_health p) as health,
          (select jsonb_agg(s) from settings s) as settings
      `.execute(database())
    ).rows;
  const before = await rows();
  await examine();
  expect(await rows()).toEqual(before);
});
