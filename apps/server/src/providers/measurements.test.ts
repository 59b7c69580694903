// The guarantee: every call is counted once, however many processes write at once, and no secret is
// stored.
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "../database/db.ts";
import { latencyBuckets, bucketOf, percentileMs } from "./latency.ts";
import { countCall, countOutcome, writeMeasurements } from "./measurements.ts";
import { providerFiguresOf } from "./provider-figures.ts";
import { redactSecrets } from "../kernel/redact-secrets.ts";

let drop: () => Promise<void>;
let url: string;
beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
  openDatabase(url, { connections: 10 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function primary() {
  const rows = await database()
    .selectFrom("provider_minutes")
    .selectAll()
    .where("provider", "=", "primary")
    .execute();
  return providerFiguresOf(rows);
}

test("overlapping writers add up exactly [28.3]", async () => {
  const writing: Promise<void>[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let call = 0; call < 25; call += 1) {
      countCall("primary", { outcome: "answered", what: "A payout was sent", ms: call });
      countCall("alternative", { outcome: "unclear", what: "Sending: cut", ms: 2_000 });
    }
    countOutcome("primary", "paid");
    countOutcome("primary", "refused");
    writing.push(writeMeasurements());
    if (round % 5 === 0) await Promise.race(writing);
  }
  await Promise.all(writing);
  await writeMeasurements();
  expect(await primary()).toMatchObject({
    answered_count: 1_000,
    unclear_count: 0,
    paid_count: 40,
    refused_count: 40,
  });
  const rows = await database().selectFrom("provider_minutes").selectAll().execute();
  for (const row of rows) {
    const counted = row.latency.reduce((sum, calls) => sum + calls, 0);
    expect([row.latency.length, counted]).toEqual([latencyBuckets, row.answered + row.unclear]);
  }
});

test("counts that could not be written are written the next time", async () => {
  const before = (await primary()).answered_count;
  countCall("primary", { outcome: "answered", what: "A payout was sent", ms: 5 });
  await closeDatabase();
  openDatabase("postgres://nobody@127.0.0.1:1/none", { connections: 1 });
  await expect(writeMeasurements()).rejects.toThrow("ECONNREFUSED");
  await closeDatabase();
  openDatabase(url, { connections: 10 });
  countCall("primary", { outcome: "answered", what: "A payout's status was checked", ms: 5 });
  await writeMeasurements();
  expect((await primary()).answered_count).toBe(before + 2);
  const health = await database()
    .selectFrom("provider_health")
    .select(["last_success", "last_error"])
    .where("provider", "=", "primary")
    .executeTakeFirstOrThrow();
  expect(health).toEqual({ last_success: "A payout's status was checked", last_error: null });
});

test("a percentile lies within its bucket, and never beyond the slowest call", () => {
  const latency = Array.from({ length: latencyBuckets }, () => 0);
  expect(percentileMs(latency, 0.5, 0)).toBeNull();
  latency[bucketOf(80)] = 100;
  expect(percentileMs(latency, 0.5, 90)).toBe(70);
  latency[bucketOf(60_000)] = 100;
  expect(percentileMs(latency, 0.95, 61_000)).toBeGreaterThan(30_000);
  expect(percentileMs(latency, 1, 61_000)).toBe(61_000);
});

test.for([
  ["to asha@okhdfc failed", "to … failed"],
  ["account 026291800001190 is closed", "account … is closed"],
  ["call 98765 43210 back", "call … back"],
  ["key rzp_live_4f9a8b7c6d5e4f3a refused", "key … refused"],
  ["answered 503 after 9 s", "answered 503 after 9 s"],
  ["The beneficiary's bank is under maintenance", "The beneficiary's bank is under maintenance"],
] as const)("%s is stored as %s", ([text, redacted]) => {
  expect(redactSecrets(text)).toBe(redacted);
});
