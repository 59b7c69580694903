import { transaction } from "../src/database/db.ts";
import { changeRoles } from "../src/identity/members/change-roles.ts";
import type { TeamRole } from "../src/identity/members/lock-members.ts";
import { disableMember, enableMember } from "../src/identity/members/set-member-status.ts";

interface Team {
  /** The business; null for the installation. */
  readonly team: string | null;
}

/** Changes a person of a team as an owner does; `promote` makes them an owner. */
export const changeTeam = {
  disable: async ({ team }: Team, person: string) =>
    transaction((db) => disableMember(db, null, team, person)),
  enable: async ({ team }: Team, person: string) =>
    transaction((db) => enableMember(db, null, team, person)),
  demote: ({ team }: Team, person: string) => giveRole(team, person, team ? "viewer" : "auditor"),
  promote: ({ team }: Team, person: string) => giveRole(team, person, "owner"),
};

function giveRole(team: string | null, person: string, role: TeamRole): Promise<void> {
  return transaction((db) => changeRoles(db, null, team, person, [role]));
}
