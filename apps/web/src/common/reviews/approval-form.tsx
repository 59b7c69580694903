import { approvalBody } from "@rokad/contract/reviews";
import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { t } from "../../super-admin-language.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { ReviewFormProps } from "./review-form-props.ts";
import { ReviewWarnings } from "./review-warnings.tsx";
import { countOf, type Reviewable } from "./review.ts";

/** The approval of one item, or of several without those that need a decision of their own. */
export function ApprovalForm<Row extends Reviewable>(props: ReviewFormProps<Row>) {
  const { review, busy, problem, onDecide, onBack, nameFirst } = props;
  const isSingle = props.rows.length === 1;
  const leftOut = isSingle
    ? []
    : props.rows.flatMap((row) => {
        const why = review.arrival?.leftOut(row);
        return why === undefined ? [] : [{ row, why }];
      });
  const rows = props.rows.filter((row) => !leftOut.some((one) => one.row === row));
  const [row] = rows;
  const { register, handleSubmit, formState } = useContractForm(approvalBody, {
    defaultValues: { note: "" },
  });
  const [arrival, setArrival] = useState(() =>
    isSingle && row ? review.arrival?.initial(row) : undefined,
  );
  const [isTried, setIsTried] = useState(false);
  const errors = (arrival && review.arrival?.check(arrival)) ?? {};
  const ids = rows.map(({ _id }) => _id);
  const warnings = isSingle && row ? row.warnings.map(({ code }) => code) : [];
  const submit = handleSubmit(async ({ note }) => {
    setIsTried(true);
    if (Object.keys(errors).length > 0) return;
    await onDecide({ how: "approve", ids, note: note || undefined, arrival, warnings });
  });
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody className="grid gap-4">
        {rows.length > 0 && <p className="text-sm">{review.consequence(rows, arrival)}</p>}
        {leftOut.length > 0 && (
          <Notice
            tone="warn"
            title={t`${leftOut.length} of ${props.rows.length} left out: decide on their own`}
          >
            <ul className="grid gap-1">
              {leftOut.map((one) => (
                <li key={one.row._id} className="break-words">
                  {review.nameOf(one.row)}: {one.why}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <ReviewWarnings rows={rows} nameOf={review.nameOf} />
        {row && arrival && review.arrival?.fields(row, arrival, setArrival, isTried ? errors : {})}
        {rows.length > 0 && (
          <Field
            label={t`Note (optional)`}
            hint={t`For other reviewers; saved with the decision.`}
            error={formState.errors.note?.message}
          >
            <Textarea {...register("note")} rows={2} maxLength={limits.reasonCharsMax} />
          </Field>
        )}
        {problem}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onBack} disabled={busy}>
          {t`Cancel`}
        </Button>
        {rows.length > 0 && (
          <Button type="submit" ref={nameFirst} busy={busy} busyLabel={t`Approving...`}>
            {t`Approve ${review.sumOf?.(rows, arrival) ?? countOf(review, rows)}`}
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}
