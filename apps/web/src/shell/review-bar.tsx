import { Check, X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Review, Reviewable } from "./review.ts";

interface ReviewBarProps<Row> {
  review: Review<Row>;
  /** Those of this page that wait. */
  waiting: readonly Row[];
  chosen: readonly Row[];
  onChoose: (ids: readonly string[]) => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Above the rows: all of the page at once, and what to do with those chosen. */
export function ReviewBar<Row extends Reviewable>(props: ReviewBarProps<Row>) {
  const { review, waiting, chosen, onChoose } = props;
  const count = chosen.length;
  const isAll = count > 0 && count === waiting.length;
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-4 text-dense md:px-5">
      <label className="flex h-8 items-center gap-2">
        <Checkbox
          checked={isAll}
          some={count > 0 && !isAll}
          onChange={() => onChoose(isAll ? [] : waiting.map(({ _id }) => _id))}
        />
        {count > 0
          ? `${count} of ${waiting.length} chosen`
          : `Choose all ${waiting.length} on this page`}
      </label>
      {count === 0 ? (
        <p className="text-xs text-muted max-md:hidden">
          Keys: J and K move, Enter opens, A approves, R rejects, X chooses
        </p>
      ) : (
        <>
          {review.sumOf && <span className="text-muted tabular-nums">{review.sumOf(chosen)}</span>}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<Check />} onClick={props.onApprove}>
              Approve {count}
            </Button>
            <Button variant="danger" size="sm" icon={<X />} onClick={props.onReject}>
              Reject {count}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Keeps the bar's place while the first page is on its way. */
export function ReviewBarSkeleton() {
  return (
    <div className="border-b border-line p-4 md:px-5">
      <div className="flex h-8 items-center">
        <Skeleton className="h-3.5 w-36" />
      </div>
    </div>
  );
}
