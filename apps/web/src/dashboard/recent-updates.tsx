import { Bell } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { NotificationRow, NotificationSkeleton } from "../shell/notification-row.tsx";
import { useNotifications } from "../shell/use-notifications.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";

const rows = 4;

const empty = (
  <EmptyState
    className="py-8"
    icon={<Bell />}
    title="No updates yet"
    description="Payouts that reach their end, and deposits and bank accounts that are decided, appear here."
  />
);

/** The newest things that happened to this tenant: the first few of the bell's. */
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
          message="Failed to load recent updates"
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
