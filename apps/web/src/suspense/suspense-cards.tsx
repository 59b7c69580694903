import type { SuspenseQueue } from "@rokad/contract/suspense";
import { QueueCards } from "../common/reviews/queue-cards.tsx";

/** The figures of all money in suspense, independent of the filter. */
export function SuspenseCards({ of: queue }: { of: SuspenseQueue | undefined }) {
  return (
    <QueueCards
      of={queue}
      nouns={["credit", "credits"]}
      labels={{ waiting: "In suspense", oldest: "Oldest", second: "Second decision" }}
      halfDecided={queue?.half_decided}
      decidedToday={queue?.decided_today}
      decidedHint="Assigned, returned, dismissed"
    />
  );
}
