import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { notify } from "../notifications/notify.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import type { Changer, TeamId } from "./lock-members.ts";

/**
 * Notifies a team of a change of it, and updates the open pages of its members. A tenant's is one
 * notification of the business, which all owners see.
 * @param by null for the command line, which notifies nobody.
 * @param act `invited Priya Nair as viewer`.
 */
export async function notifyTeam(
  db: Tx,
  team: TeamId,
  by: Changer | { readonly member: { readonly id: string; readonly name: string } },
  act: string,
  subjectId: string,
): Promise<void> {
  if (!by) return;
  const detail = `${by.member.name} ${act}`;
  if (team === null) {
    await notifySuperAdmins(db, {
      kind: "team_changed",
      subjectId,
      detail,
      exceptPersonId: by.member.id,
    });
    await publishToSuperAdmins(db, ["account"]);
    return;
  }
  await notify(db, [{ personId: team, kind: "team_changed", subjectId, detail }]);
  await publishChange(db, [team], ["notifications", "account"]);
}
