import {
  createPaymentRequest,
  editPaymentRequest,
  getPaymentRequest,
  listPaymentRequests,
} from "@rokad/contract/payment-requests";
import { limits } from "@rokad/contract/limits";
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import type { PayoutForm } from "@rokad/contract/payout-form";
import type { Money } from "@rokad/money/money";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { isRefused, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { editedHash } from "./edited-draft.ts";
import { blankPayout, type PayoutFormState } from "./payout-form.ts";
import { ReviewDetails } from "./review-details.tsx";
import { needsReason, ReviewNotices } from "./review-notices.tsx";
import { describeNeed, useApprovalNeed, type ApprovalNeed } from "./use-approval-need.ts";
import { useBeneficiaryCheck } from "./use-beneficiary-check.ts";
import type { PricedOrder } from "./use-payment.ts";
import { usePayoutReview, type PayoutReview } from "./use-payout-review.ts";

interface RequestDialogProps {
  form: PayoutFormState;
  /** The request to change; undefined for a new one. */
  editedId: string | undefined;
  pricedOrder: PricedOrder;
  need: ApprovalNeed | undefined;
  gstPercent: number;
  balance: Money | undefined;
  onClosed: () => void;
}

const newUnanswered = t`No response yet. Try again: it will not be saved twice.`;
const editUnanswered = t`No response yet. It may be saved: open the request before you try again.`;

type Act = "submit" | "keep" | "save";

/** A request that is edited is one of today's payments itself, and repeats no earlier one. */
function withoutEdited(review: PayoutReview, editedId: string): PayoutReview {
  const earlier = review.earlier?.id === editedId ? null : review.earlier;
  return { ...review, earlier, day_total: null };
}

/** The payout in full and who will be asked, before it is submitted, kept as a draft or changed. */
export function RequestDialog(props: RequestDialogProps) {
  const { form, editedId, pricedOrder, gstPercent, balance, onClosed } = props;
  const { order } = pricedOrder;
  const [priced, setPriced] = useState(pricedOrder);
  const reviewed = usePayoutReview(order);
  const review = reviewed && editedId !== undefined ? withoutEdited(reviewed, editedId) : reviewed;
  const dayRupees = review?.day_total ? review.day_total.amount.amount / 100 : undefined;
  const dayNeed = useApprovalNeed(order.method, dayRupees, limits.batchTotalPaiseMax);
  const need = dayRupees === undefined ? props.need : dayNeed;
  const lacksReason = needsReason(review) && !priced.request.repeat_reason?.trim();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState<Act>();
  const [error, setError] = useState<string>();
  // It may have arrived, so only the same act may follow: another one would be a second request.
  const [unanswered, setUnanswered] = useState<Act>();
  const first = useRef<HTMLButtonElement>(null);
  const check = useBeneficiaryCheck(order);
  const navigate = useNavigate();
  const edited = useApi(
    getPaymentRequest,
    editedId === undefined ? null : { params: { id: editedId } },
  ).data?.data;

  async function act(name: Act) {
    setBusy(name);
    setError(undefined);
    try {
      const { data, message } = await saveRequest(name);
      toast.success(message);
      if (priced.saves) void import("./save-payee.ts").then(({ savePayee }) => savePayee(order));
      form.reset(blankPayout as PayoutForm);
      await refreshApi(listPaymentRequests, getPaymentRequest, listWaitingApprovals);
      await navigate({ to: paths.request, params: { id: data.id } });
    } catch (failure) {
      setError(messageOf(failure, edited ? editUnanswered : newUnanswered));
      setUnanswered(isRefused(failure) ? undefined : name);
      setBusy(undefined);
    }
  }

  function saveRequest(name: Act) {
    if (edited) {
      const body = { payout: priced.request, content_hash: editedHash(form.getValues(), edited) };
      return send(editPaymentRequest, { params: { id: edited.id }, body });
    }
    return sendIdempotent(createPaymentRequest, {
      body: { payout: priced.request, submit: name === "submit" },
    });
  }

  const isInvalid = check?.verdict === "invalid";
  const isChecking = !check;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => setOpen(next)}
      onClosed={onClosed}
      outsideCloses={false}
      closable={busy === undefined}
      size="sm"
      initialFocus={first}
      title={editedId === undefined ? t`Submit for approval` : t`Save the changed request`}
      description={t`Nothing leaves your wallet until the last approval.`}
    >
      <DialogBody className="grid gap-4" label={t`The payout in full`}>
        <ReviewDetails
          pricedOrder={pricedOrder}
          gstPercent={gstPercent}
          // A request holds nothing, so the balance may come later.
          balance={
            balance && balance.amount >= pricedOrder.quote.total.amount ? balance : undefined
          }
          check={check}
          notices={
            // After a change, a repeat would be a second request.
            <fieldset disabled={(busy ?? unanswered) !== undefined} className="contents">
              <ReviewNotices
                isRequest
                review={review}
                payment={{
                  pricedOrder: priced,
                  changeRequest: (part) =>
                    setPriced((now) => ({ ...now, request: { ...now.request, ...part } })),
                  save: (saves) => setPriced((now) => ({ ...now, saves })),
                }}
              />
            </fieldset>
          }
        />
        <section className="border-t border-line pt-4 text-dense">
          <h3 className="font-medium">{t`Who approves it`}</h3>
          {need ? (
            describeNeed(need, true).map((sentence) => (
              <p key={sentence} className="mt-1 text-muted">
                {sentence}
              </p>
            ))
          ) : (
            <p className="mt-1 text-muted">{t`The approval policy names the approvers.`}</p>
          )}
        </section>
        {error && <Notice tone="bad" title={error} />}
      </DialogBody>
      <DialogFooter>
        <Button
          ref={first}
          variant="secondary"
          disabled={busy !== undefined}
          onClick={() => setOpen(false)}
        >
          {isInvalid ? t`Back to the form` : t`Cancel`}
        </Button>
        {!isInvalid && editedId === undefined && (
          <Button
            variant="secondary"
            disabled={busy === "submit" || unanswered === "submit" || lacksReason}
            busy={busy === "keep"}
            busyLabel={t`Saving...`}
            onClick={() => void act("keep")}
          >
            {t`Save as draft`}
          </Button>
        )}
        {!isInvalid && (
          <Button
            disabled={
              busy === "keep" ||
              unanswered === "keep" ||
              lacksReason ||
              (editedId !== undefined && !edited)
            }
            busy={isChecking || busy === "submit" || busy === "save"}
            busyLabel={isChecking ? t`Checking the name` : t`Submitting...`}
            onClick={() => void act(editedId === undefined ? "submit" : "save")}
          >
            {editedId === undefined ? t`Submit for approval` : t`Save changes`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
