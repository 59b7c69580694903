import type { PayoutOrder, PayoutRequest } from "@rokad/contract/payout-form";
import { verifyPayoutOtp } from "@rokad/contract/payouts";
import type { User } from "@rokad/contract/sign-in";
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { newKey } from "../api/idempotency.ts";
import { personKey } from "../api/session.ts";
import { toast } from "../ui/toast.ts";
import { deliverPayout, type Outcome } from "./deliver-payout.ts";
import type { Quote } from "./quote-payout.ts";
import { readUnanswered, type UnansweredPayout } from "./unanswered-payout.ts";
import { usePayoutCode } from "./use-payout-code.ts";

/** The payout request and the cost that the person confirms. */
export interface PricedOrder {
  order: PayoutOrder;
  /** What is sent: the order, or the saved beneficiary of whom the form has the data. */
  request: PayoutRequest;
  quote: Quote;
  /** Whether the payee is saved once the payout is sent. */
  saves?: boolean;
}

/** Why a code was rejected; a new object for each attempt. */
export interface CodeError {
  message: string;
  /** False if only the connection failed: the same code may still be valid. */
  wrong: boolean;
}

/** The current step: form → review → code or passkey → paying → sent, rejected or unanswered. */
export type Step = "form" | "review" | "code" | "passkey" | "paying" | "unanswered" | "rejected";

/** How a payment ended, for the page to show after the dialog has closed. */
export interface PaymentResult {
  outcome: Exclude<Outcome, { end: "unanswered" }>;
  payout: UnansweredPayout;
}

/** @param onApprovalRequired called with what the policy wants to be a payment request instead. */
export function usePayment(
  user: User,
  onPaid: (order: PayoutOrder) => void,
  onApprovalRequired: (pricedOrder: PricedOrder) => void,
) {
  const [step, setStep] = useState<Step>("form");
  const [pricedOrder, setPricedOrder] = useState<PricedOrder>();
  const [rejection, setRejection] = useState("");
  const [codeError, setCodeError] = useState<CodeError>();
  const payerId = personKey();
  const [unanswered, setUnanswered] = useState(() => readUnanswered(payerId));
  // Increases with each try with a passkey, which needs a new challenge; 0 for a code.
  const [passkeyTries, setPasskeyTries] = useState(0);
  const [isChecking, setIsChecking] = useState(unanswered !== null);
  const [result, setResult] = useState<PaymentResult>();
  // Closes the race between two presses: the second may come before the first has changed state.
  const busy = useRef(false);
  const sentKey = useRef<string>(undefined);

  /** The server rejects the payout before it is confirmed, by code or by passkey. */
  function reject(message: string, reason: string) {
    if (reason === "APPROVAL_REQUIRED" && pricedOrder) {
      setStep("form");
      onApprovalRequired(pricedOrder);
      return;
    }
    setRejection(message);
    setStep("rejected");
  }

  const code = usePayoutCode(user.phone, reject);

  const applyOutcome = useCallback(
    (payout: UnansweredPayout, outcome: Outcome) => {
      setUnanswered(outcome.end === "unanswered" ? payout : null);
      setStep((current) => nextStep(current, outcome));
      if (outcome.end === "unanswered") return;
      if (outcome.end === "rejected") setRejection(outcome.message);
      else {
        onPaid(payout.order);
        if (payout.saves)
          void import("./save-payee.ts").then(({ savePayee }) =>
            savePayee(payout.order, outcome.id),
          );
      }
      setResult({ outcome, payout });
    },
    [onPaid],
  );

  const deliverAgain = useCallback(
    async (payout: UnansweredPayout) => {
      const outcome = await deliverPayout(payout);
      setIsChecking(false);
      applyOutcome(payout, outcome);
    },
    [applyOutcome],
  );

  const checkAgain = useCallback(() => {
    if (!unanswered) return;
    setIsChecking(true);
    void deliverAgain(unanswered);
  }, [unanswered, deliverAgain]);

  // Repeats an unanswered payout once when the page opens …
  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current && unanswered) void deliverAgain(unanswered);
    opened.current = true;
  }, [unanswered, deliverAgain]);

  // Another tab sends one, or has its answer: they share the record. The tab that sent it asks under the
  // same key, so that its dialog and form end with the answer too.
  useEffect(() => {
    const follow = () => {
      const stored = readUnanswered(payerId);
      if (!stored && unanswered && unanswered.key === sentKey.current)
        void deliverAgain(unanswered);
      else setUnanswered(stored);
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [payerId, unanswered, deliverAgain]);

  // … and each time the connection returns.
  useEffect(() => {
    addEventListener("online", checkAgain);
    return () => removeEventListener("online", checkAgain);
  }, [checkAgain]);

  function review(next: PricedOrder) {
    setPricedOrder(next);
    setResult(undefined);
    setStep("review");
  }

  /** The review adds why it is repeated, and a payment advice; the order itself stays. */
  function changeRequest(part: Pick<PayoutRequest, "repeat_reason" | "send_advice">) {
    setPricedOrder((now) => now && { ...now, request: { ...now.request, ...part } });
  }

  function save(saves: boolean) {
    setPricedOrder((now) => now && { ...now, saves });
  }

  function confirm() {
    if (!pricedOrder) return;
    setCodeError(undefined);
    setPasskeyTries(0);
    setStep("code");
    void code.sendFirst(pricedOrder.request);
  }

  function confirmWithPasskey() {
    setPasskeyTries(1);
    setStep("passkey");
  }

  async function pay(otp: string) {
    if (!pricedOrder || busy.current) return;
    busy.current = true;
    setCodeError(undefined);
    setStep("paying");
    try {
      const { data } = await send(verifyPayoutOtp, { body: { mobile: user.phone, otp } });
      const payout: UnansweredPayout = {
        payerId,
        key: newKey(),
        order: pricedOrder.order,
        request: pricedOrder.request,
        saves: pricedOrder.saves,
        authorizationToken: data.authorization_token,
        at: Date.now(),
      };
      sentKey.current = payout.key;
      applyOutcome(payout, await deliverPayout(payout));
    } catch (error) {
      // Only the check of code or passkey throws; a sent payout always has an outcome.
      if (passkeyTries > 0) {
        toast.error(messageOf(error, t`We could not reach the server. Try again.`));
        setPasskeyTries((tries) => tries + 1);
        setStep("passkey");
        return;
      }
      const wrong = error instanceof ApiError;
      toast.error(wrong ? t`Invalid OTP. Please try again.` : t`Invalid OTP`);
      setCodeError({
        wrong,
        message: wrong
          ? messageOf(error, t`Invalid OTP`)
          : t`We could not reach the server. Try again.`,
      });
      setStep("code");
    } finally {
      busy.current = false;
    }
  }

  function close() {
    code.stop();
    setStep("form");
  }

  return {
    step,
    pricedOrder,
    code,
    codeError,
    rejection,
    unanswered,
    isChecking,
    result,
    review,
    changeRequest,
    save,
    confirm,
    confirmWithPasskey,
    passkeyTries,
    reject,
    pay,
    close,
    checkAgain,
  };
}

export type Payment = ReturnType<typeof usePayment>;

/** An open dialog shows the outcome; a closed one stays closed and the page shows it. */
function nextStep(current: Step, outcome: Outcome): Step {
  if (current !== "paying" && current !== "unanswered") return current;
  return outcome.end === "sent" ? "form" : outcome.end;
}
