import { getPayout, type PayoutStatus } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { refundOf } from "./end-notice.tsx";
import type { UnansweredPayout } from "./unanswered-payout.ts";
import type { Payment, PaymentResult } from "./use-payment.ts";

interface PaymentNoticesProps {
  payment: Payment;
  /** The link to the payout that was sent. */
  next: RefObject<HTMLAnchorElement | null>;
}

/** Above the form: an unanswered payout, or the result of the last one. */
export function PaymentNotices({ payment, next }: PaymentNoticesProps) {
  const { step, unanswered, isChecking, result, checkAgain } = payment;
  const top = useRef<HTMLDivElement>(null);
  const subject = unanswered ?? result;

  useEffect(() => {
    // The form is long, so the notice may be above the visible part of the page.
    if (subject) top.current?.scrollIntoView({ block: "nearest" });
  }, [subject]);

  useEffect(() => {
    // On a slow machine this part loads after the dialog looked for the link.
    const isTyping = document.activeElement?.matches("input, textarea") ?? false;
    if (result && !isTyping) next.current?.focus();
  }, [result, next]);

  if (step === "paying") return null;
  if (unanswered) {
    return (
      <div ref={top} role="status" className="scroll-mt-19">
        <Notice
          tone="warn"
          title={t`No response yet. Your payout will not be sent twice.`}
          action={
            <Button
              variant="secondary"
              size="sm"
              icon={<RotateCw />}
              busy={isChecking}
              busyLabel={t`Checking...`}
              onClick={checkAgain}
            >
              {t`Check again`}
            </Button>
          }
        >
          {t`${describePayout(unanswered)} is waiting for an answer. You can send another after that.`}
        </Notice>
      </div>
    );
  }
  if (!result) return null;
  const { outcome, payout } = result;
  return outcome.end === "sent" ? (
    <div ref={top} role="status" className="scroll-mt-19">
      <SentNotice payout={payout} outcome={outcome} next={next} />
    </div>
  ) : (
    <div ref={top} role="alert" className="scroll-mt-19">
      <Notice tone="bad" title={t`${describePayout(payout)} was not sent.`}>
        {t`${outcome.message.replace(/\.?$/, ".")} Nothing was taken from your wallet.`}
      </Notice>
    </div>
  );
}

interface SentNoticeProps {
  payout: UnansweredPayout;
  outcome: Extract<PaymentResult["outcome"], { end: "sent" }>;
  next: RefObject<HTMLAnchorElement | null>;
}

/** How the payout stands now: the notice stays on the page until the next one is reviewed. */
function SentNotice({ payout, outcome: { id, reference, waits }, next }: SentNoticeProps) {
  const { data } = useApi(getPayout, { params: { id } });
  const now = data?.data;
  const isWaiting = now ? now.waiting_for_funds !== null : waits;
  const [tone, outcome] = isWaiting ? waitTexts : sentTexts[now?.status ?? "pending"];
  return (
    <Notice
      tone={tone}
      title={outcome(describePayout(payout))}
      action={
        <Link
          ref={next}
          to={paths.payout}
          params={{ id }}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          {t`View payout`}
        </Link>
      }
    >
      {now?.status === "failed" && now.failure_reason && `${now.failure_reason}. `}
      {(now?.status === "failed" || now?.status === "cancelled") && `${refundOf(now)} `}
      {t`Reference:`} <span className="tabular-nums">{reference}</span>
    </Notice>
  );
}

type OutcomeText = readonly ["good" | "bad" | "info", (payout: string) => string];

const waitTexts: OutcomeText = ["info", (payout) => t`${payout} waits for funds.`];
const sentTexts: Readonly<Record<PayoutStatus, OutcomeText>> = {
  pending: ["good", (payout) => t`${payout} is on its way.`],
  processing: ["good", (payout) => t`${payout} is on its way.`],
  success: ["good", (payout) => t`${payout} was paid.`],
  failed: ["bad", (payout) => t`${payout} failed.`],
  cancelled: ["info", (payout) => t`${payout} was cancelled.`],
};

/** "Your payout of ₹1,500.25 to Asha Verma". */
function describePayout({ order }: UnansweredPayout): string {
  const amount = toMoney(order.amount);
  return t`Your payout of ${amount ? formatMoney(amount) : order.amount} to ${order.beneficiary_name}`;
}
