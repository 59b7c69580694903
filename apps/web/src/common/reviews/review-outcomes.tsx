import type { ReviewOutcome } from "@rokad/contract/reviews";
import type { RefCallback } from "react";
import { Button } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { StatusIcon } from "../../ui/status-badge.tsx";
import type { Reviewable } from "./review.ts";

interface ReviewOutcomesProps<Row> {
  rows: readonly Row[];
  outcomes: readonly ReviewOutcome[];
  nameOf: (row: Row) => string;
  onClose: () => void;
  nameFirst: RefCallback<HTMLElement>;
}

const icons: Readonly<Record<ReviewOutcome["outcome"], string>> = {
  approved: "success",
  first_approval: "pending",
  rejected: "success",
  refused: "failed",
};

/** The result of each item: the refused ones first, with the reason. */
export function ReviewOutcomes<Row extends Reviewable>(props: ReviewOutcomesProps<Row>) {
  const { rows, outcomes, nameOf, onClose, nameFirst } = props;
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  const done = outcomes.filter(({ outcome }) => outcome !== "refused");
  const nameWith = (id: string) => rows.filter(({ _id }) => _id === id).map(nameOf)[0];
  return (
    <>
      <DialogBody>
        <p role="status" className="text-sm">
          {done.length} of {outcomes.length} done
        </p>
        <ul className="mt-3 grid gap-3">
          {[...refused, ...done].map(({ id, outcome, message }) => (
            <li key={id} className="flex items-start gap-3 text-sm">
              <StatusIcon status={icons[outcome]} className="mt-0.5 size-4" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{nameWith(id)}</p>
                <p className="text-muted">{message}</p>
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button ref={nameFirst} onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}
