import { limits } from "@rokad/contract/limits";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { issueAccessToken } from "../../identity/sign-in/access-token.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { endViewingOf, insertViewing } from "./queries.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";

/**
 * Starts a read-only view of a tenant's console: a token that reads as the tenant for 15 minutes. It
 * is never renewed and ends with the super admin's session. The tenant is notified with the reason.
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
    await publishChange(db, [id], ["notifications"]);
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

/** Ends one's own view early; a view that is over or another person's stays unchanged. */
export function endViewing(admin: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const viewing = await endViewingOf(db, admin, id);
    if (!viewing) return;
    await record(db, {
      act: "tenant.view_ended",
      by: admin,
      subject: { kind: "tenant", id: viewing.tenant_id },
      after: { viewing: id },
    });
  });
}
