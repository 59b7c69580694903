import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { announce } from "../live/announce.ts";
import type { Person } from "../sign-in/person.ts";
import { countUnread, markOne, moveMark } from "./queries.ts";

/** @throws 404, also for another person's. */
export function markRead(person: Person, id: string) {
  return transaction(async (db) => {
    if (!(await markOne(db, person, id))) throw notFound("This notification");
    await announce(db, [person.id], ["notifications"]);
    return { unread_count: await countUnread(db, person) };
  });
}

/**
 * Marks everything up to a notification as read: what the person saw in a list, and not what
 * came after it meanwhile.
 */
export function markReadUpTo(person: Person, id: string) {
  return transaction(async (db) => {
    await moveMark(db, person, id);
    await announce(db, [person.id], ["notifications"]);
    return { unread_count: await countUnread(db, person) };
  });
}
