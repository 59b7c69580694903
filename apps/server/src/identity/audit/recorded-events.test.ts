// The guarantee: the log has every sign-in, failure, sign-out and export, even when the action itself
// was rolled back; and repeated attempts add a bounded number of rows.
import type { AuditAct } from "@rokad/contract/audit";
import { exportPayouts } from "@rokad/contract/payout-files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newestSeq } from "../../../test/audit-log.ts";
import { newKey, sendingForm } from "../../../test/key-world.ts";
import { injectedAddress, processKey } from "../../../test/session-key.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { recordFailedSignIn } from "../sign-in/record-failed-sign-in.ts";
import { ApiError } from "../../kernel/errors.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The rows of an act after a row number, oldest first. */
async function rowsOf(act: AuditAct, after = 0n) {
  return database()
    .selectFrom("audit_log")
    .selectAll()
    .where("act", "=", act)
    .where("seq", ">", after)
    .orderBy("seq")
    .execute();
}

test("records a sign-in with person, address and session [20.1]", async () => {
  const since = await newestSeq();
  const { id } = await world.retailer();
  const rows = await rowsOf("sign_in.succeeded", since);
  expect(rows.at(-1)).toMatchObject({
    actor_id: id,
    subject_kind: "session",
    address: "127.0.0.1",
    user_agent: expect.any(String),
  });
});

test("records a failed sign-in without the code [20.1]", async () => {
  const { mobile, id } = await world.retailer();
  await world.anyone.post("/auth/send-otp", { mobile });
  const since = await newestSeq();
  const { status } = await world.anyone.post("/auth/verify-otp", { mobile, otp: "000000" });
  expect(status).toBe(400);
  const rows = await rowsOf("sign_in.failed", since);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    actor_id: null,
    subject_kind: "person",
    subject_id: id,
    reason: "Wrong OTP",
    address: "127.0.0.1",
  });
  expect(
    JSON.stringify(rows, (_, v: unknown) => (typeof v === "bigint" ? String(v) : v)),
  ).not.toContain("000000");
});

test("masks a number without an account [20.1]", async () => {
  const since = await newestSeq();
  await world.anyone.post("/auth/verify-otp", { mobile: "9812345602", otp: "123456" });
  expect(await rowsOf("sign_in.failed", since)).toMatchObject([
    { subject_id: null, after: { mobile: "98******02" } },
  ]);
});

test("records a deactivated tenant's correct code as a failure that names the tenant", async () => {
  const tenant = await world.retailer();
  await (
    await world.superAdmin()
  ).patch(`/super-admin/tenants/${tenant.id}/status`, {
    isActive: false,
  });
  await world.anyone.post("/auth/send-otp", { mobile: tenant.mobile });
  const since = await newestSeq();
  const otp = await world.codeFor(tenant.mobile);
  await world.anyone.post("/auth/verify-otp", { mobile: tenant.mobile, otp });
  expect(await rowsOf("sign_in.failed", since)).toMatchObject([
    { subject_id: tenant.id, reason: "Account inactive" },
  ]);
});

test("records one lock-out per hour for repeated wrong codes [20.1]", async () => {
  const { mobile, id } = await world.retailer();
  await world.anyone.post("/auth/send-otp", { mobile });
  const since = await newestSeq();
  for (let tries = 0; tries < 9; tries += 1) {
    await world.anyone.post("/auth/verify-otp", { mobile, otp: "000000" });
  }
  expect(await rowsOf("sign_in.failed", since)).toHaveLength(5);
  expect(await rowsOf("sign_in.locked_out", since)).toMatchObject([
    { subject_id: id, reason: "Too many wrong attempts" },
  ]);
});

test("records one sign-out for two requests [20.2]", async () => {
  const tenant = await world.retailer();
  const since = await newestSeq();
  for (let times = 0; times < 2; times += 1) {
    await tenant.post("/auth/logout", { refresh_token: tenant.refreshToken });
  }
  expect(await rowsOf("session.ended", since)).toMatchObject([
    { actor_id: tenant.id, subject_kind: "session", reason: "Signed out" },
  ]);
});

