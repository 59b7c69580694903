import { listNotifications, readNotifications } from "@rokad/contract/notifications";
import { Link } from "@tanstack/react-router";
import { BellOff } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { hasRole, useUser } from "../../api/session.ts";
import { refreshApi } from "../../api/use-api.ts";
import { currentViewing } from "../../api/viewing.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { useDropdownClose } from "../../ui/floating.tsx";
import { toast } from "../../ui/toast.ts";
import { NotificationRow, NotificationSkeleton } from "./notification-row.tsx";
import { newestRows, useNotifications } from "./use-notifications.ts";

// Only a super admin's menu has it.
const WaitingWork = lazy(async () => ({
  default: (await import("../work-queues/waiting-work.tsx")).WaitingWork,
}));

function NoNotifications() {
  return (
    <EmptyState
      className="py-8"
      icon={<BellOff />}
      title={t`No notifications`}
      description={
        hasRole(useUser(), "superadmin")
          ? t`Requests, changes by other super admins and warnings appear here.`
          : t`Completed payouts and decisions on deposits and bank accounts appear here.`
      }
    />
  );
}

/** The largest page of the API. */
const olderRows = 100;

/** The content of the bell's menu. */
export function NotificationList() {
  const [limit, setLimit] = useState(newestRows);
  const { data, error, isLoading, isValidating, mutate } = useNotifications(limit);
  const close = useDropdownClose();
  const heading = useRef<HTMLHeadingElement>(null);
  const newest = data?.data[0];
  const isSuperAdmin = hasRole(useUser(), "superadmin");
  return (
    <div aria-busy={!data && !error}>
      <div className="sticky -top-px z-10 -mx-1.5 -mt-1.5 flex min-h-11 items-center justify-between gap-4 border-b border-line bg-raised px-4.5">
        <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
          {t`Notifications`}
        </h2>
        {newest && data.unread_count > 0 && !currentViewing() && (
          // The button disappears with the last unread one, so the focus moves to the heading.
          <MarkAllAsRead upTo={newest.id} onDone={() => heading.current?.focus()} />
        )}
      </div>
      {isSuperAdmin && (
        <Suspense>
          <WaitingWork onOpen={close} />
        </Suspense>
      )}
      {data ? (
        data.data.length === 0 ? (
          <NoNotifications />
        ) : (
          <ul className="-mx-1.5 divide-y divide-line px-1.5">
            {data.data.map((one) => (
              <NotificationRow key={one.id} of={one} onOpen={close} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorPanel
          className="py-6"
          message={t`Failed to load notifications`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="-mx-1.5">
          <NotificationSkeleton rows={4} />
        </div>
      )}
      {data && (
        <div className="-mx-1.5 border-t border-line px-4.5 pt-2 pb-1 text-center">
          <Link
            to={paths.notifications}
            onClick={close}
            className="text-dense font-medium text-brand-ink hover:underline"
          >
            {t`Notification settings`}
          </Link>
        </div>
      )}
      {data?.next && limit < olderRows && (
        <div className="-mx-1.5 border-t border-line px-1.5 pt-1.5">
          <Button
            wide
            variant="ghost"
            size="sm"
            busy={isLoading}
            onClick={() => setLimit(olderRows)}
          >
            {t`Show older`}
          </Button>
        </div>
      )}
    </div>
  );
}

function MarkAllAsRead({ upTo, onDone }: { upTo: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);

  async function mark() {
    setBusy(true);
    try {
      await send(readNotifications, { body: { up_to: upTo } });
      onDone();
      await refreshApi(listNotifications);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="link" size="text" busy={busy} onClick={() => void mark()}>
      {t`Mark all as read`}
    </Button>
  );
}
