import { useId, type ReactNode } from "react";
import { t } from "../../super-admin-language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface PartCardProps<A> {
  title: string;
  description: string;
  /** On the right of the header. */
  action?: ReactNode;
  part: {
    answer: A | undefined;
    error: Error | undefined;
    busy: boolean;
    retry: () => void;
  };
  /** Number of skeleton lines, so that the card keeps its size. */
  lines: number;
  children: (answer: A) => ReactNode;
}

/** A section of the page that loads, fails and retries on its own. */
export function PartCard<A>({
  title,
  description,
  action,
  part,
  lines,
  children,
}: PartCardProps<A>) {
  const id = useId();
  const { answer, error, busy, retry } = part;
  return (
    <Card aria-labelledby={id} aria-busy={(!answer && !error) || undefined}>
      <CardHeader
        ruled
        title={<span id={id}>{title}</span>}
        description={description}
        action={action}
      />
      {answer ? (
        children(answer)
      ) : error ? (
        <ErrorPanel
          message={t`Failed to load ${title.toLowerCase()}`}
          detail={messageOf(error, "")}
          onRetry={retry}
          busy={busy}
        />
      ) : (
        <div className="grid gap-2 px-5 py-4.5">
          {Array.from({ length: lines }, (_, line) => (
            <div key={line} className="flex h-5 items-center justify-between">
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="h-3.5 w-16" />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}
