import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { moneyTyped } from "../ui/typed-rupees.ts";
import type { UnansweredPayout } from "./unanswered-payout.ts";
import type { Payment } from "./use-payment.ts";

interface PaymentNoticesProps {
  payment: Payment;
  /** The way on from a payout that was made. */
  next: RefObject<HTMLAnchorElement | null>;
}

/** Above the form: a payout that waits for its answer, or how the last one ended. */
export function PaymentNotices({ payment, next }: PaymentNoticesProps) {
  const { step, unanswered, asking, ending, checkAgain } = payment;
  const top = useRef<HTMLDivElement>(null);
  const told = unanswered ?? ending;

  useEffect(() => {
    // The form is long: what happened must not be told above the screen.
    if (told) top.current?.scrollIntoView({ block: "nearest" });
  }, [told]);

  if (step === "paying") return null;
  if (unanswered) {
    return (
      <div ref={top} role="status" className="scroll-mt-19">
        <Notice
          tone="warn"
          title="We have not heard back. Your payout will not be sent twice."
          action={
            <Button
              variant="secondary"
              size="sm"
              icon={<RotateCw />}
              busy={asking}
              busyLabel="Checking..."
              onClick={checkAgain}
            >
              Check again
            </Button>
          }
        >
          {sentenceOf(unanswered)} waits for an answer. A new payout can be made after that.
        </Notice>
      </div>
    );
  }
  if (!ending) return null;
  const { outcome, payout } = ending;
  return outcome.end === "sent" ? (
    <div ref={top} role="status" className="scroll-mt-19">
      <Notice
        tone="good"
        title={`${sentenceOf(payout)} is on its way.`}
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
      <Notice tone="bad" title={`${sentenceOf(payout)} was not sent.`}>
        {outcome.message.replace(/\.?$/, ".")} Nothing was taken from your wallet.
      </Notice>
    </div>
  );
}

/** "Your payout of ₹1,500.25 to Asha Verma". */
function sentenceOf({ order }: UnansweredPayout): string {
  const amount = moneyTyped(order.amount);
  return `Your payout of ${amount ? formatMoney(amount) : order.amount} to ${order.beneficiary_name}`;
}
