import { Check, X } from "lucide-react";
import { t } from "../../super-admin-language.ts";
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
  // What needs a decision of its own is selected only by hand.
  const together = pending.filter((row) => review.arrival?.leftOut(row) === undefined);
  const alone = pending.length - together.length;
  const isAll = count > 0 && together.every((row) => selected.includes(row));
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-4 text-dense md:px-5">
      <label className="flex h-8 items-center gap-2">
        <Checkbox
          checked={isAll}
          some={count > 0 && !isAll}
          disabled={together.length === 0}
          onChange={() => onSelect(isAll ? [] : together.map(({ _id }) => _id))}
        />
        {count > 0
          ? t`${count} of ${pending.length} selected`
          : t`Select all ${together.length} on this page`}
      </label>
      {alone > 0 && (
        <span className="text-xs text-warn">
          {alone === 1 ? t`1 needs its own decision` : t`${alone} need their own decision`}
        </span>
      )}
      {count === 0 ? (
        <p className="text-xs text-muted max-md:hidden">
          {t`Keys: J and K move, Enter opens, A approves, R rejects, X selects`}
        </p>
      ) : (
        <>
          {review.sumOf && (
            <span className="text-muted tabular-nums">{review.sumOf(selected)}</span>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" icon={<Check />} onClick={props.onApprove}>
              {t`Approve ${count}`}
            </Button>
            <Button variant="danger" size="sm" icon={<X />} onClick={props.onReject}>
              {t`Reject ${count}`}
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
