import type { ReviewOutcome } from "@rokad/contract/reviews";
import { useRef, useState, type RefCallback } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { ReviewForm } from "./review-form.tsx";
import { ReviewOutcomes } from "./review-outcomes.tsx";
import { isWaiting, type Decision, type Opened, type Review, type Reviewable } from "./review.ts";
import { focusRow } from "./use-row-keys.ts";

interface ReviewDialogProps<Row> {
  review: Review<Row>;
  opened: Opened<Row>;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Brings the rows up to date. */
  onDecided: () => Promise<void>;
  /** The rows as they stand, so that the next one gets the focus. */
  order: readonly string[];
}

/** Looks at one, or decides on some: what it is, what the press does, what became of it. */
export function ReviewDialog<Row extends Reviewable>(props: ReviewDialogProps<Row>) {
  const { review, opened, onClose } = props;
  const { rows } = opened;
  const [step, setStep] = useState(opened.step);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcomes, setOutcomes] = useState<readonly ReviewOutcome[]>();
  const [row] = rows;
  const [first, nameFirst] = useStepFocus(outcomes ? "outcomes" : step, props.open);
  const after = useRef(nextOf(props.order, rows));

  async function decide(decision: Decision) {
    setBusy(true);
    setProblem(undefined);
    try {
      const told = await review.decide(decision);
      // The decision stands whether or not the rows could be asked for again.
      await props.onDecided().catch(() => undefined);
      const [only, another] = told;
      if (only && !another && only.outcome !== "refused") {
        toast.success(only.message);
        onClose();
      } else setOutcomes(told);
    } catch (error) {
      await props.onDecided().catch(() => undefined);
      setProblem(
        error instanceof ApiError
          ? messageOf(error)
          : "No answer came, so it may be done or not. Look at the queue before you try again.",
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={props.onClosed}
      closable={!busy}
      outsideCloses={step === "look"}
      size="lg"
      initialFocus={first}
      title={outcomes ? "What became of them" : titleOf(review, rows, step)}
      finalFocus={() =>
        focusRow(row?._id) ?? focusRow(after.current) ?? document.querySelector("#page")
      }
    >
      {outcomes ? (
        <ReviewOutcomes
          rows={rows}
          outcomes={outcomes}
          nameOf={review.nameOf}
          onClose={onClose}
          nameFirst={nameFirst}
        />
      ) : step === "look" ? (
        row && (
          <Look
            review={review}
            row={row}
            onStep={setStep}
            onClose={onClose}
            nameFirst={nameFirst}
          />
        )
      ) : (
        <ReviewForm
          key={step}
          how={step}
          review={review}
          rows={rows}
          busy={busy}
          problem={problem && <Notice tone="bad">{problem}</Notice>}
          onDecide={decide}
          nameFirst={nameFirst}
          onBack={opened.step === "look" ? () => setStep("look") : onClose}
        />
      )}
    </Dialog>
  );
}

function titleOf<Row>(
  review: Review<Row>,
  rows: readonly Row[],
  step: Opened<Row>["step"],
): string {
  const [first, second] = rows;
  if (!first) return "";
  const what = second ? `${rows.length} ${review.many}` : review.nameOf(first);
  return step === "look" ? what : `${step === "approve" ? "Approve" : "Reject"} ${what}?`;
}

/** The first row after the last of these, or else the last one before. */
function nextOf(order: readonly string[], rows: readonly Reviewable[]): string | undefined {
  const gone = new Set(rows.map(({ _id }) => _id));
  const last = order.findLastIndex((id) => gone.has(id));
  return order.slice(last + 1)[0] ?? order.slice(0, last).findLast((id) => !gone.has(id));
}

interface LookProps<Row> {
  review: Review<Row>;
  row: Row;
  onStep: (step: "approve" | "reject") => void;
  onClose: () => void;
  nameFirst: RefCallback<HTMLElement>;
}

function Look<Row extends Reviewable>({ review, row, nameFirst, ...props }: LookProps<Row>) {
  const { onStep, onClose } = props;
  const blocked = review.blocked?.(row);
  return (
    <>
      <DialogBody className="grid gap-4">{review.details(row)}</DialogBody>
      <DialogFooter>
        {isWaiting(row) ? (
          <>
            <Button
              variant="danger"
              ref={blocked === undefined ? null : nameFirst}
              onClick={() => onStep("reject")}
            >
              Reject
            </Button>
            <Button
              ref={blocked === undefined ? nameFirst : null}
              disabled={blocked !== undefined}
              onClick={() => onStep("approve")}
            >
              Approve
            </Button>
          </>
        ) : (
          <Button variant="secondary" ref={nameFirst} onClick={onClose}>
            Close
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
