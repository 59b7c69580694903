import { database } from "../db.ts";
import type { Person } from "../sign-in/person.ts";
import { asNotification } from "./notification.ts";
import { countUnread, selectNewest } from "./queries.ts";

/** A page of what happened to a person, newest first, and how much of everything is unread. */
export async function listNotifications(
  person: Person,
  query: { before?: string | undefined; limit: number },
) {
  const db = database();
  const [rows, unread] = await Promise.all([
    // One more than asked for tells whether there is a next page.
    selectNewest(db, person, { ...query, limit: query.limit + 1 }),
    countUnread(db, person),
  ]);
  const page = rows.slice(0, query.limit);
  return {
    data: page.map(asNotification),
    unread_count: unread,
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}
