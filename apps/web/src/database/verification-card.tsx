import { getVerification, startVerification, type Verification } from "@rokad/contract/books";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
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
import { formatMs } from "./format-ms.ts";

const lookAgainSeconds = 2;

/** The last verification of the books, and the button that asks for the next. */
export function VerificationCard() {
  const { data, error, isValidating, mutate } = useApi(getVerification, {});
  const { last, under_way: underWay } = data?.data ?? {};
  usePoll(() => void mutate(), underWay ? lookAgainSeconds : null);
  return (
    <Card aria-labelledby="verification" aria-busy={(!data && !error) || undefined}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="verification" className="text-[15px] leading-5.5 font-semibold tracking-tight">
              Verification of the books
            </h2>
            {last && <Outcome of={last} />}
          </div>
          <p className="mt-0.5 text-dense text-muted">
            {last ? sayWhen(last) : "Replays every entry and holds it against every record"}
          </p>
        </div>
        <VerifyButton busy={Boolean(underWay)} ready={Boolean(data)} />
      </header>
      <div role="status" className="px-4 md:px-5">
        {underWay && (
          <div className="pb-4">
            <Progress
              value={underWay.checks_done}
              max={underWay.checks_total}
              label={sayProgress(underWay)}
            />
          </div>
        )}
      </div>
      {data ? (
        last ? (
          <CheckList of={last} />
        ) : (
          !underWay && (
            <EmptyState
              icon={<ShieldCheck />}
              title="Not verified yet"
              description="The books verify themselves every night after two o'clock, and whenever you ask."
            />
          )
        )
      ) : error ? (
        <ErrorPanel
          message="Failed to load the last verification"
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
  const [asking, setAsking] = useState(false);

  async function ask() {
    setAsking(true);
    try {
      await send(startVerification, {});
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshApi(getVerification);
      setAsking(false);
    }
  }

  return (
    <Button
      icon={<ShieldCheck />}
      busy={busy || asking}
      busyLabel="Verifying..."
      disabled={!ready}
      onClick={() => void ask()}
      className="max-sm:w-full"
    >
      Verify the books
    </Button>
  );
}

const outcomes = {
  clean: { tone: "good", word: "No faults" },
  faulty: { tone: "bad", word: "Faults" },
  broken: { tone: "warn", word: "Not finished" },
  waiting: { tone: "outline", word: "Waiting" },
  running: { tone: "info", word: "Running" },
} as const;

function Outcome({ of: { state, fault_count: count } }: { of: Verification }) {
  const { tone, word } = outcomes[state];
  return (
    <Badge tone={tone}>
      {state === "faulty"
        ? `${count.toLocaleString("en-IN")} ${count === 1 ? "fault" : "faults"}`
        : word}
    </Badge>
  );
}

function sayWhen({ origin, asked_by: by, asked_at: at, ms }: Verification): string {
  const who = {
    person: `Asked for by ${by ?? "a super admin"}`,
    night: "By itself, as every night",
    command: "By the command line",
  }[origin];
  const took = ms === null ? "" : `, took ${formatMs(ms)}`;
  return `${formatDayAndTime(at)}. ${who}${took}.`;
}

function sayProgress({ state, checks_done: done, checks_total: total }: Verification): string {
  if (state === "waiting") return "Waiting for a worker";
  return `${done} of ${total} checks done`;
}
