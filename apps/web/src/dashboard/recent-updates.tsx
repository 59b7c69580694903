import { Bell } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import {
  NotificationRow,
  NotificationSkeleton,
} from "../common/notifications/notification-row.tsx";
import { useNotifications } from "../common/notifications/use-notifications.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";

const rows = 4;

const empty = (
  <EmptyState
    className="py-8"
    icon={<Bell />}
    title={t`No updates yet`}
    description={t`Completed payouts and decisions on deposits and bank accounts appear here.`}
  />
);

/** The tenant's newest notifications, the same as under the bell. */
export function RecentUpdates() {
  const { data, error, isValidating, mutate } = useNotifications();
  return (
    <Card aria-busy={!data && !error} className="overflow-hidden">
      {data ? (
        data.data.length === 0 ? (
          empty
        ) : (
          <ul className="divide-y divide-line px-2">
            {data.data.slice(0, rows).map((one) => (
              <NotificationRow key={one.id} of={one} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load recent updates`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="px-2">
          <NotificationSkeleton rows={rows} />
        </div>
      )}
    </Card>
  );
}
