import { listNotifications, readNotification } from "@rokad/contract/notifications";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";

/** As many as the bell's menu and the dashboard's panel show at first: one question for both. */
export const newestRows = 6;

/** The newest notifications and how many are unread; told live, and asked again every 60 s. */
export function useNotifications(limit = newestRows) {
  return useApi(
    listNotifications,
    { query: { limit } },
    { pollSeconds: 60, keepPrevious: limit > newestRows },
  );
}

/** Marks one that is being opened; if that fails it stays unread, which harms nobody. */
export async function markRead(id: string): Promise<void> {
  try {
    await send(readNotification, { params: { id } });
    await refreshApi(listNotifications);
  } catch {
    // It is marked the next time.
  }
}
