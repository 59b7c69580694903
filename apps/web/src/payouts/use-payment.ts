import type { PayoutOrder } from "@rokad/contract/payout-form";
import { verifyPayoutOtp } from "@rokad/contract/payouts";
import type { User } from "@rokad/contract/sign-in";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { newKey } from "../api/idempotency.ts";
import { toast } from "../ui/toast.ts";
import { deliverPayout, type Outcome } from "./deliver-payout.ts";
import type { Quote } from "./quote.ts";
import { readUnanswered, type UnansweredPayout } from "./unanswered-payout.ts";
import { usePayoutCode } from "./use-payout-code.ts";

/** What is being paid, as it was confirmed. */
export interface Confirmed {
  order: PayoutOrder;
  quote: Quote;
}

/** Why a code was not taken; a new object for each try. */
export interface CodeError {
  message: string;
  /** False when only the connection failed: the same code may still do. */
  wrong: boolean;
}

/** Where a payment stands: form → review → code → paying → sent, refused or unheard. */
export type Step = "form" | "review" | "code" | "paying" | "unheard" | "refused";

/** How a payment ended, for the page to tell after the dialog has gone. */
export interface Ending {
  outcome: Exclude<Outcome, { end: "unheard" }>;
  payout: UnansweredPayout;
}

export function usePayment(user: User, onPaid: () => void) {
  const [step, setStep] = useState<Step>("form");
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [refusal, setRefusal] = useState("");
  const [codeError, setCodeError] = useState<CodeError>();
  const [unanswered, setUnanswered] = useState(() => readUnanswered(user.id));
  const [asking, setAsking] = useState(unanswered !== null);
  const [ending, setEnding] = useState<Ending>();
  // A second press in the same moment comes before the first has changed any state.
  const busy = useRef(false);

  const code = usePayoutCode(user.phone, (message) => {
    setRefusal(message);
    setStep("refused");
  });

  const settle = useCallback(
    (payout: UnansweredPayout, outcome: Outcome) => {
      setUnanswered(outcome.end === "unheard" ? payout : null);
      setStep((current) => nextStep(current, outcome));
      if (outcome.end === "unheard") return;
      if (outcome.end === "refused") setRefusal(outcome.message);
      else onPaid();
      setEnding({ outcome, payout });
    },
    [onPaid],
  );

  const hear = useCallback(
    async (payout: UnansweredPayout) => {
      const outcome = await deliverPayout(payout);
      setAsking(false);
      settle(payout, outcome);
    },
    [settle],
  );

  const checkAgain = useCallback(() => {
    if (!unanswered) return;
    setAsking(true);
    void hear(unanswered);
  }, [unanswered, hear]);

  // What an earlier page left unanswered is asked about once, when this one opens …
  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current && unanswered) void hear(unanswered);
    opened.current = true;
  }, [unanswered, hear]);

  // … and whenever the connection comes back.
  useEffect(() => {
    addEventListener("online", checkAgain);
    return () => removeEventListener("online", checkAgain);
  }, [checkAgain]);

  function review(next: Confirmed) {
    setConfirmed(next);
    setEnding(undefined);
    setStep("review");
  }

  function confirm() {
    if (!confirmed) return;
    setCodeError(undefined);
    setStep("code");
    void code.sendFirst(confirmed.order);
  }

  async function pay(otp: string) {
    if (!confirmed || busy.current) return;
    busy.current = true;
    setCodeError(undefined);
    setStep("paying");
    try {
      const { data } = await send(verifyPayoutOtp, { body: { mobile: user.phone, otp } });
      const payout: UnansweredPayout = {
        payerId: user.id,
        key: newKey(),
        order: confirmed.order,
        authorizationToken: data.authorization_token,
        at: Date.now(),
      };
      settle(payout, await deliverPayout(payout));
    } catch (error) {
      // Only the code's check throws; what was sent always has an outcome.
      const wrong = error instanceof ApiError;
      if (wrong) toast.error("Invalid OTP. Please try again.");
      setCodeError({
        wrong,
        message: wrong
          ? messageOf(error, "Invalid OTP")
          : "We did not reach the server. Please try again.",
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
    confirmed,
    code,
    codeError,
    refusal,
    unanswered,
    asking,
    ending,
    review,
    confirm,
    pay,
    close,
    checkAgain,
  };
}

export type Payment = ReturnType<typeof usePayment>;

/** An open dialog follows the outcome; a closed one stays closed and the page tells. */
function nextStep(current: Step, outcome: Outcome): Step {
  if (current !== "paying" && current !== "unheard") return current;
  return outcome.end === "sent" ? "form" : outcome.end;
}
