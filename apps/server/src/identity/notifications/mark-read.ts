import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { countUnread, markOneRead, moveReadMark } from "./queries.ts";

/**
 * Marks one notification as read.
 * @throws 404, also for another person's notification.
 */
export function markRead(person: Person, id: string) {
  return transaction(async (db) => {
    if (!(await markOneRead(db, person, id))) throw notFound("This notification");
    await publishChange(db, [ownerIdOf(person)], ["notifications"]);
    return { unread_count: await countUnread(db, person) };
  });
}

/**
 * Marks a notification and all older ones as read. Newer ones stay unread, because they arrived after
 * the person's list was loaded.
 */
export function markReadUpTo(person: Person, id: string) {
  return transaction(async (db) => {
    await moveReadMark(db, person, id);
    await publishChange(db, [ownerIdOf(person)], ["notifications"]);
    return { unread_count: await countUnread(db, person) };
  });
}
