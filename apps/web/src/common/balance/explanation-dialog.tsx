import { explainFigure, type WalletExplanation } from "@rokad/contract/wallet-explanation";
import { ShieldCheck, ShieldQuestionMark, TriangleAlert } from "lucide-react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { useApi } from "../../api/use-api.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatDayAndTime, formatDayOfMonth, formatShortDay, formatTime } from "../../ui/dates.ts";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { ExplainedQuery } from "./explain-button.tsx";
import { ExplanationLines } from "./explanation-lines.tsx";

interface ExplanationDialogProps {
  query: ExplainedQuery;
  title: string;
  countsLikeHistory: boolean | undefined;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** The lines that add up to a figure of the wallet, and when the books were last verified. */
export function ExplanationDialog(props: ExplanationDialogProps) {
  const { query, title, countsLikeHistory, open, onClose, onClosed } = props;
  const { data, error, isValidating, mutate } = useApi(explainFigure, { query });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={title}
      description={describe(query)}
    >
      <DialogBody className="pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        {data ? (
          <>
            <BooksBadge books={data.data.books} />
            <ExplanationLines
              explanation={data.data}
              countsLikeHistory={countsLikeHistory}
              onLeave={onClose}
            />
          </>
        ) : error ? (
          <ErrorPanel
            message={t`Failed to load how this adds up`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <Loading />
        )}
      </DialogBody>
    </Dialog>
  );
}

function describe({ figure, from, to }: ExplainedQuery): string {
  if (figure === "held") return t`What is on hold now`;
  if (figure === "balance") return t`Every entry of your wallet, by kind`;
  return from && to
    ? t`${formatDayOfMonth(from)} to ${formatDayOfMonth(to)} ${to.slice(0, 4)}`
    : "";
}

function BooksBadge({ books: { state, verified_at: at } }: Pick<WalletExplanation, "books">) {
  if (at === null)
    return <Badge icon={<ShieldQuestionMark aria-hidden />}>{t`Not verified yet`}</Badge>;
  const when = `${formatShortDay(at)}, ${formatTime(at)}`;
  return state === "verified" ? (
    <Badge tone="good" icon={<ShieldCheck aria-hidden />} title={formatDayAndTime(at)}>
      {t`Books verified ${when}`}
    </Badge>
  ) : (
    <Badge tone="warn" icon={<TriangleAlert aria-hidden />} title={formatDayAndTime(at)}>
      {t`Differences in the books, ${when}`}
    </Badge>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t`Loading`} className="grid gap-4">
      <Skeleton className="h-5.5 w-52 rounded-full" />
      {["w-32", "w-44", "w-28", "w-36"].map((width) => (
        <div key={width} className="flex justify-between gap-6">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
