import fc from "fast-check";
import { transaction } from "../src/database/db.ts";
import { changeRoles } from "../src/identity/members/change-roles.ts";
import { disableMember, enableMember } from "../src/identity/members/set-member-status.ts";
import { today } from "../src/kernel/days.ts";
import type { ApprovalWorld } from "./approval-world.ts";
import type { SignedIn } from "./signed-in.ts";

// What the properties of approvals draw, whatever is approved.

const people = ["owner", "preparer", "anil", "vikram"] as const;
export type TeamName = (typeof people)[number];
export const anyone = fc.constantFrom(...people);
export const approver = fc.constantFrom("owner" as const, "anil" as const, "vikram" as const);

export const step = fc
  .record({
    approvals: fc.integer({ min: 1, max: 2 }),
    roles: fc.subarray(["owner", "approver"]),
    people: fc.subarray(["owner", "anil", "vikram"]),
  })
  .filter(({ roles, people: named }) => roles.length + named.length > 0);
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const deputyAct = fc.record({
  kind: fc.constant("deputy" as const),
  of: approver,
  deputy: approver,
  isAway: fc.boolean(),
});
const memberAct = fc.record({
  kind: fc.constantFrom("disable" as const, "enable" as const, "demote" as const),
  who: fc.constantFrom("anil" as const, "vikram" as const),
});
export const teamActs = [
  { weight: 2, arbitrary: deputyAct },
  { weight: 1, arbitrary: memberAct },
] as const;
type TeamAct =
  | (typeof deputyAct extends fc.Arbitrary<infer Drawn> ? Drawn : never)
  | (typeof memberAct extends fc.Arbitrary<infer Drawn> ? Drawn : never);

/** A new business with its people by their names here. */
export async function openTeam(world: Pick<ApprovalWorld, "team" | "memberIdOf">) {
  const team = await world.team();
  const by: Record<TeamName, SignedIn> = {
    owner: team.owner,
    preparer: team.preparer,
    anil: team.approver,
    vikram: team.second,
  };
  const ids: Record<string, string> = {};
  for (const name of people) ids[name] = await world.memberIdOf(by[name]);
  return {
    ...team,
    by,
    /** A policy of one band that asks these steps for everything. */
    bandsOf: (steps: readonly Step[]) => [
      {
        amount_up_to: null,
        methods: null,
        sources: null,
        beneficiary: null,
        steps: steps.map((one) => ({ ...one, people: one.people.map((name) => ids[name] ?? "") })),
      },
    ],
    async play(act: TeamAct): Promise<void> {
      if (act.kind === "deputy") {
        await team.owner.put(`/deputies/${ids[act.of]}`, {
          deputies: [ids[act.deputy]],
          away_from: act.isAway ? today() : null,
          away_until: act.isAway ? today() : null,
        });
        return;
      }
      const id = ids[act.who] ?? "";
      await transaction(async (db) => {
        if (act.kind === "disable") await disableMember(db, null, team.owner.id, id);
        else if (act.kind === "enable") await enableMember(db, null, team.owner.id, id);
        else await changeRoles(db, null, team.owner.id, id, ["viewer"]);
      }).catch(() => undefined);
    },
  };
}
