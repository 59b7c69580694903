import { database } from "../../database/db.ts";
import { isSuperAdmin, type Person } from "../../kernel/person.ts";
import { asTenantNotification } from "./tenant-kinds.ts";
import { countUnread, selectNewestForTenant } from "./queries.ts";
import { selectNewestForSuperAdmin } from "./super-admin-queries.ts";
import { asSuperAdminNotification } from "./super-admin-kinds.ts";

/** A page of a person's notifications, newest first, with the number of all unread ones. */
export async function listNotifications(
  person: Person,
  query: { before?: string | undefined; limit: number },
) {
  const db = database();
  // One row more than requested shows whether there is a next page.
  const page = { ...query, limit: query.limit + 1 };
  const [rows, unread] = await Promise.all([
    isSuperAdmin(person)
      ? selectNewestForSuperAdmin(db, person, page).then((newest) =>
          newest.map(asSuperAdminNotification),
        )
      : selectNewestForTenant(db, person, page).then((newest) => newest.map(asTenantNotification)),
    countUnread(db, person),
  ]);
  const data = rows.slice(0, query.limit);
  return {
    data,
    unread_count: unread,
    next: rows.length > data.length ? (data.at(-1)?.id ?? null) : null,
  };
}
