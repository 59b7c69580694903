import { Bell } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Dropdown } from "../ui/dropdown.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useNotifications } from "./use-notifications.ts";

// Fetched when the menu is opened for the first time.
const NotificationList = lazy(async () => ({
  default: (await import("./notification-list.tsx")).NotificationList,
}));

const shownMax = 99;

/** How many are unread, and under it what they are. */
export function NotificationBell() {
  const { data } = useNotifications();
  const [wanted, setWanted] = useState(false);
  const unread = data?.unread_count ?? 0;
  const shown = unread > shownMax ? `${shownMax}+` : String(unread);
  return (
    <Dropdown
      align="end"
      className="w-96"
      onOpenChange={(open) => open && setWanted(true)}
      button={{
        "aria-label": unread > 0 ? `Notifications, ${shown} unread` : "Notifications, none unread",
        className: `relative ${buttonClass({ variant: "ghost", size: "icon" })}`,
        children: (
          <>
            <Bell aria-hidden />
            {unread > 0 && (
              <span
                aria-hidden
                className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-brand px-1 text-center text-2xs leading-4.5 font-semibold text-white tabular-nums"
              >
                {shown}
              </span>
            )}
          </>
        ),
      }}
    >
      <Suspense
        fallback={
          <div className="flex h-24 items-center justify-center text-muted">
            <Spinner />
          </div>
        }
      >
        {wanted && <NotificationList />}
      </Suspense>
    </Dropdown>
  );
}
