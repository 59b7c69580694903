import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { t } from "../language.ts";
import { cn } from "../ui/class-names.ts";
import { formatDayAndTime } from "../ui/dates.ts";

const dotClasses: Readonly<Record<string, string>> = {
  approved: "border-good bg-good",
  sent: "border-good bg-good",
  edited: "border-warn bg-warn",
  returned: "border-warn bg-warn",
  blocked: "border-warn bg-warn",
  rejected: "border-bad bg-bad",
  withdrawn: "border-muted bg-muted",
  expired: "border-muted bg-muted",
};

/** What happened, oldest first. An edit starts a new revision, whose approvals start again. */
export function RequestTimeline({ request }: { request: PaymentRequestDetail }) {
  const { timeline } = request;
  return (
    <ol className="grid">
      {timeline.map(({ at, event, by, sentence, revision }, index) => {
        const isVoid = event === "approved" && revision < request.revision;
        return (
          <li key={`${at} ${sentence}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {index < timeline.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[6.5px] w-px bg-edge" />
            )}
            <span
              aria-hidden
              className={cn(
                "relative mt-1 size-3.5 shrink-0 rounded-full border-2",
                (!isVoid && dotClasses[event]) || "border-edge bg-surface",
              )}
            />
            <div className="min-w-0 text-sm">
              <p className={cn("break-words", isVoid && "text-muted line-through")}>{sentence}</p>
              <p className="text-xs text-muted tabular-nums">
                {by && !sentence.includes(by.name) && `${by.name}, `}
                <time dateTime={at}>{formatDayAndTime(at)}</time>
                {request.revision > 1 && t` · Revision ${revision}`}
                {isVoid && t` · Void after the edit`}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
