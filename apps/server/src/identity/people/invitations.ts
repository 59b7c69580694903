import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

/** The condition for `invitations` that were neither accepted nor cancelled. They may have expired. */
export const isOpenInvitation = sql<boolean>`accepted_at is null and cancelled_at is null`;

/**
 * The person of an invited number, without a business of their own yet. Adds the person at the first
 * code, so that the code can be theirs; only signing in with it accepts the invitation.
 * @returns the person's id; undefined without an open invitation that has not expired.
 */
export async function findInvitedPerson(db: Db, mobile: string): Promise<string | undefined> {
  const invited = await db
    .selectFrom("invitations")
    .select("name")
    .where("mobile", "=", mobile)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (!invited) return undefined;
  // Closes the race between two sign-ins: the unique index admits one row.
  await db
    .insertInto("people")
    .values(newMember(mobile, invited.name))
    .onConflict((conflict) => conflict.column("mobile").doNothing())
    .execute();
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return id;
}

/** The row of a person without a business of their own. */
export function newMember(mobile: string, name: string) {
  return {
    id: newId(),
    mobile,
    name,
    role: "member",
    // A member has no business, and so no account, of their own. Servers of the version before
    // refuse the sign-in, where they would show an empty wallet.
    is_active: false,
    created_at: now(),
    updated_at: now(),
  } as const;
}
