import type { EarlierPayout } from "@rokad/contract/payout-review";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { lazy, Suspense, useId } from "react";
import { t } from "../language.ts";
import { may, useUser } from "../api/session.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { timeAgo } from "../ui/time-ago.ts";
import type { Payment } from "./use-payment.ts";
import type { PayoutReview } from "./use-payout-review.ts";

// Its contract is no part of the form's first visit.
const AdviceChoice = lazy(async () => ({
  default: (await import("../common/payouts/advice-choice.tsx")).AdviceChoice,
}));

interface ReviewNoticesProps {
  review: PayoutReview | undefined;
  payment: Pick<Payment, "pricedOrder" | "changeRequest" | "save">;
  /** True for a request, which waits until the account may be paid. */
  isRequest?: boolean;
}

/** Before the confirmation: an earlier payout to this account, and whether to save the payee. */
export function ReviewNotices({ review, payment, isRequest = false }: ReviewNoticesProps) {
  const saveId = useId();
  const canSave = may(useUser(), "prepare");
  const { pricedOrder, changeRequest, save } = payment;
  if (!review || !pricedOrder) return null;
  const { earlier, saved_as: savedAs, cooling, day_total: dayTotal } = review;
  const { beneficiary_email: email } = pricedOrder.order;
  const isSaved = pricedOrder.request.method === "saved";
  return (
    <>
      {cooling && (
        <Notice tone={isRequest ? "warn" : "bad"} title={cooling.sentence}>
          {isRequest
            ? t`You can submit it now. It can't be sent before then, also when all approve it.`
            : t`Send less, or send it later.`}
        </Notice>
      )}
      {dayTotal && <Notice tone="info" title={dayTotal.sentence} />}
      {earlier && (
        <Notice tone={earlier.is_same_amount ? "warn" : "plain"} title={describeEarlier(earlier)}>
          {needsReason(review)
            ? t`Its outcome is still unclear. If you send again, both may be paid.`
            : earlier.is_same_amount && t`Check that this is not the same payment again.`}
        </Notice>
      )}
      {needsReason(review) && (
        <Field label={t`Why do you send it again?`} required>
          <TextInput
            autoComplete="off"
            maxLength={limits.remarksCharsMax}
            value={pricedOrder.request.repeat_reason ?? ""}
            onChange={(event) => changeRequest({ repeat_reason: event.target.value })}
          />
        </Field>
      )}
      {email && (
        <Suspense>
          <AdviceChoice
            label={t`E-mail a payment advice to ${email} once it is paid`}
            checked={pricedOrder.request.send_advice ?? false}
            onChange={(isChosen) => changeRequest({ send_advice: isChosen })}
          />
        </Suspense>
      )}
      {!isSaved && savedAs && (
        <p className="text-dense text-muted">{t`Saved beneficiary: ${savedAs.name}`}</p>
      )}
      {!isSaved && !savedAs && canSave && (
        <label
          htmlFor={saveId}
          className="flex min-h-6 cursor-pointer items-center gap-2.5 text-sm"
        >
          <Checkbox
            id={saveId}
            checked={pricedOrder.saves ?? false}
            onChange={(event) => save(event.target.checked)}
          />
          {t`Save as beneficiary`}
        </label>
      )}
    </>
  );
}

/** True while the server wants a reason for this payout. */
export function needsReason(review: PayoutReview | undefined): boolean {
  return Boolean(review?.earlier?.is_unclear && review.earlier.is_same_amount);
}

/** "You paid ₹1,500.50 to this account 2 minutes ago". */
function describeEarlier({ kind, amount, status, created_at, is_unclear }: EarlierPayout): string {
  const [sum, age] = [formatMoney(amount), timeAgo(created_at)];
  if (kind === "request") return t`A request with ${sum} to this account waits, created ${age}`;
  if (kind === "batch") return t`A batch with ${sum} to this account waits, created ${age}`;
  return status === "success" && !is_unclear
    ? t`You paid ${sum} to this account ${age}`
    : t`You sent ${sum} to this account ${age}`;
}
