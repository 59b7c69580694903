import type { Activity } from "@rokad/contract/activity";
import { t } from "../super-admin-language.ts";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const stateNotices = {
  operational: {
    tone: "good",
    title: t`Operational: payouts are being processed and all providers answer`,
  },
  degraded: { tone: "warn", title: t`Degraded: check the problems below` },
  down: { tone: "bad", title: t`Down: no payouts are being processed` },
} as const;

/** The installation's state and its open problems. */
export function HealthNotice({ activity }: { activity: Activity | undefined }) {
  if (!activity) {
    return (
      <Card className="px-4 py-3" aria-busy>
        <Skeleton className="h-5 w-36" />
      </Card>
    );
  }
  const { tone, title } = stateNotices[activity.state];
  return (
    <div role="status">
      <Notice tone={tone} title={title}>
        {activity.problems.length > 0 && (
          <ul className="grid gap-1">
            {activity.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
