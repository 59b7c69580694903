// The attack: a member of two businesses uses a session for the one to reach the other's data, or goes
// on after the membership ended. Each way in has a test.
import { getExport, requestExport } from "@rokad/contract/exports";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { transaction } from "../../src/database/db.ts";
import { publishChange } from "../../src/database/publish-change.ts";
import { addMember } from "../../src/identity/members/add-member.ts";
import { disableMember } from "../../src/identity/members/set-member-status.ts";
import { readAccessToken } from "../../src/identity/sign-in/access-token.ts";
import { findSession } from "../../src/identity/sign-in/find-session.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { readEvents, type EventReader } from "../event-reader.ts";
import { impsOrder } from "../forms.ts";
import { runDueJobs } from "../run-due-jobs.ts";
import { newestCode, type SignedIn } from "../signed-in.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let app: Awaited<ReturnType<typeof createApp>>;
let mine: SignedIn;
let other: SignedIn;
const readers: EventReader[] = [];

beforeAll(async () => {
  world = await openWorld();
  app = await createApp(readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }), {
    streams: { heartbeatMs: 50 },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  mine = await world.retailer({ name: "Sharma Traders", wallet: "₹5,000" });
  other = await world.retailer({ name: "Verma Stores", wallet: "₹9,000" });
});
afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));
afterAll(async () => {
  await app.close();
  await world.close();
});

/** A person with a role in each business, signed in to the first. */
async function memberOfBoth(roles: Parameters<World["member"]>[1] = ["owner"]): Promise<SignedIn> {
  const member = await world.member(mine, roles);
  const { mobile } = member;
  await transaction((db) => addMember(db, null, other.id, { mobile, name: "Priya Nair", roles }));
  return member;
}

async function idOf({ token }: SignedIn): Promise<string> {
  return (await findSession(readAccessToken(token)?.sessionId ?? ""))?.member.id ?? "";
}

async function listen({ token }: SignedIn): Promise<EventReader> {
  const reader = await readEvents(app, token);
  readers.push(reader);
  await reader.ready();
  return reader;
}

test("reading: a session for one business never sees the other's rows", async () => {
  const member = await memberOfBoth();
  const theirs = await other.pay(impsOrder());
  expect((await member.get(`/payouts/${theirs.body.data.id}`)).status).toBe(404);
  for (const path of ["/payouts", "/wallet/history", "/notifications", "/wallet/bank-accounts"]) {
    const { status, text } = await member.get(path);
    expect(status).toBe(200);
    expect(text).not.toContain(theirs.body.data.id);
  }
  expect(await member.balance()).toBe(await mine.balance());
});

test("choosing: a business without a membership looks like an unknown one", async () => {
  const member = await world.member(mine, ["owner"]);
  const unknown = await member.post("/auth/tenant", { tenant_id: member.id.replace(/^../, "ff") });
  const foreign = await member.post("/auth/tenant", { tenant_id: other.id });
  expect([foreign.status, foreign.body.error.message]).toEqual([
    404,
    "This business was not found",
  ]);
  expect(foreign.body.error.code).toBe(unknown.body.error.code);
  const admin = await world.superAdmin();
  expect((await admin.post("/auth/tenant", { tenant_id: other.id })).status).toBe(404);
});

test("live stream: it hears only its own business, and ends when the session switches", async () => {
  const member = await memberOfBoth();
  const stream = await listen(member);
  await transaction((db) => publishChange(db, [other.id], ["payouts"]));
  await transaction((db) => publishChange(db, [mine.id], ["wallet"]));
  expect(await stream.changed()).toEqual(["wallet"]);
  await member.post("/auth/tenant", { tenant_id: other.id });
  await transaction((db) => publishChange(db, [mine.id], ["gateway"]));
  expect(await stream.reports("gateway")).toBe(false);
});

test("refresh after switching: the new tokens are of the business that was chosen", async () => {
  const member = await memberOfBoth(["viewer"]);
  await member.post("/auth/tenant", { tenant_id: other.id });
  const { body } = await member.get("/auth/me");
  expect(body.data.tenant).toEqual({ id: other.id, name: "Verma Stores" });
  // Each request reads the business from the session's row: the token names only the session.
  expect(await member.balance()).toBe(await other.balance());
  expect((await member.get("/auth/sessions")).body.data.length).toBeGreaterThan(0);
});

test("payout code: one that was sent for one business pays nothing from the other", async () => {
  const member = await memberOfBoth();
  const order = impsOrder({ amount: 77 });
  await member.post("/payouts/otp/send", { mobile: member.mobile, payout: order });
  const otp = await newestCode(world.anyone, member.mobile);
  await member.post("/auth/tenant", { tenant_id: other.id });
  const before = await other.balance();
  const { body } = await member.post("/payouts/otp/verify", { mobile: member.mobile, otp });
  const paid = await member.post("/payouts/initiate", {
    ...order,
    authorization_token: body.data.authorization_token,
  });
  expect([paid.status, paid.body.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  expect(await other.balance()).toBe(before);
});

test("disabled member: the open stream ends, and so do all sessions of this business only", async () => {
  const member = await memberOfBoth();
  const elsewhere = await world.afterSeconds(31, () => world.signIn(member.mobile));
  await elsewhere.post("/auth/tenant", { tenant_id: other.id });
  const stream = await listen(member);
  const id = await idOf(member);
  await transaction((db) => disableMember(db, null, mine.id, id));
  await transaction((db) => publishChange(db, [mine.id], ["gateway"]));
  expect(await stream.reports("gateway")).toBe(false);
  expect((await member.get("/payouts")).status).toBe(401);
  expect((await elsewhere.get("/payouts")).status).toBe(200);
  expect((await elsewhere.post("/auth/tenant", { tenant_id: mine.id })).status).toBe(404);
});

test("disabled member: a running export finishes for the business, not for them", async () => {
  const member = await world.member(mine, ["accountant"]);
  const body = { kind: "wallet_history", filter: {} } as const;
  const { data } = await member.ask(requestExport, { body });
  const id = await idOf(member);
  await transaction((db) => disableMember(db, null, mine.id, id));
  await runDueJobs();
  expect((await member.get(`/exports/${data.id}/file`)).status).toBe(401);
  expect((await mine.ask(getExport, { params: { id: data.id } })).data.state).toBe("ready");
  expect((await other.get(`/exports/${data.id}`)).status).toBe(404);
});

test("disabled member: a payout whose code was right before is refused under the lock", async () => {
  const member = await world.member(mine, ["owner"]);
  const order = impsOrder({ amount: 78 });
  await member.post("/payouts/otp/send", { mobile: member.mobile, payout: order });
  const otp = await newestCode(world.anyone, member.mobile);
  const { body } = await member.post("/payouts/otp/verify", { mobile: member.mobile, otp });
  const request = { ...order, authorization_token: body.data.authorization_token };
  const id = await idOf(member);
  const before = await mine.balance();
  // Both at once: whichever commits first, no payout is recorded after the membership ended.
  const [paid] = await Promise.all([
    member.post("/payouts/initiate", request),
    transaction((db) => disableMember(db, null, mine.id, id)),
  ]);
  const moved = before - (await mine.balance());
  expect([201, 401, 403]).toContain(paid.status);
  expect(moved > 0).toBe(paid.status === 201);
  expect((await member.post("/payouts/initiate", request)).status).toBe(401);
});
