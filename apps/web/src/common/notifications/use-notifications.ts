import { listNotifications, readNotification } from "@rokad/contract/notifications";
import { send } from "../../api/client.ts";
import { refreshApi, useApi } from "../../api/use-api.ts";

/** The bell's menu and the dashboard's panel use the same number, so they share one request. */
export const newestRows = 6;

/** The newest notifications and the unread count; updated live and polled every 60 s. */
export function useNotifications(limit = newestRows) {
  return useApi(
    listNotifications,
    { query: { limit } },
    { pollSeconds: 60, keepPrevious: limit > newestRows },
  );
}

/** Marks an opened notification as read. After an error it stays unread. */
export async function markRead(id: string): Promise<void> {
  try {
    await send(readNotification, { params: { id } });
    await refreshApi(listNotifications);
  } catch {
    // The next opening marks it.
  }
}
