import { limits } from "@rokad/contract/limits";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import { issueAccessToken } from "../sign-in/access-token.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { endViewingOf, findTenant, insertViewing } from "./queries.ts";

/**
 * Begins a look into a tenant's console: a token that reads as the tenant for 15 minutes and
 * changes nothing. It is never renewed, and ends with the session in which it was begun. The
 * tenant is told of it with the reason.
 * @throws 404 for a closed account and for a super admin.
 */
export function viewTenant(admin: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const tenant = await findTenant(db, id);
    if (!tenant) throw notFound("This tenant");
    const viewing = { id: newId(), personId: id };
    const endsAt = new Date(now().getTime() + limits.viewingMinutes * 60_000);
    await insertViewing(db, {
      id: viewing.id,
      session_id: admin.sessionId,
      tenant_id: id,
      reason,
      created_at: now(),
      ends_at: endsAt,
    });
    await notify(db, [{ personId: id, kind: "account_viewed", subjectId: viewing.id }]);
    await announce(db, [id], ["notifications"]);
    await record(db, {
      act: "tenant.viewed_as",
      by: admin,
      subject: { kind: "tenant", id },
      reason,
      after: { viewing: viewing.id, until: endsAt },
    });
    return {
      id: viewing.id,
      access_token: issueAccessToken(viewing, limits.viewingMinutes),
      ends_at: endsAt.toISOString(),
      tenant: { id, name: tenant.name },
    };
  });
}

/** Ends one's own look before its time; one that is over, or another's, stays as it is. */
export function endViewing(admin: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const ended = await endViewingOf(db, admin, id);
    if (!ended) return;
    await record(db, {
      act: "tenant.view_ended",
      by: admin,
      subject: { kind: "tenant", id: ended.tenant_id },
      after: { viewing: id },
    });
  });
}
