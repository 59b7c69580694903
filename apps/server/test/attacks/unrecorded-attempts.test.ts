// The attack of finding M6: trying roles, codes and webhooks without a trace. Each is in the audit log.
import type { AuditAct } from "@rokad/contract/audit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordRepeatedRefusals } from "../../src/identity/audit/record-refusal.ts";
import { newestSeq, refusalsOf } from "../audit-log.ts";
import { impsOrder } from "../forms.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let since: bigint;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  since = await newestSeq();
});
afterAll(() => world.close());

const rowsOf = (act: AuditAct) => refusalsOf(act, since);

test("records who called what their role does not allow, and from where [20.14]", async () => {
  const tenant = await world.retailer();
  const answer = await tenant.get("/super-admin/settings");
  expect(answer.status).toBe(403);
  expect(await rowsOf("request.refused")).toEqual([
    {
      actor_id: tenant.id,
      subject_kind: "call",
      subject_id: "listSettings",
      reason: "Role not allowed",
      after: null,
      address: "127.0.0.1",
      user_agent: expect.any(String),
    },
  ]);
});

test("records a missing feature and a change in a read-only view [20.14]", async () => {
  const tenant = await world.retailer({ features: [] });
  await tenant.post("/payouts/otp/send", impsOrder());
  const admin = await world.superAdmin();
  const viewed = await admin.post(`/super-admin/tenants/${tenant.id}/view`, { reason: "Ticket 1" });
  await world.app.inject({
    method: "POST",
    url: "/api/v1/notifications/read",
    headers: { authorization: `Bearer ${viewed.body.data.access_token}` },
    payload: {},
  });
  expect(await rowsOf("request.refused")).toMatchObject([
    { actor_id: tenant.id, reason: "Feature not enabled" },
    // The tenant did not make this call. The session leads to the row that opened the view.
    { actor_id: null, after: { session: expect.any(String) }, reason: "Read-only view" },
  ]);
});

test("records a wrong payout code without the code [20.14]", async () => {
  const payer = await world.operator({ wallet: "₹10,000" });
  await payer.post("/payouts/otp/send", impsOrder());
  const wrong = { mobile: payer.mobile, otp: "000000" };
  const answer = await payer.post("/payouts/otp/verify", wrong);
  expect(answer.status).toBe(400);
  const rows = await rowsOf("code.refused");
  expect(rows).toMatchObject([
    { actor_id: payer.id, subject_id: "verifyPayoutOtp", reason: "Wrong OTP" },
  ]);
  expect(JSON.stringify(rows)).not.toContain("000000");
});

test("records a wrong code for a setting that guards money [20.14]", async () => {
  const admin = await world.superAdmin();
  const body = {
    changes: [{ key: "fee_paise", seen: 500, value: 600 }],
    reason: "A new price list",
  };
  const asked = await admin.put("/super-admin/settings", body, { signature: null });
  const id = asked.body.error.step_up?.id;
  await admin.post("/auth/step-up", { id });
  await admin.post("/auth/step-up/verify", { id, otp: "000000" });
  expect(await rowsOf("code.refused")).toMatchObject([{ actor_id: admin.id, reason: "Wrong OTP" }]);
});

test("records webhooks of an unknown adapter, with one row a minute for all names [20.14]", async () => {
  for (const name of ["stripe", "nobody", "x".repeat(150)]) {
    const answer = await world.app.inject({ method: "POST", url: `/api/v1/webhooks/${name}` });
    expect(answer.statusCode).toBe(404);
  }
  expect(await rowsOf("webhook.refused")).toMatchObject([
    { actor_id: null, subject_kind: "provider", subject_id: "unknown", reason: "Unknown provider" },
  ]);
  await world.afterSeconds(61, recordRepeatedRefusals);
  expect((await rowsOf("webhook.refused")).at(-1)).toMatchObject({ after: { repeated: 2 } });
});
