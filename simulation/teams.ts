import { randomUUID } from "node:crypto";
import { saveApprovalPolicy, type BandForm } from "@rokad/contract/approval-policies";
import { setRequestHolds } from "@rokad/contract/request-holds";
import type { TenantRole } from "@rokad/contract/roles";
import { transaction } from "../apps/server/src/database/db.ts";
import { addMember } from "../apps/server/src/identity/members/add-member.ts";
import type { Observation } from "./checker/observations.ts";
import type { Person } from "./person.ts";
import type { PolicyName } from "./simulation-event.ts";

/** The tenant itself, as its owner. */
export interface Owner extends Person {
  readonly id: string;
}

/** The people of a business that pays files and lets payouts be approved. */
export interface Team {
  readonly owner: Owner;
  readonly preparer: Person;
  readonly approvers: readonly [Person, Person];
  /**
   * Without a policy, one person pays, and a request asks any one approver. With one, requests hold
   * their money from their submission.
   */
  readonly hasPolicy: boolean;
}

/** The places of their owners among the tenants: the first team has a policy. */
const places = [2, 3] as const;

const ofRole = (approvals: number, role: "owner" | "approver") => ({
  approvals,
  roles: [role],
  people: [],
});

const band = (rupees: number | null, steps: BandForm["steps"]): BandForm => ({
  amount_up_to: rupees,
  methods: null,
  sources: null,
  beneficiary: null,
  steps,
});

/** What owners choose between. Each asks something of every batch whose total is above its first band. */
export const policies: Readonly<Record<PolicyName, readonly BandForm[]>> = {
  "an approver, then the owner": [
    band(300, []),
    band(null, [ofRole(1, "approver"), ofRole(1, "owner")]),
  ],
  "two approvers above a limit": [
    band(500, []),
    band(1_000, [ofRole(1, "approver")]),
    band(null, [ofRole(2, "approver")]),
  ],
};

interface TeamWorld {
  readonly tenants: readonly Owner[];
  readonly newMobile: () => string;
  /** A member of the business with this owner, who acts for it. */
  readonly person: (mobile: string, owner: string) => Person;
  readonly record: (observations: readonly Observation[]) => void;
}

/** Adds a preparer and two approvers to each team's business, and saves the first policy. */
export async function openTeams(world: TeamWorld): Promise<Team[]> {
  const teams: Team[] = [];
  for (const [at, place] of places.entries()) {
    const owner = world.tenants[place] as Owner;
    const add = async (name: string, role: TenantRole) => {
      const mobile = world.newMobile();
      await transaction((db) => addMember(db, null, owner.id, { mobile, name, roles: [role] }));
      world.record([{ kind: "team member", tenant: owner.mobile, by: mobile, roles: [role] }]);
      return world.person(mobile, owner.mobile);
    };
    const { mobile: by } = owner;
    world.record([{ kind: "team member", tenant: by, by, roles: ["owner"] }]);
    const team = {
      owner,
      preparer: await add("Priya Nair", "preparer"),
      approvers: [await add("Arun Das", "approver"), await add("Bela Roy", "approver")] as const,
      hasPolicy: at === 0,
    };
    if (team.hasPolicy) {
      const body = { at_submission: true };
      const held = await owner.call(setRequestHolds, { body }, { key: randomUUID() });
      if (!held.ok) throw new Error(`setRequestHolds: ${held.status} ${held.message}`);
      await savePolicy(team, "an approver, then the owner", null);
    }
    teams.push(team);
  }
  return teams;
}

/** Changes the policy as the owner, on the version that the owner read. */
export async function savePolicy(
  { owner }: Pick<Team, "owner">,
  name: PolicyName,
  version: number | null,
): Promise<boolean> {
  const body = { bands: [...policies[name]], base_version: version, reason: name };
  const { ok } = await owner.call(saveApprovalPolicy, { body }, { key: randomUUID() });
  return ok;
}
