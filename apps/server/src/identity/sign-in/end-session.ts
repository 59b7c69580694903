import { sql } from "kysely";
import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RequestOrigin } from "../../kernel/person.ts";

type Reason = "logout" | "idle" | "token_reused" | "stolen";

const reasons: Readonly<Record<Reason, string>> = {
  logout: "Signed out",
  idle: "Signed out without activity",
  token_reused: "Reused token: session ended",
  stolen: "Refreshed without the session's key: session ended",
};

/**
 * Ends one session at once on every server, and records the reason.
 * @returns the person; undefined if the session had ended.
 */
export async function endSession(
  db: Tx,
  sessionId: string,
  reason: Reason,
  origin: RequestOrigin,
): Promise<string | undefined> {
  const [ended] = await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning(["person_id", "tenant_id"])
    .execute();
  if (!ended) return undefined;
  const { person_id: id, tenant_id: tenantId } = ended;
  // The servers end the session's event streams when they receive this change.
  await publishChange(db, [tenantId ?? id], ["account"]);
  // No actor for a misused token: the caller may be a thief.
  const isThief = reason === "token_reused" || reason === "stolen";
  await record(db, {
    act: isThief ? `session.${reason}` : "session.ended",
    by: isThief ? null : { id, from: origin },
    from: origin,
    subject: isThief ? { kind: "person", id } : { kind: "session", id: sessionId },
    reason: reasons[reason],
  });
  return id;
}

/** Ends all sessions of a business, or of a super admin, at once on every server. */
export async function endSessionsOfTenant(
  db: Tx,
  tenantId: string,
  reason: "deactivated" | "closed",
) {
  await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: reason })
    .where(isOfTenant(tenantId))
    .where("ended_at", "is", null)
    .execute();
  await publishChange(db, [tenantId], ["account"]);
}

/** Ends a member's sessions of one business at once on every server. @returns how many. */
export async function endSessionsOfMember(
  db: Tx,
  tenantId: string,
  memberId: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ ended_at: now(), ended_because: "disabled" })
    .where(isOfTenant(tenantId))
    .where("person_id", "=", memberId)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  await publishChange(db, [tenantId], ["account"]);
  return Number(numUpdatedRows);
}

/** The condition for `sessions` of a business, or of a super admin. */
const isOfTenant = (id: string) =>
  sql<boolean>`(tenant_id = ${id} or (person_id = ${id} and tenant_id is null))`;
