import { database } from "../db.ts";
import { isSuperAdmin, type Person } from "../sign-in/person.ts";
import { asNotification } from "./notification.ts";
import { countUnread, selectNewest } from "./queries.ts";
import { selectNews } from "./select-news.ts";
import { asNews } from "./super-admin-words.ts";

/** A page of what happened to a person, newest first, and how much of everything is unread. */
export async function listNotifications(
  person: Person,
  query: { before?: string | undefined; limit: number },
) {
  const db = database();
  // One more than asked for tells whether there is a next page.
  const page = { ...query, limit: query.limit + 1 };
  const [found, unread] = await Promise.all([
    isSuperAdmin(person)
      ? selectNews(db, person, page).then((rows) => rows.map(asNews))
      : selectNewest(db, person, page).then((rows) => rows.map(asNotification)),
    countUnread(db, person),
  ]);
  const data = found.slice(0, query.limit);
  return {
    data,
    unread_count: unread,
    next: found.length > data.length ? (data.at(-1)?.id ?? null) : null,
  };
}
