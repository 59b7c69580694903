import type { SuspenseQueue } from "@rokad/contract/suspense";
import { t } from "../super-admin-language.ts";
import { QueueCards } from "../common/reviews/queue-cards.tsx";

/** The figures of all money in suspense, independent of the filter. */
export function SuspenseCards({ of: queue }: { of: SuspenseQueue | undefined }) {
  return (
    <QueueCards
      of={queue}
      nouns={[t`credit`, t`credits`]}
      labels={{ waiting: t`In suspense`, oldest: t`Oldest`, second: t`Second decision` }}
      halfDecided={queue?.half_decided}
      decidedToday={queue?.decided_today}
      decidedHint={t`Assigned, returned, dismissed`}
    />
  );
}
