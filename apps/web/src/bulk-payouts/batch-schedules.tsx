import {
  changeScheduledRows,
  endBatchSchedule,
  listBatchSchedules,
  pauseBatchSchedule,
  resumeBatchSchedule,
  skipBatchSchedule,
  type BatchSchedule,
  type BatchScheduleAct,
} from "@rokad/contract/batch-schedules";
import { limits } from "@rokad/contract/limits";
import { Link } from "@tanstack/react-router";
import { Pause, Play, SkipForward, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatTime, formatWeekday } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { toast } from "../ui/toast.ts";
import { rowsText } from "./batch-labels.ts";
import { refreshBatchSchedules } from "./refresh-batches.ts";

const ReasonDialog = lazy(async () => ({
  default: (await import("../common/actions/reason-dialog.tsx")).ReasonDialog,
}));

/** The batches that come again; nothing while there are none. */
export function BatchSchedules() {
  const { data, error, isValidating, mutate } = useApi(listBatchSchedules, {
    query: { limit: limits.pageRowsMax },
  });
  if (error && !data)
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load repeating batches`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  const schedules = data?.data ?? [];
  if (schedules.length === 0) return null;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Repeating batches`}
        description={t`Each due day, a batch of the same rows is prepared. It pays nothing before it is signed or approved.`}
      />
      <ul className="divide-y divide-line">
        {schedules.map((schedule) => (
          <li key={schedule.id} className="grid gap-3 px-5 py-4 text-sm">
            <ScheduleLine schedule={schedule} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Asking = "skip" | "end";

function ScheduleLine({ schedule }: { schedule: BatchSchedule }) {
  const { batch, next, pause, state } = schedule;
  // Kept while the dialog closes.
  const [asking, setAsking] = useState<Asking>();
  const [isAsking, setIsAsking] = useState(false);
  // The day that the person reads when asked: at its hour another one comes next.
  const [skipped, setSkipped] = useState(next);
  const [busy, setBusy] = useState<BatchScheduleAct>();
  const can = (act: BatchScheduleAct) => schedule.can.includes(act) && !currentViewing();
  const params = { id: schedule.id };

  function ask(what: Asking) {
    setAsking(what);
    setSkipped(next);
    setIsAsking(true);
  }

  async function run(act: BatchScheduleAct, work: () => Promise<{ message: string }>) {
    setBusy(act);
    try {
      toast.success((await work()).message);
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshBatchSchedules();
      setBusy(undefined);
    }
  }

  const label = (what: string) => `${what} ${batch.file_name}`;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <Link
              to={paths.bulkPayout}
              params={{ id: batch.id }}
              className="font-medium break-all underline-offset-4 hover:underline"
            >
              {batch.file_name}
            </Link>
            {state === "paused" && <Badge tone="warn">{t`Paused`}</Badge>}
          </p>
          <p className="text-dense text-muted">
            {t`${rowsText(batch.rows)}, ${<Money value={batch.amount} />}. ${schedule.rule_text}. For ${schedule.maker.name}.`}
          </p>
          {pause && <p className="text-dense text-muted">{pause.message}</p>}
          <LastRun
            schedule={schedule}
            busy={busy === "change_rows"}
            onTakeRows={
              can("change_rows")
                ? (batchId) =>
                    void run("change_rows", () =>
                      send(changeScheduledRows, { params, body: { batch_id: batchId } }),
                    )
                : undefined
            }
          />
        </div>
        {next && state === "active" && (
          <p className="shrink-0 tabular-nums">
            {t`Next: ${formatWeekday(next.due_on)}, ${formatTime(next.due_at)}`}
          </p>
        )}
      </div>
      {schedule.can.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {can("skip") && next && (
            <Button
              variant="secondary"
              size="sm"
              icon={<SkipForward />}
              aria-label={label(t`Skip the next day of`)}
              onClick={() => ask("skip")}
            >
              {t`Skip next`}
            </Button>
          )}
          {can("pause") && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Pause />}
              busy={busy === "pause"}
              busyLabel={t`Pausing...`}
              aria-label={label(t`Pause`)}
              onClick={() => void run("pause", () => send(pauseBatchSchedule, { params }))}
            >
              {t`Pause`}
            </Button>
          )}
          {can("resume") && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Play />}
              busy={busy === "resume"}
              busyLabel={t`Resuming...`}
              aria-label={label(t`Resume`)}
              onClick={() => void run("resume", () => send(resumeBatchSchedule, { params }))}
            >
              {t`Resume`}
            </Button>
          )}
          {can("end") && (
            <Button
              variant="secondary"
              size="sm"
              icon={<X />}
              aria-label={label(t`End`)}
              onClick={() => ask("end")}
            >
              {t`End`}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {asking === "skip" && (
          <ReasonDialog
            open={isAsking}
            onClose={() => setIsAsking(false)}
            title={skipped ? t`Skip ${formatWeekday(skipped.due_on)}?` : t`Skip the next day?`}
            consequence={t`${batch.file_name} is not prepared on that day. The next day stays.`}
            label={t`Skip this day`}
            onSubmit={(reason) =>
              send(skipBatchSchedule, { params, body: { due_on: skipped?.due_on ?? "", reason } })
            }
            refresh={refreshBatchSchedules}
          />
        )}
        {asking === "end" && (
          <ReasonDialog
            open={isAsking}
            onClose={() => setIsAsking(false)}
            title={t`Stop repeating this batch?`}
            consequence={t`No further batch is prepared. Batches that exist stay as they are.`}
            label={t`Stop repeating`}
            onSubmit={(reason) => send(endBatchSchedule, { params, body: { reason } })}
            refresh={refreshBatchSchedules}
          />
        )}
      </Suspense>
    </>
  );
}

interface LastRunProps {
  schedule: BatchSchedule;
  busy: boolean;
  /** Takes the rows of the last batch from now on. */
  onTakeRows: ((batchId: string) => void) | undefined;
}

const started: ReadonlySet<string> = new Set(["running", "paused", "finished"]);

/** What became of the last due day. */
function LastRun({ schedule: { last_run: run, batch }, busy, onTakeRows }: LastRunProps) {
  if (!run) return null;
  if (!run.batch)
    return (
      <p className="text-dense text-muted">
        {formatWeekday(run.due_on)}: {run.state === "skipped" ? "skipped" : t`not prepared`}.{" "}
        {run.reason}
      </p>
    );
  const { id, state } = run.batch;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-dense text-muted">
      <Link
        to={paths.bulkPayout}
        params={{ id }}
        className="text-brand-ink underline underline-offset-4"
      >
        {t`Batch for ${formatWeekday(run.due_on)}`}
      </Link>
      {onTakeRows && id !== batch.id && started.has(state) && (
        <Button
          variant="ghost"
          size="sm"
          busy={busy}
          busyLabel={t`Changing...`}
          onClick={() => onTakeRows(id)}
        >
          {t`Use its rows from now on`}
        </Button>
      )}
    </p>
  );
}
