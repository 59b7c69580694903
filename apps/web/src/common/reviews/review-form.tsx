import { rejectionBody } from "@rokad/contract/reviews";
import { limits } from "@rokad/contract/limits";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { ApprovalForm } from "./approval-form.tsx";
import { countOf, type Reviewable } from "./review.ts";
import type { ReviewFormProps } from "./review-form-props.ts";

/** The form of a decision: its effect and its note or reason. */
export function ReviewForm<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  return props.how === "approve" ? <ApprovalForm {...props} /> : <Rejection {...props} />;
}

function Rejection<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  const { review, rows, busy, problem, onDecide, onBack, nameFirst } = props;
  const { register, handleSubmit, formState, setValue } = useContractForm(rejectionBody, {
    defaultValues: { reason: "" },
  });
  const field = register("reason");
  const ids = rows.map(({ _id }) => _id);
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) =>
        void handleSubmit(({ reason }) => onDecide({ how: "reject", ids, reason }))(event)
      }
    >
      <DialogBody className="grid gap-4">
        <Field
          label="Reason"
          required
          hint={rows.length > 1 ? "Each tenant sees it." : "The tenant sees it."}
          error={formState.errors.reason?.message}
        >
          <Textarea
            {...field}
            ref={(area) => {
              field.ref(area);
              nameFirst(area);
            }}
            rows={2}
            maxLength={limits.reasonCharsMax}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          {review.reasons.map((words) => (
            <Button
              key={words}
              variant="secondary"
              size="sm"
              onClick={() => setValue("reason", words, { shouldValidate: true })}
            >
              {words}
            </Button>
          ))}
        </div>
        {problem}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack} disabled={busy}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" busy={busy} busyLabel="Rejecting...">
          Reject {countOf(review, rows)}
        </Button>
      </DialogFooter>
    </form>
  );
}
