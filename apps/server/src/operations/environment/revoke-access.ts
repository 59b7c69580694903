import { transaction, type Tx } from "../../database/db.ts";
import { isOpenInvitation } from "../../identity/people/invitations.ts";
import { now } from "../../kernel/clock.ts";

/**
 * Removes what lets people sign in and confirm: passkeys, sessions, codes and known browsers. With it go
 * e-mail addresses, invitations and webhook endpoints. The sandbox showed its codes to anyone, so anyone
 * may have added them. No server runs meanwhile.
 * @param why what businesses read about their webhook endpoints.
 * @returns how many passkeys, e-mail addresses, sessions, invitations and endpoints.
 */
export function revokeAccess(why: string): Promise<number> {
  return transaction(async (db) => {
    const passkeys = await db.deleteFrom("passkeys").executeTakeFirst();
    const addresses = await removeAddresses(db);
    const sessions = await db
      .updateTable("sessions")
      .set({ ended_at: now(), ended_because: "revoked" })
      .where("ended_at", "is", null)
      .executeTakeFirst();
    await db.deleteFrom("known_browsers").execute();
    await db
      .updateTable("one_time_codes")
      .set({ used_at: now() })
      .where("used_at", "is", null)
      .execute();
    const invitations = await db
      .updateTable("invitations")
      .set({ cancelled_at: now() })
      .where(isOpenInvitation)
      .executeTakeFirst();
    const endpoints = await db
      .updateTable("webhook_endpoints")
      .set({ is_active: false, disabled_at: now(), disabled_reason: why })
      .where("is_active", "=", true)
      .executeTakeFirst();
    return Number(
      passkeys.numDeletedRows +
        addresses +
        sessions.numUpdatedRows +
        invitations.numUpdatedRows +
        endpoints.numUpdatedRows,
    );
  });
}

/** With the codes on their way and the e-mails that wait. */
async function removeAddresses(db: Tx): Promise<bigint> {
  await db
    .updateTable("email_codes")
    .set({ used_at: now() })
    .where("used_at", "is", null)
    .execute();
  await db
    .updateTable("outbound_messages")
    .set({
      state: "failed",
      due_at: null,
      finished_at: now(),
      content_encrypted: null,
      last_error: "The sandbox was cleared",
    })
    .where("state", "=", "waiting")
    .execute();
  const { numDeletedRows } = await db.deleteFrom("email_addresses").executeTakeFirst();
  return numDeletedRows;
}
