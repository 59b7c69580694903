import { t } from "../../super-admin-language.ts";
import { ApprovalForm } from "./approval-form.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { countOf, type Reviewable } from "./review.ts";
import type { ReviewFormProps } from "./review-form-props.ts";

/** The form of a decision: its effect and its note or reason. */
export function ReviewForm<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  return props.how === "approve" ? <ApprovalForm {...props} /> : <Rejection {...props} />;
}

function Rejection<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  const { review, rows, onDecide } = props;
  const ids = rows.map(({ _id }) => _id);
  return (
    <ReasonForm
      {...props}
      hint={rows.length > 1 ? t`Each tenant sees it.` : t`The tenant sees it.`}
      reasons={review.reasons}
      label={t`Reject ${countOf(review, rows)}`}
      busyLabel={t`Rejecting...`}
      onReason={(reason) => onDecide({ how: "reject", ids, reason })}
    />
  );
}
