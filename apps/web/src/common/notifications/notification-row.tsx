import type { Notification, NotificationKind } from "@rokad/contract/notifications";
import { Link } from "@tanstack/react-router";
import { CircleX, Eye, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { cn } from "../../ui/class-names.ts";
import { formatShortDay, formatTime } from "../../ui/dates.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusIcon } from "../../ui/status-badge.tsx";
import { markRead } from "./use-notifications.ts";

const good = <StatusIcon status="success" className="size-4" />;
const bad = <StatusIcon status="failed" className="size-4" />;

/** Kinds without an icon are pending. */
const icons: Readonly<Partial<Record<NotificationKind, ReactNode>>> = {
  payout_settled: good,
  payout_failed: bad,
  payout_reversed: <Undo2 aria-hidden className="size-4 text-warn" />,
  payout_cancelled: <Undo2 aria-hidden className="size-4 text-muted" />,
  payouts_cancelled: <Undo2 aria-hidden className="size-4 text-muted" />,
  payout_partly_returned: <Undo2 aria-hidden className="size-4 text-warn" />,
  account_closing: <CircleX aria-hidden className="size-4 text-warn" />,
  closing_blocked: bad,
  payouts_locked: bad,
  codes_guessed: bad,
  deposit_approved: good,
  deposit_credited: good,
  deposit_rejected: bad,
  virtual_account_opened: good,
  bank_account_approved: good,
  bank_account_rejected: bad,
  bank_account_revoked: bad,
  account_viewed: <Eye aria-hidden className="size-4 text-muted" />,
  payout_contradicted: bad,
  statement_contradicts: bad,
  credit_charged_back: bad,
  receivable_paid: good,
  provider_failing: bad,
  provider_balance_low: bad,
  books_faulty: bad,
  reconciliation_differs: bad,
  reconciliation_failed: bad,
  provider_resumed: good,
  report_ready: good,
  export_ready: good,
  export_failed: bad,
  session_stolen: bad,
  request_approved: good,
  request_rejected: bad,
  request_stuck: bad,
  email_changed: <CircleX aria-hidden className="size-4 text-warn" />,
};

interface RowProps {
  of: Notification;
  /** Runs when the link is pressed. */
  onOpen?: () => void;
}

/** The whole row links to its subject; opening it marks it as read. */
export function NotificationRow({ of: notification, onOpen }: RowProps) {
  return (
    <li className="relative flex gap-3 px-3 py-2.5 transition-colors duration-100 hover:bg-hover has-focus-visible:bg-hover">
      <span className="mt-px flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-sunken">
        {icons[notification.kind] ?? <StatusIcon status="pending" className="size-4" />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <SubjectLink
            of={notification}
            onClick={() => {
              if (!notification.read) void markRead(notification.id);
              onOpen?.();
            }}
          >
            {notification.title}
          </SubjectLink>
          {!notification.read && (
            <span className="ml-auto size-2 shrink-0 rounded-full bg-brand">
              <span className="sr-only">{t`Unread`}</span>
            </span>
          )}
        </div>
        <p
          className={cn(
            "mt-0.5 text-dense text-muted tabular-nums",
            // The reason of an account view is shown in full.
            notification.kind !== "account_viewed" && "line-clamp-2",
          )}
          title={notification.text}
        >
          {notification.text.replace("UTR ", "UTR\u00a0")}
        </p>
        <time
          dateTime={notification.created_at}
          className="mt-0.5 block text-xs text-muted tabular-nums"
        >
          {formatShortDay(notification.created_at)}, {formatTime(notification.created_at)}
        </time>
      </div>
    </li>
  );
}

interface LinkProps {
  of: Notification;
  onClick: () => void;
  children: ReactNode;
}

function SubjectLink({ of: notification, onClick, children }: LinkProps) {
  const shared = {
    onClick,
    className: cn(
      "truncate text-sm after:absolute after:inset-0",
      notification.read ? "font-medium" : "font-semibold",
    ),
  };
  // It has no page: a press only marks it as read.
  if (notification.page === null) {
    return (
      <button type="button" {...shared}>
        {children}
      </button>
    );
  }
  const [page = "", query] = notification.page.split("?");
  return (
    <Link to={page} search={Object.fromEntries(new URLSearchParams(query))} {...shared}>
      {children}
    </Link>
  );
}

/** Placeholder rows while loading. */
export function NotificationSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex gap-3 px-3 py-2.5">
      <span className="shrink-0 overflow-hidden rounded-full">
        <Skeleton className="size-7" />
      </span>
      <div className="grid h-19 min-w-0 flex-1 content-start gap-2.5 pt-1">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-24" />
      </div>
    </div>
  ));
}
