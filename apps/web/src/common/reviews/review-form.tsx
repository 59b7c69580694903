import { approvalBody } from "@rokad/contract/reviews";
import { limits } from "@rokad/contract/limits";
import type { ReactNode, RefCallback } from "react";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { ReviewWarnings } from "./review-warnings.tsx";
import type { Decision, Review, Reviewable } from "./review.ts";

interface ReviewFormProps<Row> {
  how: "approve" | "reject";
  review: Review<Row>;
  rows: readonly Row[];
  busy: boolean;
  problem: ReactNode;
  onDecide: (decision: Decision) => Promise<void>;
  onBack: () => void;
  nameFirst: RefCallback<HTMLElement>;
}

/** The form of a decision: its effect and its note or reason. */
export function ReviewForm<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  return props.how === "approve" ? <Approval {...props} /> : <Rejection {...props} />;
}

function Approval<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  const { review, rows, busy, problem, onDecide, onBack, nameFirst } = props;
  const { register, handleSubmit, formState } = useContractForm(approvalBody, {
    defaultValues: { note: "" },
  });
  const ids = rows.map(({ _id }) => _id);
  const [only, another] = rows;
  const warnings = only && !another ? only.warnings.map(({ code }) => code) : [];
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) =>
        void handleSubmit(({ note }) =>
          onDecide({ how: "approve", ids, note: note || undefined, warnings }),
        )(event)
      }
    >
      <DialogBody className="grid gap-4">
        <p className="text-sm">{review.consequence(rows)}</p>
        <ReviewWarnings rows={rows} nameOf={review.nameOf} />
        <Field
          label="Note (optional)"
          hint="For other reviewers; saved with the decision."
          error={formState.errors.note?.message}
        >
          <Textarea {...register("note")} rows={2} maxLength={limits.reasonCharsMax} />
        </Field>
        {problem}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" ref={nameFirst} busy={busy} busyLabel="Approving...">
          Approve {review.sumOf?.(rows) ?? countOf(review, rows)}
        </Button>
      </DialogFooter>
    </form>
  );
}

function Rejection<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  const { review, rows, onDecide } = props;
  const ids = rows.map(({ _id }) => _id);
  return (
    <ReasonForm
      {...props}
      hint={rows.length > 1 ? "Each tenant sees it." : "The tenant sees it."}
      reasons={review.reasons}
      label={`Reject ${countOf(review, rows)}`}
      busyLabel="Rejecting..."
      onReason={(reason) => onDecide({ how: "reject", ids, reason })}
    />
  );
}

function countOf<Row>({ one, many }: Review<Row>, rows: readonly Row[]): string {
  return rows.length > 1 ? `${rows.length} ${many}` : one;
}
