// The guarantee: the Payment Gateway page shows the true state of a provider, and the audit log
// has every pause and resume.
import { listProviders, resumeProvider } from "@rokad/contract/gateway";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { probeProvider } from "./probe-providers.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
let failing: string | undefined;
let balanceProblem: string | undefined;

beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const primary = {
    ...bank,
    async probe() {
      if (failing) throw new OutcomeUnknownError(failing);
    },
    async balance() {
      if (balanceProblem) throw new OutcomeUnknownError(balanceProblem);
      return 1_000_00n;
    },
  };
  useProviders({ primary, alternative: bank });
  boss = await world.superAdmin();
});
afterAll(() => world.close());

async function providerNow(id: "primary" | "alternative") {
  const { data } = await boss.ask(listProviders, {});
  const provider = data.providers.find((each) => each.id === id);
  if (!provider) throw new Error("No such provider");
  return provider;
}

describe("pausing and resuming", () => {
  test("the first of two concurrent requests wins, the other gets 409; the audit log has each [28.6]", async () => {
    const params = { id: "primary" } as const;
    const answers = await Promise.all(
      ["Maintenance", "Errors"].map((reason) =>
        boss.post(`/super-admin/providers/${params.id}/pause`, { reason }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rejected = answers.find(({ status }) => status === 409);
    expect(rejected?.body.error).toMatchObject({
      code: "PROVIDER_CHANGED",
      message: "This provider is already paused",
    });
    await boss.ask(resumeProvider, { params, body: { reason: "All well again" } });
    expect((await boss.post("/super-admin/providers/primary/resume", {})).status).toBe(409);
    const entries = await database()
      .selectFrom("audit_log")
      .select(["act", "subject_kind", "subject_id", "reason", "after"])
      .orderBy("seq", "desc")
      .limit(2)
      .execute();
    expect(entries).toMatchObject([
      { act: "provider.resumed", subject_id: "primary", reason: "All well again" },
      { act: "provider.paused", subject_kind: "provider", after: { paused: true } },
    ]);
  });

  test.for([
    ["primary", {}, "A reason is required"],
    ["primary", { reason: "  " }, "A reason is required"],
    ["primary", { reason: "x".repeat(201) }, "Reason must not exceed 200 characters"],
    ["other", { reason: "Why not" }, "There is no such provider"],
  ] as const)("of %s with %o is rejected", async ([id, body, message]) => {
    const { status, body: answer } = await boss.post(`/super-admin/providers/${id}/pause`, body);
    expect([status, answer.error.message]).toEqual([400, message]);
  });
});

test("a provider that stops answering is notified once, without secrets, and recovers [28.2]", async () => {
  failing = "POST /v1/payouts of asha@okhdfc with rzp_live_4f9a8b7c6d5e4f3a timed out";
  await probeProvider("primary");
  await probeProvider("primary");
  const { probe } = await providerNow("primary");
  expect(probe?.error).toBe("POST /v1/payouts of … with … timed out");
  const notifications = await boss.get("/notifications");
  expect(notifications.body.data.filter(({ kind }) => kind === "provider_failing")).toHaveLength(1);
  failing = undefined;
  const answer = await boss.post("/super-admin/providers/primary/probe");
  expect(answer.body.data?.error).toBeNull();
  const after = await providerNow("primary");
  expect(after).toMatchObject({ adapter: "sandbox", missing_settings: [], probe: { error: null } });
  expect(after.balance?.amount).toBeGreaterThan(0);
  expect(after.hours).toHaveLength(24);
});

test("a balance that can't be read is a warning, and payouts still use the provider", async () => {
  await probeProvider("primary");
  balanceProblem = "The answer does not have the documented format: items.0.available_amount";
  const { body } = await boss.post("/super-admin/providers/primary/probe");
  expect(body.data.error).toBeNull();
  clearProviderStatuses();
  expect(await providerNow("primary")).toMatchObject({
    probe: { error: null },
    passed_over: null,
    balance: { amount: 1_000_00 },
    balance_problem: balanceProblem,
  });
  balanceProblem = undefined;
  await probeProvider("primary");
  expect((await providerNow("primary")).balance_problem).toBeNull();
});
