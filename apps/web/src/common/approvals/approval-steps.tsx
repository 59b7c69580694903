import type { GivenApproval, WaitingFor } from "@rokad/contract/waiting-for";
import { Check } from "lucide-react";
import { capitalise } from "../../ui/capitalise.ts";
import { joinOr } from "../../ui/join-words.ts";
import { t } from "../../language.ts";
import { cn } from "../../ui/class-names.ts";
import { formatDayAndTime } from "../../ui/dates.ts";
import { timeAgo } from "../../ui/time-ago.ts";
import { describeStep, nameWithPlace, type AskedStep } from "./step-words.ts";

interface Step extends AskedStep {
  readonly given: readonly GivenApproval[];
}

interface ApprovalStepsProps {
  steps: readonly Step[];
  /** Null once nothing waits. */
  waiting: WaitingFor | null;
}

/** Each step with who approved and when, and who can approve next and since when it waits. */
export function ApprovalSteps({ steps, waiting }: ApprovalStepsProps) {
  return (
    <ol className="grid">
      {steps
        .map((step, index) => ({ step, index }))
        .map(({ step, index }) => {
          const isDone = step.given.filter(({ counts }) => counts).length >= step.approvals;
          const isCurrent = waiting?.step === index;
          return (
            // A step has no name of its own, and the order never changes.
            <li key={index} className="relative flex gap-3.5 pb-5 last:pb-0">
              {index < steps.length - 1 && (
                <span aria-hidden className="absolute top-7 bottom-0 left-3 w-px bg-edge" />
              )}
              <Marker number={index + 1} isDone={isDone} isCurrent={isCurrent} />
              <div className="min-w-0 flex-1 pt-0.5 text-sm">
                <p className={cn("font-medium", !isDone && !isCurrent && "text-muted")}>
                  <span className="sr-only">{isDone ? t`Done: ` : isCurrent ? t`Now: ` : ""}</span>
                  {capitalise(describeStep(step))}
                </p>
                <Given step={step} />
                {isCurrent && waiting && <Waiting of={waiting} />}
              </div>
            </li>
          );
        })}
    </ol>
  );
}

interface MarkerProps {
  number: number;
  isDone: boolean;
  isCurrent: boolean;
}

function Marker({ number, isDone, isCurrent }: MarkerProps) {
  return (
    <span
      aria-hidden
      className={cn(
        "relative flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold tabular-nums",
        isDone
          ? "border-good-line bg-good-soft text-good"
          : isCurrent
            ? "border-brand bg-brand-soft text-brand-ink"
            : "border-edge bg-surface text-muted",
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}

function Given({ step }: { step: Step }) {
  return step.given.map(({ by, in_place_of: place, at, counts }) => (
    <p key={by.id} className="mt-0.5 text-dense text-muted">
      {t`Approved by ${<span className="text-text">{by.name}</span>}${place && t` in place of ${place.name}`},`}{" "}
      <time dateTime={at} className="tabular-nums">
        {formatDayAndTime(at)}
      </time>
      {!counts && (
        <span className="text-bad">{t`. No longer counts: they may not approve now`}</span>
      )}
    </p>
  ));
}

function Waiting({ of: waiting }: { of: WaitingFor }) {
  const { people, missing, since, sentence } = waiting;
  const isStuck = people.length < missing;
  return (
    <p className={cn("mt-0.5 text-dense", isStuck ? "text-bad" : "text-muted")}>
      {people.length === 0 ? (
        sentence
      ) : (
        <>
          {missing > 1 ? t`Waits for ${missing} of ` : t`Waits for `}
          <span className="text-text">{joinOr(people.map(nameWithPlace))}</span>
        </>
      )}
      {t`, since `}
      <time dateTime={since} className="whitespace-nowrap tabular-nums">
        {formatDayAndTime(since)}
      </time>{" "}
      ({timeAgo(since)})
    </p>
  );
}
