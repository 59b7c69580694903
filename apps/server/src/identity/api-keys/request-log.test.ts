// The guarantee: each request of a key that was found is recorded once, for its business only, and
// without anything that it sent.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  keyForm,
  machinePayout,
  newKey,
  ownAddress,
  programOf,
  sendingForm,
} from "../../../test/key-world.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { writeRequests } from "./request-log.ts";
import { newSecret } from "./secret.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
});
afterAll(() => world.close());

/** The whole log of a business, newest first. */
async function logOf(person: SignedIn, query: Record<string, string> = {}) {
  await writeRequests();
  return (await person.get("/api-requests", query)).body.data;
}

const shortLog = async (person: SignedIn, query: Record<string, string> = {}) =>
  (await logOf(person, query)).map((one) => [one.call, one.status, one.error_code]);

describe("the request log", () => {
  test("has a request once, with its call, status, time and request id", async () => {
    const { id, caller } = await newKey(world, owner, sendingForm());
    const before = Date.now();
    const paid = await caller.post("/payouts", machinePayout(), { key: newId() });
    const read = await caller.get(`/payouts/${paid.body.data.id}`);
    const rows = await logOf(owner);
    await writeRequests();
    expect(await logOf(owner)).toEqual(rows);
    expect(rows).toMatchObject([
      {
        request_id: read.headers["x-request-id"],
        call: "getPayout",
        method: "GET",
        path: `/api/v1/payouts/${paid.body.data.id}`,
        status: 200,
      },
      {
        request_id: paid.headers["x-request-id"],
        key: { id, name: "ERP" },
        call: "createPayout",
        method: "POST",
        path: "/api/v1/payouts",
        status: 201,
        error_code: null,
        address: ownAddress,
      },
    ]);
    for (const { at, duration_us: took } of rows) {
      expect(new Date(at).getTime()).toBeGreaterThanOrEqual(before - 1);
      expect(new Date(at).getTime()).toBeLessThanOrEqual(Date.now());
      expect(took).toBeGreaterThan(0);
      expect(took).toBeLessThan((Date.now() - before + 1) * 1_000);
    }
  });

  test("has what was refused: by scope, input, body, address, limit, its end, and as closed to keys", async () => {
    const form = sendingForm({ networks: [ownAddress] });
    const { id, secret, caller } = await newKey(world, owner, form);
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    await caller.get("/wallet/balance");
    await caller.post("/payouts", machinePayout({ amount_paise: 0 }), { key: newId() });
    await caller.post("/payouts", machinePayout());
    const url = "/api/v1/payouts";
    await world.app.inject({ method: "POST", url, headers, payload: "{" });
    await caller.post("/payouts", machinePayout({ amount_paise: 5_001_00 }), { key: newId() });
    await caller.get(`/payouts/${newId()}`);
    await caller.get("/payouts", {}, { address: "198.51.100.7" });
    await caller.get("/team");
    await saveSetting("api_calls_per_key_per_minute", 1);
    await world.at("2026-12-01T10:00:00Z", async () => {
      await caller.get("/payouts");
      await caller.get("/payouts");
    });
    await saveSetting("api_calls_per_key_per_minute", 1_200);
    await owner.post(`/api-keys/${id}/revoke`, {});
    await caller.get("/payouts");
    expect((await shortLog(owner)).toSorted()).toEqual(
      [
        ["getWalletBalance", 403, "SCOPE_MISSING"],
        ["createPayout", 400, "INVALID_INPUT"],
        ["createPayout", 400, "IDEMPOTENCY_KEY_REQUIRED"],
        ["createPayout", 400, "INVALID_JSON"],
        ["createPayout", 422, "KEY_LIMIT_EXCEEDED"],
        ["getPayout", 404, "NOT_FOUND"],
        ["listPayouts", 403, "ADDRESS_NOT_ALLOWED"],
        ["listTeam", 401, "NOT_SIGNED_IN"],
        ["listPayouts", 200, null],
        ["listPayouts", 429, "TOO_MANY_REQUESTS"],
        ["listPayouts", 401, "API_KEY_REVOKED"],
      ].toSorted(),
    );
    const elsewhere = (await logOf(owner)).find((one) => one.error_code === "ADDRESS_NOT_ALLOWED");
    expect(elsewhere?.address).toBe("198.51.100.7");
  });

  test("has a failure of the server, and downloads", async () => {
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["reports:read"] }));
    await caller.get("/reports/gst-summary", { month: "2026-10" });
    await caller.get("/payouts/export");
    await sql`alter table people rename to people_away`.execute(database());
    await caller.get("/payouts/export");
    await sql`alter table people_away rename to people`.execute(database());
    expect((await logOf(owner)).map(({ status }) => status)[0]).toBe(500);
    expect(await shortLog(owner, { outcome: "failed" })).toEqual([
      ["exportPayouts", 500, "INTERNAL"],
    ]);
    expect(await shortLog(owner, { call: "exportPayouts", outcome: "succeeded" })).toEqual([
      ["exportPayouts", 200, null],
    ]);
  });

  test("has nothing that a request sent, and no number in a path", async () => {
    const scopes = ["payouts:read", "payouts:send", "webhooks:read"] as const;
    const { secret, caller } = await newKey(world, owner, sendingForm({ scopes: [...scopes] }));
    const canaries = ["9876501234567", "canary-key", "Canary Rao", "canary-agent", "4242424242"];
    await world.app.inject({
      method: "POST",
      url: "/api/v1/payouts?canary-key=9876501234567",
      headers: {
        authorization: `Bearer ${secret}`,
        "user-agent": "canary-agent",
        "idempotency-key": "canary-key",
        "x-request-id": "canary-key",
      },
      payload: machinePayout({
        account_number: "9876501234567",
        beneficiary_name: "Canary Rao",
        client_reference: "canary-key",
      }),
    });
    await caller.get("/payouts/9876501234567");
    await caller.get(`/webhook-endpoints/${newId()}/deliveries/4242424242`);
    await caller.get("/payouts/find", { client_reference: "canary-key" });
    expect((await logOf(owner)).map(({ path }) => path).toReversed()).toEqual([
      "/api/v1/payouts",
      "/api/v1/payouts/{id}",
      "/api/v1/webhook-endpoints/{id}/deliveries/{version}",
      "/api/v1/payouts/find",
    ]);
    const { rows } = await sql<{ text: string }>`
      select request::text as text from api_requests as request
    `.execute(database());
    const texts = rows.map(({ text }) => text).join("\n");
    for (const canary of [...canaries, secret, secret.slice("rk_test_".length)])
      expect(texts).not.toContain(canary);
  });

  test("belongs to nobody for an unknown or mistyped secret, and has no request of people", async () => {
    const { secret } = await newKey(world, owner);
    await writeRequests();
    const count = async () =>
      (await database().selectFrom("api_requests").select("request_id").execute()).length;
    const before = await count();
    await programOf(world, newSecret("test").secret).get("/payouts");
    await programOf(world, secret.slice(0, -1)).get("/payouts");
    await owner.get("/payouts");
    await world.anyone.get("/payouts");
    await writeRequests();
    expect(await count()).toBe(before);
  });

  test("shows nothing to other businesses, to other roles and to keys", async () => {
    const { id, caller } = await newKey(world, owner);
    await caller.get("/payouts");
    const [row] = await logOf(owner);
    const developer = await world.member(owner, ["developer"]);
    expect(await logOf(developer)).toEqual([row]);
    const other = await world.operator({ name: "Other Traders" });
    expect(await logOf(other)).toEqual([]);
    expect(await logOf(other, { key: id })).toEqual([]);
    expect(await logOf(other, { request_id: row?.request_id ?? "" })).toEqual([]);
    await caller.get("/payouts");
    await writeRequests();
    const after = (await owner.get("/api-requests", { limit: "1" })).body.next ?? "";
    expect((await owner.get("/api-requests", { limit: "1", after })).body.data).toEqual([row]);
    expect((await other.get("/api-requests", { limit: "1", after })).status).toBe(400);
    for (const role of ["preparer", "approver", "viewer"] as const) {
      const member = await world.member(owner, [role]);
      expect((await member.get("/api-requests")).status).toBe(403);
    }
    expect((await caller.get("/api-requests")).status).toBe(401);
  });
});

