import { t } from "../../language.ts";
import { useWaitingApprovals } from "./use-waiting-approvals.ts";

/** In the menu: how many requests, batches and schedules wait for the person; nothing for none. */
export function WaitingCount() {
  const count = useWaitingApprovals()?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-brand px-1.5 text-xs leading-5 font-semibold text-white tabular-nums">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {t`waiting for you`}</span>
    </span>
  );
}
