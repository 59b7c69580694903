// The guarantee: whatever the policy, the people, their deputies and the order of acts, a batch pays only
// the content that everyone approved whom its frozen version asks, none by who prepared it, none by one
// person or for one person twice.
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyone, approver, openTeam, step, teamActs } from "../../../test/approval-acts.ts";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { database } from "../../database/db.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("approve" as const),
      by: anyone,
      // The content that the person saw.
      seen: fc.constantFrom("now" as const, "first" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("race" as const), by: approver, other: approver }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("submit" as const), by: anyone }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), by: anyone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("run" as const), by: anyone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reject" as const), by: approver }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("work" as const) }) },
  ...teamActs,
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("policy" as const) }) },
);

test("any policy, people, deputies, edits, approvals, removals and races", async () => {
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      fc.array(act, { minLength: 4, maxLength: 16 }),
      async (steps, ownerEdits, drawn) => {
        const team = await openTeam(world);
        const { by, bandsOf } = team;
        // A policy that these people can't meet is refused, and they go on without one.
        await world.savePolicy(team.owner, bandsOf(steps)).catch(() => undefined);
        const first = await world.draft(team.preparer, world.csvOf([500, 700]));
        const path = `/payout-batches/${first.id}`;
        const batch = () => world.readBatch(team.owner, first.id);
        const approve = (name: keyof typeof by, { content_hash }: PayoutBatchDetail) =>
          by[name].post(`${path}/approve`, { content_hash });
        let amount = 700;
        // Most orders submit nothing, so that nobody could approve anything.
        const acts: (typeof drawn)[number][] = [
          ...(ownerEdits ? [{ kind: "edit" as const, by: "owner" as const }] : []),
          { kind: "submit", by: "preparer" },
          ...drawn,
        ];
        for (const one of acts) {
          const now = await batch();
          const { content_hash } = now;
          if (one.kind === "approve") await approve(one.by, one.seen === "now" ? now : first);
          else if (one.kind === "race")
            await Promise.all([approve(one.by, now), approve(one.other, now)]);
          else if (one.kind === "submit") await by[one.by].post(`${path}/submit`, { content_hash });
          else if (one.kind === "run")
            await by[one.by].post(`${path}/run`, { content_hash, funding: "whole" });
          else if (one.kind === "reject")
            await by[one.by].post(`${path}/reject`, { content_hash, reason: "Line 3 is wrong" });
          else if (one.kind === "work") await world.workBatches();
          else if (one.kind === "edit") {
            amount += 1;
            const changes = [{ number: 3, fields: { amount: String(amount) } }];
            await by[one.by].post(`${path}/rows`, { revision: now.revision, changes });
          } else if (one.kind === "policy")
            await world.savePolicy(team.owner, bandsOf([])).catch(() => undefined);
          else await team.play(one);
        }
        await world.workBatches();
        paid += await expectSound(first.id);
      },
    ),
    { numRuns: 20 },
  );
  // Otherwise nothing was shown.
  expect(paid).toBeGreaterThan(2);
  await world.checkBatches();
});

interface StartedBatch {
  readonly prepared_by: readonly string[];
  readonly steps: readonly Step[] | null;
  readonly revision: number;
  readonly hash: string;
  readonly policy_id: string | null;
}

interface Step {
  readonly approvals: number;
  readonly roles: readonly string[];
  readonly people: readonly string[];
}

/**
 * Compares what was sent with the approvals, in words of its own.
 * @returns 1 for a batch that approvals started.
 */
async function expectSound(id: string): Promise<number> {
  const { rows: payouts } = await sql<{ sent: bigint; asked: number }>`
    select coalesce(sum(payouts.amount_paise), 0)::bigint as sent,
      coalesce(max(jsonb_array_length(bands -> band -> 'steps')), 0) as asked
    from batch_rows join payouts on payouts.id = batch_rows.payout_id
    left join payout_policies using (payout_id)
    left join approval_policies on approval_policies.id = payout_policies.policy_id
    where batch_id = ${id}
  `.execute(database());
  const [{ sent, asked } = { sent: 0n, asked: 0 }] = payouts;
  if (sent === 0n) return 0;
  const { rows } = await sql<StartedBatch>`
    select prepared_by, steps, revision, encode(content_hash, 'hex') as hash, policy_id
    from payout_batches where id = ${id}
  `.execute(database());
  const [batch] = rows;
  const steps = batch?.steps ?? [];
  // Nobody runs alone what the policy in force asks approvals for.
  if (steps.length === 0) expect(asked).toBe(0);
  const { rows: given } = await sql<Given>`
    select person_id as person, coalesce(in_place_of, person_id) as place, step, amount_paise,
      coalesce(place_roles, roles) as roles, encode(content_hash, 'hex') as hash
    from batch_approvals where batch_id = ${id} and revision = ${batch?.revision}
  `.execute(database());
  const everyone = given.map(({ person: who }) => who);
  const places = given.map(({ place }) => place);
  expect(new Set(everyone).size).toBe(everyone.length);
  expect(new Set(places).size).toBe(places.length);
  for (const maker of batch?.prepared_by ?? [])
    expect([...everyone, ...places]).not.toContain(maker);
  for (const { hash, amount_paise: paise } of given) {
    expect(hash).toBe(batch?.hash);
    expect(paise).toBe(sent);
  }
  for (const [at, { approvals, people: named, roles }] of steps.entries()) {
    const fitting = given.filter(
      (one) =>
        one.step === at &&
        (named.includes(one.place) || roles.some((role) => one.roles.includes(role))),
    );
    expect(fitting.length).toBeGreaterThanOrEqual(approvals);
  }
  return steps.length > 0 ? 1 : 0;
}

interface Given {
  readonly person: string;
  readonly place: string;
  readonly step: number;
  readonly amount_paise: bigint;
  readonly roles: readonly string[];
  readonly hash: string;
}
