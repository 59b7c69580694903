import type { DepositQueue } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { QueueCards } from "../common/reviews/queue-cards.tsx";

/** The figures of the whole queue, independent of the filters. */
export function DepositQueueCards({ of: queue }: { of: DepositQueue | undefined }) {
  return (
    <QueueCards
      of={queue}
      nouns={["request", "requests"]}
      labels={{ waiting: "Waiting", oldest: "Oldest waiting", second: "Second approval" }}
      halfDecided={queue?.half_approved}
      decidedToday={queue && queue.approved_today + queue.rejected_today}
      decidedHint={
        queue &&
        `${formatMoney(queue.approved_today_amount)} approved, ${queue.rejected_today.toLocaleString("en-IN")} rejected`
      }
    />
  );
}
