import type { Queue } from "@rokad/contract/database";
import { t } from "../super-admin-language.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";

const names = {
  payouts: t`Payouts`,
  background_jobs: t`Background jobs`,
  audit_to_syslog: t`Audit log to syslog`,
  audit_to_webhook: t`Audit log to webhook`,
} as const;

export function QueueRows({ of: queues }: { of: readonly Queue[] }) {
  return (
    <div className="grid gap-4 px-5 py-4.5">
      {queues.map((queue) => (
        <section key={queue.name} aria-label={names[queue.name]}>
          <h3 className="mb-2 text-dense font-semibold">{names[queue.name]}</h3>
          <Details
            of={[
              { label: t`Due now`, value: formatCount(queue.due) },
              {
                label: t`Oldest due since`,
                value: queue.oldest_due_at ? formatDayAndTime(queue.oldest_due_at) : t`Empty`,
              },
              { label: t`Due later`, value: formatCount(queue.later) },
              queue.name === "background_jobs" && {
                label: t`Failed`,
                value: formatCount(queue.dead),
              },
            ]}
          />
        </section>
      ))}
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN");
}
