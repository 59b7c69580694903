import { Check, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Review, Reviewable } from "./review.ts";

interface ReviewBarProps<Row> {
  review: Review<Row>;
  /** The pending rows of this page. */
  pending: readonly Row[];
  selected: readonly Row[];
  onSelect: (ids: readonly string[]) => void;
  onApprove: () => void;
  onReject: () => void;
}

/** The bar above the rows: selects all rows of the page and decides on the selected ones. */
export function ReviewBar<Row extends Reviewable>(props: ReviewBarProps<Row>) {
  const { review, pending, selected, onSelect } = props;
  const count = selected.length;
  const isAll = count > 0 && count === pending.length;
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-4 text-dense md:px-5">
      <label className="flex h-8 items-center gap-2">
        <Checkbox
          checked={isAll}
          some={count > 0 && !isAll}
          onChange={() => onSelect(isAll ? [] : pending.map(({ _id }) => _id))}
        />
        {count > 0
          ? `${count} of ${pending.length} selected`
          : `Select all ${pending.length} on this page`}
      </label>
      {count === 0 ? (
        <p className="text-xs text-muted max-md:hidden">
          Keys: J and K move, Enter opens, A approves, R rejects, X selects
        </p>
      ) : (
        <>
          {review.sumOf && (
            <span className="text-muted tabular-nums">{review.sumOf(selected)}</span>
          )}
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

/** Reserves the bar's space while the first page loads. */
export function ReviewBarSkeleton() {
  return (
    <div className="border-b border-line p-4 md:px-5">
      <div className="flex h-8 items-center">
        <Skeleton className="h-3.5 w-36" />
      </div>
    </div>
  );
}
