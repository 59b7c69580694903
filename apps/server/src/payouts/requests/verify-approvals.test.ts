// The guarantee: the verification finds a payout under another version of the policy than applied, and
// calls none false that raced a change of it.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { database } from "../../database/db.ts";
import { approvalRule, verifyApprovals } from "./verify-approvals.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const alone = [{ amount_up_to: null, methods: null, sources: null, beneficiary: null, steps: [] }];

test("either version is right for a payout within a minute of the change, then only the one in force", async () => {
  const { owner } = await world.team({ bands: alone });
  const draft = await world.draft(owner, world.csvOf([100]));
  expect((await world.run(owner, draft)).status).toBe(200);
  await world.workBatches();
  await world.savePolicy(owner, alone);
  /** Dates the payout so many seconds after the second version came into force. */
  const datePayout = (seconds: number) =>
    sql`
      update payouts set created_at = in_force_from + ${seconds} * interval '1 second'
      from approval_policies
      where approval_policies.tenant_id = ${owner.id} and state = 'in_force'
        and payouts.tenant_id = approval_policies.tenant_id
    `.execute(database());
  await datePayout(1);
  expect(await verifyApprovals(database())).toEqual([]);
  await datePayout(61);
  expect(await verifyApprovals(database())).toMatchObject([{ rule: approvalRule.recorded }]);
});