describe("a page of the log", () => {
  test("follows the one before exactly, while requests arrive", async () => {
    const { caller } = await newKey(world, owner);
    await world.at("2026-11-20T10:00:00Z", async () => {
      for (let call = 0; call < 7; call += 1) await caller.get("/payouts");
    });
    const first = await logOf(owner, { limit: "50" });
    expect(first).toHaveLength(7);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: Record<string, string> = { limit: "2", ...(after !== null && { after }) };
      const { body } = await owner.get("/api-requests", query);
      seen.push(...body.data.map((one) => one.request_id));
      after = body.next;
      await caller.get("/payouts");
      await writeRequests();
    } while (after !== null);
    expect(seen).toEqual(first.map((one) => one.request_id));
    for (const query of [
      { after: "1_x" },
      { limit: "0" },
      { outcome: "some" },
      { request_id: "4711" },
      { key: "ERP" },
      { call: "a call" },
    ])
      expect((await owner.get("/api-requests", query)).status).toBe(400);
  });

  test("filters by key, outcome, call and request id", async () => {
    const erp = await newKey(world, owner);
    const shop = await newKey(world, owner, keyForm({ name: "Shop" }));
    await erp.caller.get("/payouts");
    await erp.caller.get("/payouts/summary");
    const refused = await shop.caller.get("/wallet/balance");
    expect(await shortLog(owner, { key: shop.id })).toEqual([
      ["getWalletBalance", 403, "SCOPE_MISSING"],
    ]);
    expect(await shortLog(owner, { outcome: "refused" })).toHaveLength(1);
    expect(await shortLog(owner, { outcome: "succeeded" })).toHaveLength(2);
    expect(await shortLog(owner, { outcome: "failed" })).toEqual([]);
    expect(await shortLog(owner, { call: "listPayouts" })).toEqual([["listPayouts", 200, null]]);
    const id = String(refused.headers["x-request-id"]);
    expect(await shortLog(owner, { request_id: id.toUpperCase() })).toHaveLength(1);
    expect(await shortLog(owner, { request_id: newId() })).toEqual([]);
  });
});
