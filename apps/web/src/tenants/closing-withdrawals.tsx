import type { Closing } from "@rokad/contract/closings";
import { t } from "../super-admin-language.ts";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** The payouts of the balance, newest first, each with its outcome. */
export function ClosingWithdrawals({ of }: { of: Closing["withdrawals"] }) {
  return (
    <ul
      aria-label={t`Payouts of the balance`}
      className="divide-y divide-line rounded-card border border-line"
    >
      {of.map((each) => (
        <li key={each.id} className="grid gap-1 px-4 py-3 text-dense">
          <div className="flex items-center justify-between gap-4">
            <Money value={each.amount} className="font-semibold" />
            <StatusBadge status={each.status} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
            <span>{t`To ${each.account_number}`}</span>
            <Copyable value={each.reference_id} label={t`Reference ID`} />
          </div>
          <p className="text-xs text-muted tabular-nums">{formatDayAndTime(each.created_at)}</p>
          {each.failure_reason && (
            <p className="text-xs break-words text-bad">{each.failure_reason}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
