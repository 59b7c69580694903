import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { notFound, notSignedIn } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { findTenantsOf } from "../people/membership.ts";

/**
 * Moves a session to another business of its person, without a new code; its tokens stay. Streams of
 * the business before end at once.
 * @throws 404 for a business of which the person is no active member; 401 when the session has ended.
 */
export function chooseTenant(person: Person, tenantId: string): Promise<void> {
  return transaction(async (db) => {
    const { member } = person;
    // Closes the race with the end of the membership, which locks its row.
    const tenants = await findTenantsOf(db, member.id, "share");
    const chosen = tenants.find(({ id }) => id === tenantId);
    if (!chosen) throw notFound("This business");
    const moved = await db
      .updateTable("sessions")
      .set({ tenant_id: tenantId })
      .where("id", "=", person.sessionId)
      .where("ended_at", "is", null)
      .returning("id")
      .execute();
    if (moved.length === 0) throw notSignedIn();
    await db
      .updateTable("memberships")
      .set({ chosen_at: now() })
      .where("tenant_id", "=", tenantId)
      .where("person_id", "=", member.id)
      .execute();
    await publishChange(db, [ownerIdOf(person), tenantId], ["account"]);
    if (tenantId === ownerIdOf(person)) return;
    await record(db, {
      act: "session.tenant_chosen",
      by: { id: member.id, from: person.from },
      subject: { kind: "tenant", id: tenantId },
    });
  });
}
