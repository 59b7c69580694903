import { getVerification, startVerification, type Verification } from "@rokad/contract/books";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Progress } from "../ui/progress.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { CheckList } from "./check-list.tsx";
import { formatMs } from "../ui/format-ms.ts";

const pollSeconds = 2;

/** The last verification of the books, and the button to start the next. */
export function VerificationCard() {
  const { data, error, isValidating, mutate } = useApi(getVerification, {});
  const { last, in_progress: current } = data?.data ?? {};
  usePoll(() => void mutate(), current ? pollSeconds : null);
  return (
    <Card aria-labelledby="verification" aria-busy={(!data && !error) || undefined}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="verification" className="text-[15px] leading-5.5 font-semibold tracking-tight">
              {t`Verification of the books`}
            </h2>
            {last && <Outcome of={last} />}
          </div>
          <p className="mt-0.5 text-dense text-muted">
            {last ? describeStart(last) : t`Replays every entry and compares it with every record`}
          </p>
        </div>
        <Permitted<typeof startVerification> needs="verify">
          <VerifyButton busy={Boolean(current)} ready={Boolean(data)} />
        </Permitted>
      </header>
      <div role="status" className="px-4 md:px-5">
        {current && (
          <div className="pb-4">
            <Progress
              value={current.checks_done}
              max={current.checks_total}
              label={describeProgress(current)}
            />
          </div>
        )}
      </div>
      {data ? (
        last ? (
          <CheckList of={last} />
        ) : (
          !current && (
            <EmptyState
              icon={<ShieldCheck />}
              title={t`Not verified yet`}
              description={t`The books are verified every night after 2:00 and on request.`}
            />
          )
        )
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load the last verification`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid gap-3 px-5 py-4.5">
          {Array.from({ length: 12 }, (_, line) => (
            <Skeleton key={line} className="h-4 w-64" />
          ))}
        </div>
      )}
    </Card>
  );
}

function VerifyButton({ busy, ready }: { busy: boolean; ready: boolean }) {
  const [isStarting, setIsStarting] = useState(false);

  async function start() {
    setIsStarting(true);
    try {
      await send(startVerification, {});
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshApi(getVerification);
      setIsStarting(false);
    }
  }

  return (
    <Button
      icon={<ShieldCheck />}
      busy={busy || isStarting}
      busyLabel={t`Verifying...`}
      disabled={!ready}
      onClick={() => void start()}
      className="max-sm:w-full"
    >
      {t`Verify the books`}
    </Button>
  );
}

const outcomes = {
  clean: { tone: "good", label: t`No faults` },
  faulty: { tone: "bad", label: t`Faults` },
  broken: { tone: "warn", label: t`Not finished` },
  waiting: { tone: "outline", label: t`Waiting` },
  running: { tone: "info", label: t`Running` },
} as const;

function Outcome({ of: { state, fault_count: count } }: { of: Verification }) {
  const { tone, label } = outcomes[state];
  return (
    <Badge tone={tone}>
      {state === "faulty"
        ? count === 1
          ? t`${count.toLocaleString("en-IN")} fault`
          : t`${count.toLocaleString("en-IN")} faults`
        : label}
    </Badge>
  );
}

function describeStart({ origin, requested_by: by, requested_at: at, ms }: Verification): string {
  const who = {
    person: t`Requested by ${by ?? t`a super admin`}`,
    night: t`Automatic, every night`,
    command: t`From the command line`,
  }[origin];
  const duration = ms === null ? "" : t`, took ${formatMs(ms)}`;
  return t`${formatDayAndTime(at)}. ${who}${duration}.`;
}

function describeProgress({ state, checks_done: done, checks_total: total }: Verification): string {
  if (state === "waiting") return t`Waiting for a worker`;
  return t`${done} of ${total} checks done`;
}
