import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyForm, newKey, sendingForm } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ name: "Sharma Traders" });
});
afterAll(() => world.close());

const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];

describe("a key that sends payouts", () => {
  test("gets its limits from an owner only, who signs amounts and addresses", async () => {
    const developer = await world.member(owner, ["developer"], "Dev Shah");
    expect(codeOf(await developer.post("/api-keys", sendingForm()))).toEqual([403, "FORBIDDEN"]);
    const { id } = await newKey(world, developer, sendingForm({ limits: null }));
    const access = { networks: ["203.0.113.7"], limits: { per_payout: 5_000, per_day: 10_000 } };
    for (const answer of [
      await developer.put(`/api-keys/${id}/access`, access),
      await developer.post(`/api-keys/${id}/roll`, { old_valid_hours: 0 }),
    ])
      expect(codeOf(answer)).toEqual([403, "FORBIDDEN"]);
    const asked = await owner.put(`/api-keys/${id}/access`, access, { signature: null });
    expect(asked.body.error.step_up?.summary).toBe(
      "Change the API key ERP: sends up to ₹5,000.00 a payout and ₹10,000.00 a day without approvals, from 203.0.113.7 only",
    );
    const changed = await owner.put(`/api-keys/${id}/access`, access);
    expect(changed.body.data.limits).toMatchObject({
      per_payout: { amount: 5_000_00 },
      signed_by: { id: owner.id },
    });
  });

  test("needs a list of addresses and a day that covers a payout", async () => {
    const open = await owner.post("/api-keys", sendingForm({ networks: [] }));
    expect(open.body.error.fields["networks"]).toContain("needs a list of addresses");
    const small = await owner.post(
      "/api-keys",
      sendingForm({ limits: { per_payout: 5_000, per_day: 4_999 } }),
    );
    expect(small.body.error.fields["limits.per_day"]).toContain("must cover one payout");
    const reading = await owner.post(
      "/api-keys",
      keyForm({ limits: { per_payout: 1, per_day: 1 } }),
    );
    expect(reading.body.error.fields["limits"]).toContain("payouts:send");
  });
});
