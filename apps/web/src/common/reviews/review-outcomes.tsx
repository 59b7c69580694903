import type { ReviewOutcome } from "@rokad/contract/reviews";
import type { RefCallback } from "react";
import { t } from "../../super-admin-language.ts";
import { OutcomeList } from "../../ui/outcome-list.tsx";
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
    <OutcomeList
      summary={t`${done.length} of ${outcomes.length} done`}
      outcomes={[...refused, ...done].map(({ id, outcome, message }) => ({
        id,
        status: icons[outcome],
        name: nameWith(id),
        message,
      }))}
      first={nameFirst}
      onClose={onClose}
    />
  );
}
