import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import type { UnansweredPayout } from "./unanswered-payout.ts";
import type { Payment } from "./use-payment.ts";

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
          title="No response yet. Your payout will not be sent twice."
          action={
            <Button
              variant="secondary"
              size="sm"
              icon={<RotateCw />}
              busy={isChecking}
              busyLabel="Checking..."
              onClick={checkAgain}
            >
              Check again
            </Button>
          }
        >
          {describePayout(unanswered)} is waiting for an answer. You can send another after that.
        </Notice>
      </div>
    );
  }
  if (!result) return null;
  const { outcome, payout } = result;
  return outcome.end === "sent" ? (
    <div ref={top} role="status" className="scroll-mt-19">
      <Notice
        tone="good"
        title={`${describePayout(payout)} is on its way.`}
        action={
          <Link
            ref={next}
            to={paths.payout}
            params={{ id: outcome.id }}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            View payout
          </Link>
        }
      >
        Reference: <span className="tabular-nums">{outcome.reference}</span>
      </Notice>
    </div>
  ) : (
    <div ref={top} role="alert" className="scroll-mt-19">
      <Notice tone="bad" title={`${describePayout(payout)} was not sent.`}>
        {outcome.message.replace(/\.?$/, ".")} Nothing was taken from your wallet.
      </Notice>
    </div>
  );
}

/** "Your payout of ₹1,500.25 to Asha Verma". */
function describePayout({ order }: UnansweredPayout): string {
  const amount = toMoney(order.amount);
  return `Your payout of ${amount ? formatMoney(amount) : order.amount} to ${order.beneficiary_name}`;
}
