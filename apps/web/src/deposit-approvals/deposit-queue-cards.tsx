import type { DepositQueue } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { QueueCards } from "../common/reviews/queue-cards.tsx";

/** The figures of the whole queue, independent of the filters. */
export function DepositQueueCards({ of: queue }: { of: DepositQueue | undefined }) {
  return (
    <QueueCards
      of={queue}
      nouns={[t`request`, t`requests`]}
      labels={{ waiting: t`Waiting`, oldest: t`Oldest waiting`, second: t`Second approval` }}
      halfDecided={queue?.half_approved}
      decidedToday={queue && queue.approved_today + queue.rejected_today}
      decidedHint={
        queue &&
        t`${formatMoney(queue.approved_today_amount)} approved, ${queue.rejected_today.toLocaleString("en-IN")} rejected`
      }
    />
  );
}
