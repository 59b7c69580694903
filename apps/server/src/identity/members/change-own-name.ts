import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { isSuperAdmin, type Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { findTenantsOf } from "../people/membership.ts";
import { notifyTeam } from "./notify-team.ts";

/**
 * Changes a person's own name, which all their teams see: approvals and the audit log name them by it.
 * The owners of their businesses are notified, so that nobody takes the name of another unnoticed.
 */
export async function changeOwnName(db: Tx, by: Person, name: string): Promise<void> {
  const { id } = by.member;
  const { name: before } = await db
    .selectFrom("people")
    .select("name")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (before === name) return;
  await db.updateTable("people").set({ name, updated_at: now() }).where("id", "=", id).execute();
  const teams = isSuperAdmin(by) ? [null] : (await findTenantsOf(db, id)).map((each) => each.id);
  for (const team of teams)
    await notifyTeam(db, team, { member: { id, name: before } }, `is called ${name} now`, id);
  await publishChange(db, [id], ["account"]);
  await record(db, {
    act: "member.renamed",
    by,
    subject: { kind: "person", id },
    before: { name: before },
    after: { name },
  });
}
