import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import { t } from "../../language.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Dropdown } from "../../ui/dropdown.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useNotifications } from "./use-notifications.ts";

// Loads when the menu is first opened.
const NotificationList = lazy(async () => ({
  default: (await import("./notification-list.tsx")).NotificationList,
}));

const countShownMax = 99;

interface NotificationBellProps {
  /** How much awaits the person's signature. */
  awaitingMe?: number | undefined;
}

/** The unread count, with the notifications in a menu. */
export function NotificationBell({ awaitingMe = 0 }: NotificationBellProps) {
  const { data } = useNotifications();
  const unread = data?.unread_count ?? 0;
  const countText = unread > countShownMax ? `${countShownMax}+` : String(unread);
  const unreadText = unread > 0 ? countText : t`none`;
  return (
    <Dropdown
      align="end"
      className="w-96"
      button={{
        "aria-label":
          awaitingMe > 0
            ? t`Notifications, ${unreadText} unread, ${awaitingMe} awaiting your signature`
            : t`Notifications, ${unreadText} unread`,
        className: `relative ${buttonClass({ variant: "ghost", size: "icon" })}`,
        children: (
          <>
            <Bell aria-hidden />
            {awaitingMe > 0 && (
              <span aria-hidden className="absolute bottom-0 right-0 size-2 rounded-full bg-warn" />
            )}
            {unread > 0 && (
              <span
                aria-hidden
                className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-brand px-1 text-center text-2xs leading-4.5 font-semibold text-white tabular-nums"
              >
                {countText}
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
        <NotificationList />
      </Suspense>
    </Dropdown>
  );
}