test("records a reused refresh token although the request is rejected [20.2]", async () => {
  const tenant = await world.retailer();
  const since = await newestSeq();
  const key = await processKey();
  const refresh = async (token: string) => {
    const proof = await key.proof(injectedAddress("/auth/refresh"));
    return world.anyone.post("/auth/refresh", { refresh_token: token }, { proof });
  };
  const next = await refresh(tenant.refreshToken);
  expect((await refresh(next.body.data.refresh_token)).status).toBe(200);
  expect((await refresh(tenant.refreshToken)).status).toBe(401);
  expect(await rowsOf("session.token_reused", since)).toMatchObject([
    { actor_id: null, subject_kind: "person", subject_id: tenant.id },
  ]);
});

test("records every export with its filter, by tenants and super admins [20.3]", async () => {
  const tenant = await world.operator();
  const since = await newestSeq();
  await tenant.get("/payouts/export", { status: "failed" });
  const admin = await world.superAdmin();
  await admin.get("/super-admin/audit-log/export", { group: "export" });
  expect(await rowsOf("export.made", since)).toMatchObject([
    {
      actor_id: tenant.id,
      subject_kind: "export",
      subject_id: exportPayouts.name,
      after: { status: "failed", file: expect.stringContaining("payouts-export-") },
    },
    { actor_id: admin.id, subject_id: "exportAuditLog", after: { group: "export" } },
  ]);
});

test("does not record a rejected export", async () => {
  const tenant = await world.operator();
  const since = await newestSeq();
  const { status } = await tenant.get("/payouts/export", { from: "nonsense" });
  expect([status, await rowsOf("export.made", since)]).toEqual([400, []]);
});

test("limits a person's exports to 300 an hour [20.4]", async () => {
  await world.at("2026-03-05T10:10:00Z", async () => {
    const tenant = await world.operator();
    await database()
      .insertInto("rate_limits")
      .values({
        key: `files of ${tenant.id}`,
        window_start: new Date("2026-03-05T10:00:00Z"),
        used: 299,
      })
      .execute();
    const answers = [await tenant.get("/payouts/export"), await tenant.get("/payouts/export")];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]?.headers["retry-after"]).toBe(String(50 * 60));
  });
});

test("records limits of people and keys as amounts with their currency", async () => {
  const owner = await world.operator();
  const approver = await world.member(owner, ["approver"]);
  const since = await newestSeq();
  const { body: me } = await approver.get("/member-limits");
  const id = me.data.find(({ id: one }: { id: string }) => one !== owner.id)?.id;
  for (const amount of [2_000, 5_000]) {
    const limits = { per_payout: amount, per_day: null };
    expect((await owner.put(`/member-limits/${id}`, limits)).status).toBe(200);
  }
  const money = (rupees: number) => ({ amount: rupees * 100, currency: "INR" });
  expect(await rowsOf("member_limit.changed", since)).toMatchObject([
    { before: { per_payout: null }, after: { per_payout: money(2_000), per_day: null } },
    { before: { per_payout: money(2_000) }, after: { per_payout: money(5_000), per_day: null } },
  ]);
  await newKey(world, owner, sendingForm({ limits: { per_payout: 1_500, per_day: 3_000 } }));
  expect(await rowsOf("api_key.created", since)).toMatchObject([
    { after: { limits: { per_payout: money(1_500), per_day: money(3_000) } } },
  ]);
});

test("bounds the rows of an attack with many numbers and addresses [20.4]", async () => {
  await world.at("2026-04-05T10:10:00Z", async () => {
    await database()
      .insertInto("rate_limits")
      .values({
        key: "audit refused sign-ins",
        window_start: new Date("2026-04-05T10:00:00Z"),
        used: 1_995,
      })
      .execute();
    const since = await newestSeq();
    const error = new ApiError(400, "OTP_INVALID", "");
    await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        recordFailedSignIn(error, `98000000${10 + nth}`, {
          address: `203.0.113.${nth}`,
          userAgent: undefined,
        }),
      ),
    );
    expect(await rowsOf("sign_in.failed", since)).toHaveLength(5);
    expect(await rowsOf("sign_in.locked_out", since)).toMatchObject([
      { reason: expect.stringContaining("The others are not listed") },
    ]);
  });
});
