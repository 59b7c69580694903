import type { ReviewOutcome } from "@rokad/contract/reviews";
import { useRef, useState, type RefCallback } from "react";
import { t } from "../../super-admin-language.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { useStepFocus } from "../../ui/use-step-focus.ts";
import { ReasonForm } from "./reason-form.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewOutcomes } from "./review-outcomes.tsx";
import {
  isPending,
  type Decision,
  type ReviewRequest,
  type Review,
  type Reviewable,
} from "./review.ts";
import { focusRow } from "./use-row-keys.ts";

interface ReviewDialogProps<Row> {
  review: Review<Row>;
  canDecide: boolean;
  request: ReviewRequest<Row>;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Reloads the rows. */
  onDecided: () => Promise<void>;
  /** The ids of the current rows, to focus the next one. */
  order: readonly string[];
}

/** Shows one item or decides on several: details, the decision's effect, the results. */
export function ReviewDialog<Row extends Reviewable>(props: ReviewDialogProps<Row>) {
  const { review, request, onClose } = props;
  const { rows } = request;
  const [step, setStep] = useState(request.step);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcomes, setOutcomes] = useState<readonly ReviewOutcome[]>();
  const [row] = rows;
  const [first, nameFirst] = useStepFocus(outcomes ? "outcomes" : step, props.open);
  const nextId = useRef(nextIdOf(props.order, rows));

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      await props.onDecided().catch(() => undefined);
      setProblem(
        error instanceof ApiError
          ? messageOf(error)
          : t`No response yet. The decision may already be saved: check the queue before you retry.`,
      );
    } finally {
      setBusy(false);
    }
  }

  const decide = (decision: Decision) =>
    attempt(async () => {
      const results = await review.decide(decision);
      // The decision is final even when the rows can't be reloaded.
      await props.onDecided().catch(() => undefined);
      const [only, another] = results;
      if (only && !another && only.outcome !== "refused") {
        toast.success(only.message);
        onClose();
      } else setOutcomes(results);
    });

  const revoke = (reason: string) =>
    attempt(async () => {
      if (!row || !review.revocation) return;
      toast.success(await review.revocation.revoke(row, reason));
      await props.onDecided().catch(() => undefined);
      onClose();
    });

  const back = request.step === "details" ? () => setStep("details") : onClose;
  const problemNotice = problem && <Notice tone="bad">{problem}</Notice>;
  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={props.onClosed}
      closable={!busy}
      outsideCloses={step === "details"}
      size="lg"
      initialFocus={first}
      title={outcomes ? t`Results` : titleOf(review, rows, step)}
      finalFocus={() =>
        focusRow(row?._id) ?? focusRow(nextId.current) ?? document.querySelector("#page")
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
      ) : step === "details" ? (
        row && (
          <ReviewDetails
            review={review}
            canDecide={props.canDecide}
            row={row}
            onStep={setStep}
            onClose={onClose}
            nameFirst={nameFirst}
          />
        )
      ) : step === "revoke" ? (
        review.revocation && (
          <ReasonForm
            hint={t`The tenant sees it.`}
            reasons={review.revocation.reasons}
            label={t`Revoke ${review.one}`}
            busyLabel={t`Revoking...`}
            busy={busy}
            problem={problemNotice}
            onReason={revoke}
            onBack={back}
            nameFirst={nameFirst}
          >
            <p className="text-sm">{review.revocation.consequence}</p>
          </ReasonForm>
        )
      ) : (
        <ReviewForm
          key={step}
          how={step}
          review={review}
          rows={rows}
          busy={busy}
          problem={problemNotice}
          onDecide={decide}
          nameFirst={nameFirst}
          onBack={back}
        />
      )}
    </Dialog>
  );
}

function titleOf<Row>(
  review: Review<Row>,
  rows: readonly Row[],
  step: ReviewRequest<Row>["step"],
): string {
  const [first, second] = rows;
  if (!first) return "";
  const what = second ? `${rows.length} ${review.many}` : review.nameOf(first);
  return step === "details" ? what : titles[step](what);
}

const titles = {
  approve: (what: string) => t`Approve ${what}?`,
  reject: (what: string) => t`Reject ${what}?`,
  revoke: (what: string) => t`Revoke ${what}?`,
} as const;

/** The first row after these, otherwise the last row before them. */
function nextIdOf(order: readonly string[], rows: readonly Reviewable[]): string | undefined {
  const decidedIds = new Set(rows.map(({ _id }) => _id));
  const last = order.findLastIndex((id) => decidedIds.has(id));
  return order.slice(last + 1)[0] ?? order.slice(0, last).findLast((id) => !decidedIds.has(id));
}

interface ReviewDetailsProps<Row> {
  review: Review<Row>;
  canDecide: boolean;
  row: Row;
  onStep: (step: "approve" | "reject" | "revoke") => void;
  onClose: () => void;
  nameFirst: RefCallback<HTMLElement>;
}

function ReviewDetails<Row extends Reviewable>({
  review,
  row,
  nameFirst,
  ...props
}: ReviewDetailsProps<Row>) {
  const { canDecide, onStep, onClose } = props;
  const blocked = review.blocked?.(row);
  return (
    <>
      <DialogBody className="grid gap-4">{review.details(row)}</DialogBody>
      <DialogFooter>
        {canDecide && isPending(row) ? (
          <>
            <Button
              variant="danger"
              ref={blocked === undefined ? null : nameFirst}
              onClick={() => onStep("reject")}
            >
              {t`Reject`}
            </Button>
            <Button
              ref={blocked === undefined ? nameFirst : null}
              disabled={blocked !== undefined}
              onClick={() => onStep("approve")}
            >
              {t`Approve`}
            </Button>
          </>
        ) : (
          <>
            {canDecide && review.revocation?.isPossible(row) && (
              <Button variant="danger" onClick={() => onStep("revoke")}>
                {t`Revoke`}
              </Button>
            )}
            <Button variant="secondary" ref={nameFirst} onClick={onClose}>
              {t`Close`}
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}
