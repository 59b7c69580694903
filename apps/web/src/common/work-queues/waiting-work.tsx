import { Link } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { t } from "../../language.ts";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/money.tsx";
import { queuePlaces } from "./queue-places.ts";
import { awaitingText, useWorkQueues } from "./use-work-queues.ts";

/**
 * The queues with work, above a super admin's notifications: also for a person who came after the
 * requests, and for what they marked as read.
 */
export function WaitingWork({ onOpen }: { onOpen: () => void }) {
  const { queues = [], awaitingMe } = useWorkQueues();
  const waiting = queues.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={t`Waits for a decision`} className="-mx-1.5 border-b border-line py-2">
      <h3 className="flex flex-wrap items-center gap-2 px-4.5 text-xs font-semibold text-muted">
        {t`Waits for a decision`}
        {awaitingMe > 0 && (
          <Badge tone="warn" icon={<PenLine />}>
            {awaitingText(awaitingMe)}
          </Badge>
        )}
      </h3>
      <ul className="mt-1">
        {waiting.map(({ kind, count, amount, awaiting_me: mine }) => (
          <li key={kind}>
            <Link
              to={queuePlaces[kind].to}
              onClick={onOpen}
              className="flex min-h-8 items-center gap-3 px-4.5 text-dense transition-colors duration-100 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{queuePlaces[kind].name}</span>
              {mine > 0 && (
                <span className="shrink-0 text-xs text-warn">
                  {mine === 1 ? t`1 awaits you` : t`${mine} await you`}
                </span>
              )}
              {amount && <Money value={amount} className="shrink-0 text-xs text-muted" />}
              <span className="shrink-0 font-semibold tabular-nums">
                {count.toLocaleString("en-IN")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
