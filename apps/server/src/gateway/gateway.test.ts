// The guarantee: what the Payment Gateway page says of a provider is so, and who pauses or resumes
// one is recorded.
import { listProviders, resumeProvider } from "@rokad/contract/gateway";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../test/payout-world.ts";
import { database } from "../db.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import { probeProvider } from "../providers/probe-providers.ts";
import { adapterOf, useProviders } from "../providers/rails.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
let failing: string | undefined;

beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const primary = {
    ...bank,
    async probe() {
      if (failing) throw new OutcomeUnknownError(failing);
    },
  };
  useProviders({ primary, alternative: bank });
  boss = await world.superAdmin();
});
afterAll(() => world.close());

async function railNow(id: "primary" | "alternative") {
  const { data } = await boss.ask(listProviders, {});
  const found = data.providers.find((rail) => rail.id === id);
  if (!found) throw new Error("No such rail");
  return found;
}

describe("pausing and resuming", () => {
  test("of two at once one is first, and the other is told; each act is in the audit log", async () => {
    const params = { id: "primary" } as const;
    const answers = await Promise.all(
      ["Maintenance", "Errors"].map((reason) =>
        boss.post(`/super-admin/providers/${params.id}/pause`, { reason }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({
      code: "PROVIDER_CHANGED",
      message: "This provider is paused already",
    });
    await boss.ask(resumeProvider, { params, body: { reason: "All well again" } });
    expect((await boss.post("/super-admin/providers/primary/resume", {})).status).toBe(409);
    const acts = await database()
      .selectFrom("audit_log")
      .select(["act", "subject_kind", "subject_id", "reason", "after"])
      .orderBy("seq", "desc")
      .limit(2)
      .execute();
    expect(acts).toMatchObject([
      { act: "provider.resumed", subject_id: "primary", reason: "All well again" },
      { act: "provider.paused", subject_kind: "provider", after: { paused: true } },
    ]);
  });

  test.for([
    ["primary", {}, "A reason is required"],
    ["primary", { reason: "  " }, "A reason is required"],
    ["primary", { reason: "x".repeat(201) }, "Reason must not exceed 200 characters"],
    ["other", { reason: "Why not" }, "There is no such provider"],
  ] as const)("of %s with %o is refused", async ([id, body, message]) => {
    const { status, body: answer } = await boss.post(`/super-admin/providers/${id}/pause`, body);
    expect([status, answer.error.message]).toEqual([400, message]);
  });
});

test("a provider that stops to answer is told of once, without what could be secret, and comes back", async () => {
  failing = "POST /v1/payouts of asha@okhdfc with rzp_live_4f9a8b7c6d5e4f3a timed out";
  await probeProvider("primary");
  await probeProvider("primary");
  const { probe } = await railNow("primary");
  expect(probe?.error).toBe("POST /v1/payouts of … with … timed out");
  const told = await boss.get("/notifications");
  expect(told.body.data.filter(({ kind }) => kind === "provider_failing")).toHaveLength(1);
  failing = undefined;
  const answer = await boss.post("/super-admin/providers/primary/probe");
  expect(answer.body.data?.error).toBeNull();
  const after = await railNow("primary");
  expect(after).toMatchObject({ adapter: "sandbox", missing_settings: [], probe: { error: null } });
  expect(after.balance?.amount).toBeGreaterThan(0);
  expect(after.hours).toHaveLength(24);
});
