import type { User } from "@rokad/contract/sign-in";
import type { Money } from "@rokad/money/money";
import { formatMoney } from "@rokad/money/format";
import type { ReactNode, RefObject } from "react";
import { readablePhone } from "../shell/person.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { CodeStep } from "./code-step.tsx";
import { RefusedStep } from "./refused-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { UnheardStep } from "./unheard-step.tsx";
import type { Payment, Step } from "./use-payment.ts";

const titles: Record<Step, string> = {
  form: "",
  review: "Confirm payout",
  code: "Enter the code",
  paying: "Enter the code",
  unheard: "Waiting for an answer",
  refused: "Payout not sent",
};

interface PaymentDialogProps {
  user: User;
  payment: Payment;
  /** The step to show: the last one while the dialog closes. */
  step: Step;
  open: boolean;
  gstPercent: number;
  balance: Money | undefined;
  /** The way on once it is paid: the form is blank then, and its button disabled. */
  next: RefObject<HTMLElement | null>;
}

/** From the confirmation to the end, in one dialog that a press beside it can't close. */
export function PaymentDialog({
  user,
  payment,
  step,
  open,
  gstPercent,
  balance,
  next,
}: PaymentDialogProps) {
  const { confirmed, code, unanswered, close } = payment;
  const [first, nameFirst] = useStepFocus(step, open);
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => !opens && close()}
      outsideCloses={false}
      closable={step !== "paying"}
      size="sm"
      initialFocus={first}
      finalFocus={() => next.current}
      title={titles[step]}
      description={descriptionOf(step, user, payment)}
    >
      {step === "review" && confirmed && (
        <ReviewStep
          first={nameFirst}
          confirmed={confirmed}
          gstPercent={gstPercent}
          balance={balance}
          onCancel={close}
          onConfirm={payment.confirm}
        />
      )}
      {(step === "code" || step === "paying") && confirmed && (
        <CodeStep
          mobile={user.phone}
          confirmed={confirmed}
          code={code}
          error={payment.codeError}
          paying={step === "paying"}
          onPay={(otp) => void payment.pay(otp)}
        />
      )}
      {step === "unheard" && unanswered && (
        <UnheardStep
          first={nameFirst}
          payout={unanswered}
          asking={payment.asking}
          onCheckAgain={payment.checkAgain}
          onClose={close}
        />
      )}
      {step === "refused" && (
        <RefusedStep first={nameFirst} message={payment.refusal} onClose={close} />
      )}
    </Dialog>
  );
}

function descriptionOf(step: Step, user: User, { confirmed, code }: Payment): ReactNode {
  if ((step !== "code" && step !== "paying") || !confirmed || !code.sent) return undefined;
  const { order, quote } = confirmed;
  return (
    <>
      We sent a 6-digit code to{" "}
      <span className="font-medium whitespace-nowrap text-text tabular-nums">
        {readablePhone(user.phone)}
      </span>{" "}
      for paying{" "}
      <span className="font-medium text-text tabular-nums">{formatMoney(quote.amount)}</span> to{" "}
      <span className="font-medium text-text">{order.beneficiary_name}</span>.
    </>
  );
}
