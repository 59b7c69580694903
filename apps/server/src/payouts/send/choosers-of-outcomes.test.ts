// The guarantee: only an owner, a developer or a test key of the business chooses the outcome of a
// payout, and only of one that the sandbox has or gets.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { keyForm, newKey, sendingForm } from "../../../test/key-world.ts";
import {
  errorOf,
  openSandboxOutcomeWorld,
  type SandboxOutcomeWorld,
} from "../../../test/sandbox-outcome-world.ts";
import { database } from "../../database/db.ts";

let world: SandboxOutcomeWorld;
beforeAll(async () => {
  world = await openSandboxOutcomeWorld();
});
beforeEach(async () => {
  await world.startOver();
  await world.payAndSend();
});
afterEach(async () => {
  await world.choose("success");
  await world.work();
  expect((await world.shown()).status).toBe("success");
  expect(await world.disagreements()).toEqual([]);
});
afterAll(() => world.close());

test("an owner and a developer choose, no other role and no other business", async () => {
  const developer = await world.member(world.owner(), ["developer"]);
  const viewer = await world.member(world.owner(), ["viewer"]);
  const other = await world.operator();
  expect((await world.choose("success", { by: viewer })).status).toBe(403);
  const unknown = await world.choose("success", { by: other });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "NOT_FOUND"]);
  expect((await world.shown()).status).toBe("processing");
  expect((await world.choose("success", { by: developer })).status).toBe(200);
});

test("a test key that may send chooses, with an Idempotency-Key", async () => {
  const reader = await newKey(world, world.owner(), keyForm({ scopes: ["payouts:read"] }));
  const refused = await world.choose("success", { by: reader.caller, key: "one" });
  expect([refused.status, refused.body.error.code]).toEqual([403, "SCOPE_MISSING"]);
  const { id, caller } = await newKey(world, world.owner(), sendingForm());
  const setLive = (isLive: boolean) =>
    sql`update api_keys set is_live = ${isLive} where id = ${id}`.execute(database());
  await setLive(true);
  const live = await world.choose("success", { by: caller, key: "one" });
  expect([live.status, live.body.error.code]).toEqual([401, "API_KEY_WRONG_MODE"]);
  await setLive(false);
  const keyless = await world.choose("success", { by: caller });
  expect(keyless.body.error.code).toBe("IDEMPOTENCY_KEY_REQUIRED");
  expect((await world.choose("success", { by: caller, key: "one" })).status).toBe(200);
});

test("another status is refused, and a reason for a success", async () => {
  expect((await world.choose("cancelled")).body.error.fields).toEqual({
    status: "Choose success, failed or returned",
  });
  expect((await world.choose("success", { reason: "Why not" })).body.error.fields).toEqual({
    reason: "A success has no reason",
  });
});

test("a payout of a real provider is refused", async () => {
  const setAdapter = (name: string) =>
    sql`update payouts set adapter = ${name} where id = ${world.payout().id}`.execute(database());
  await setAdapter("razorpayx");
  expect(errorOf(await world.choose("success"))).toEqual([
    409,
    "OUTCOME_NOT_CHOOSABLE",
    "A real provider has this payout. Only the sandbox's outcomes can be chosen.",
  ]);
  await setAdapter("sandbox");
  expect(await world.checkStatus()).toMatchObject({ state: "processing" });
});
