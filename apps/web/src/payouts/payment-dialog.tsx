import type { User } from "@rokad/contract/sign-in";
import type { Money } from "@rokad/money/money";
import { formatMoney } from "@rokad/money/format";
import { lazy, Suspense, type ReactNode, type RefObject } from "react";
import { t } from "../language.ts";
import { Dialog } from "../ui/dialog.tsx";
import { maskValue } from "../ui/mask.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { CodeStep } from "./code-step.tsx";
import { RejectedStep } from "./rejected-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { UnansweredStep } from "./unanswered-step.tsx";
import type { Payment, Step } from "./use-payment.ts";

const titles: Record<Step, string> = {
  form: "",
  review: t`Confirm payout`,
  code: t`Enter the code`,
  passkey: t`Confirm with your passkey`,
  paying: t`Enter the code`,
  unanswered: t`Waiting for an answer`,
  rejected: t`Payout not sent`,
};

const PasskeyStep = lazy(async () => ({
  default: (await import("./passkey-step.tsx")).PasskeyStep,
}));

interface PaymentDialogProps {
  user: User;
  payment: Payment;
  /** The step to show; the last one while the dialog closes. */
  step: Step;
  open: boolean;
  gstPercent: number;
  balance: Money | undefined;
  /** What the payout will wait for; undefined if it is covered. */
  missing: Money | undefined;
  /** Receives focus after payment: the form is blank then and its button disabled. */
  next: RefObject<HTMLElement | null>;
}

/** All steps from confirmation to outcome. A click outside does not close it. */
export function PaymentDialog({
  user,
  payment,
  step,
  open,
  gstPercent,
  balance,
  missing,
  next,
}: PaymentDialogProps) {
  const { pricedOrder, code, unanswered, close } = payment;
  const [first, nameFirst] = useStepFocus(step, open);
  const byPasskey = payment.passkeyTries > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => !opens && close()}
      outsideCloses={false}
      closable={step !== "paying"}
      size="sm"
      initialFocus={first}
      finalFocus={() => next.current}
      title={byPasskey && step === "paying" ? titles.passkey : titles[step]}
      description={describeStep(step, user, payment)}
    >
      {step === "review" && pricedOrder && (
        <ReviewStep
          first={nameFirst}
          pricedOrder={pricedOrder}
          payment={payment}
          gstPercent={gstPercent}
          balance={balance}
          missing={missing}
          onCancel={close}
          onConfirm={payment.confirm}
          onPasskey={payment.confirmWithPasskey}
        />
      )}
      {(step === "passkey" || (step === "paying" && byPasskey)) && pricedOrder && (
        <Suspense>
          <PasskeyStep
            key={payment.passkeyTries}
            mobile={user.phone}
            order={pricedOrder.request}
            paying={step === "paying"}
            onProof={(proof) => void payment.pay(proof)}
            onCode={payment.confirm}
            onRejected={payment.reject}
          />
        </Suspense>
      )}
      {(step === "code" || (step === "paying" && !byPasskey)) && pricedOrder && (
        <CodeStep
          mobile={user.phone}
          pricedOrder={pricedOrder}
          code={code}
          error={payment.codeError}
          paying={step === "paying"}
          onPay={(otp) => void payment.pay(otp)}
        />
      )}
      {step === "unanswered" && unanswered && (
        <UnansweredStep
          first={nameFirst}
          payout={unanswered}
          isChecking={payment.isChecking}
          onCheckAgain={payment.checkAgain}
          onClose={close}
        />
      )}
      {step === "rejected" && (
        <RejectedStep first={nameFirst} message={payment.rejection} onClose={close} />
      )}
    </Dialog>
  );
}

function describeStep(step: Step, user: User, { pricedOrder, code }: Payment): ReactNode {
  if ((step !== "code" && step !== "paying") || !pricedOrder || !code.sentCode) return undefined;
  const { order, quote } = pricedOrder;
  return (
    <>
      {t`We sent a 6-digit code to ${(
        <span className="font-medium whitespace-nowrap text-text tabular-nums">
          +91 {maskValue(user.phone)}
        </span>
      )} to pay ${<span className="font-medium text-text tabular-nums">{formatMoney(quote.amount)}</span>} to ${<span className="font-medium text-text">{order.beneficiary_name}</span>}.`}
    </>
  );
}
