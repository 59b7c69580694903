import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { t } from "../language.ts";
import { cn } from "../ui/class-names.ts";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { rowsText } from "./batch-labels.ts";

type Progress = NonNullable<PayoutBatchDetail["progress"]>;

const parts = [
  { part: "paid", label: t`Paid`, className: "bg-good" },
  { part: "waiting", label: t`Waiting`, className: "bg-info" },
  { part: "failed", label: t`Failed`, className: "bg-bad" },
  { part: "cancelled", label: t`Cancelled`, className: "bg-edge" },
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
    startedAt && t`Started by ${startedBy?.name ?? ""}, ${formatDayAndTime(startedAt)}`,
    endedAt && t`Ended ${formatDayAndTime(endedAt)}`,
  ];
  return (
    <Card>
      <CardHeader
        title={
          <>
            <Money value={progress.paid.amount} /> {t`of ${<Money value={total.amount} />} paid`}
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
                    <Money value={returned.amount} sign="−" /> {t`returned`}
                  </span>
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt className="text-muted">{t`Total`}</dt>
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
