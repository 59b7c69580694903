import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { cn } from "../ui/class-names.ts";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { rowsText } from "./batch-labels.ts";

type Progress = NonNullable<PayoutBatchDetail["progress"]>;

const parts = [
  { part: "paid", label: "Paid", className: "bg-good" },
  { part: "waiting", label: "Waiting", className: "bg-info" },
  { part: "failed", label: "Failed", className: "bg-bad" },
  { part: "cancelled", label: "Cancelled", className: "bg-edge" },
] as const;

/** One bar and its parts, whose rows and money add up to the total. */
export function ProgressCard({
  batch,
  progress,
}: {
  batch: PayoutBatchDetail;
  progress: Progress;
}) {
  const { total, returned } = progress;
  const { started_at: startedAt, ended_at: endedAt, started_by: startedBy } = batch;
  const when = [
    startedAt && `Started by ${startedBy?.name ?? ""}, ${formatDayAndTime(startedAt)}`,
    endedAt && `Ended ${formatDayAndTime(endedAt)}`,
  ];
  return (
    <Card>
      <CardHeader
        title={
          <>
            <Money value={progress.paid.amount} /> of <Money value={total.amount} /> paid
          </>
        }
        description={when.filter(Boolean).join(" · ")}
      />
      <CardBody className="grid gap-4">
        <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
          {parts.map(
            ({ part, className }) =>
              progress[part].count > 0 && (
                <span
                  key={part}
                  className={cn("min-w-1", className)}
                  style={{ flexGrow: progress[part].count }}
                />
              ),
          )}
        </div>
        <dl className="grid grid-cols-2 gap-4 text-dense sm:grid-cols-5">
          {parts.map(({ part, label, className }) => (
            <div key={part}>
              <dt className="flex items-center gap-1.5 text-muted">
                <span aria-hidden className={cn("size-2 rounded-full", className)} />
                {label}
              </dt>
              <dd className="tabular-nums">
                <Money value={progress[part].amount} className="block font-semibold" />
                <span className="text-muted">{rowsText(progress[part].count)}</span>
                {part === "paid" && returned.count > 0 && (
                  <span className="block text-muted">
                    <Money value={returned.amount} sign="−" /> returned
                  </span>
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt className="text-muted">Total</dt>
            <dd className="tabular-nums">
              <Money value={total.amount} className="block font-semibold" />
              <span className="text-muted">{rowsText(total.count)}</span>
            </dd>
          </div>
        </dl>
      </CardBody>
    </Card>
  );
}
