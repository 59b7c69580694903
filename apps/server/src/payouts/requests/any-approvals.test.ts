// The guarantee: whatever the policy, the people, their deputies and the order of acts, a payout has every
// approval that its frozen version asks, none by who prepared it or for them, none by one person or for
// one person twice, none over other content, no new account is paid more than its policy allows, and what
// requests hold is in the books.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyone, approver, openTeam, step, teamActs } from "../../../test/approval-acts.ts";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { database } from "../../database/db.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("approve" as const), by: approver }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("race" as const), by: approver, other: approver }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("request" as const), by: anyone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("withdraw" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hold" as const), isOn: fc.boolean() }) },
  ...teamActs,
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("policy" as const) }) },
);

test("any policy, people, deputies, edits, approvals, removals and races", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(null, { amount: 800, hours: 24 }),
      fc.boolean(),
      fc.boolean(),
      fc.array(act, { minLength: 4, maxLength: 14 }),
      async (steps, cooling, counts_day, holds, acts) => {
        const team = await openTeam(world);
        const { by, bandsOf } = team;
        // A policy that these people can't meet is refused, and they go on without one.
        await world
          .savePolicy(team.owner, bandsOf(steps), { cooling, counts_day })
          .catch(() => undefined);
        const hold = (isOn: boolean) =>
          team.owner.put("/payment-request-holds", { at_submission: isOn });
        await hold(holds);
        const account = world.newAccountNumber();
        let request = await world.request(
          team.preparer,
          impsOrder({ amount: 500, account_number: account }),
        );
        const approve = async (name: keyof typeof by) => {
          const token = await world.signApprovals(by[name], [request]).catch(() => undefined);
          if (token !== undefined) await world.askToApprove(by[name], [request], token);
        };
        for (const one of acts) {
          if (one.kind === "approve") await approve(one.by);
          else if (one.kind === "race") await Promise.all([approve(one.by), approve(one.other)]);
          else if (one.kind === "hold") await hold(one.isOn);
          else if (one.kind === "withdraw")
            await team.preparer.post(`/payment-requests/${request.id}/withdraw`, {});
          else if (one.kind === "request") {
            const payout = impsOrder({ amount: 500, account_number: account });
            const created = await by[one.by].post("/payment-requests", { payout });
            if (created.status === 201) request = created.body.data;
          } else if (one.kind === "edit") {
            const edited = await team.preparer.put(`/payment-requests/${request.id}`, {
              payout: impsOrder({ amount: 501, account_number: account }),
              content_hash: request.content_hash,
            });
            if (edited.status === 200) request = edited.body.data;
          } else if (one.kind === "policy") {
            await world
              .savePolicy(team.owner, bandsOf([]), { cooling, counts_day })
              .catch(() => undefined);
          } else await team.play(one);
        }
        await expectSound(team.owner.id);
      },
    ),
    { numRuns: 20 },
  );
  await world.check();
});

/** Compares what was sent with the approvals, in words of its own. */
async function expectSound(tenantId: string): Promise<void> {
  const { rows: sent } = await sql<{
    id: string;
    maker_id: string;
    steps: { approvals: number; roles: string[]; people: string[] }[];
    revision: number;
    hash: string;
  }>`
    select id, maker_id, steps, revision, encode(content_hash, 'hex') as hash
    from payment_requests where tenant_id = ${tenantId} and payout_id is not null
  `.execute(database());
  for (const request of sent) {
    const { rows: given } = await sql<{
      person: string;
      place: string;
      step: number;
      roles: string[];
      hash: string;
    }>`
      select person_id as person, coalesce(in_place_of, person_id) as place, step,
        coalesce(place_roles, roles) as roles, encode(content_hash, 'hex') as hash
      from request_approvals where request_id = ${request.id} and revision = ${request.revision}
    `.execute(database());
    const everyone = given.map(({ person: who }) => who);
    const places = given.map(({ place }) => place);
    expect(new Set(everyone).size).toBe(everyone.length);
    expect(new Set(places).size).toBe(places.length);
    expect([...everyone, ...places]).not.toContain(request.maker_id);
    expect(new Set(given.map(({ hash }) => hash))).toEqual(new Set([request.hash]));
    for (const [at, asked] of request.steps.entries()) {
      const fitting = given.filter(
        ({ step: number, place, roles }) =>
          number === at &&
          (asked.people.includes(place) || asked.roles.some((role) => roles.includes(role))),
      );
      expect(fitting.length).toBeGreaterThanOrEqual(asked.approvals);
    }
  }
}
