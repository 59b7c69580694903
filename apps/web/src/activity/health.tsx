import type { Activity } from "@rokad/contract/activity";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const looks = {
  operational: { tone: "good", title: "All is well: payouts move, and every provider answers" },
  degraded: { tone: "warn", title: "Not all is well" },
  down: { tone: "bad", title: "Payouts do not move" },
} as const;

/** Whether all is well, and what is not. */
export function Health({ activity }: { activity: Activity | undefined }) {
  if (!activity) {
    return (
      <Card className="px-4 py-3" aria-busy>
        <Skeleton className="h-5 w-36" />
      </Card>
    );
  }
  const { tone, title } = looks[activity.state];
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
