import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { PayoutRequest } from "@rokad/contract/payout-form";
import { sendPayoutOtp } from "@rokad/contract/payouts";
import { useRef, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { toast } from "../ui/toast.ts";

interface SentCode {
  /** Increases with each code sent, so that each restarts the countdown. */
  number: number;
  waitSeconds: number;
  /** The cost that the server charges with this code. */
  quote: Answer<typeof sendPayoutOtp>["data"]["quote"] | undefined;
}

const mayRepeat: ReadonlySet<string> = new Set(["SMS_NOT_SENT", "TOO_MANY_REQUESTS"]);

/**
 * Sends the OTP for one payout: when it is confirmed, and again on request.
 * @param onRejected called if the server rejects the payout and sends no OTP.
 */
export function usePayoutCode(mobile: string, onRejected: (message: string, code: string) => void) {
  const [sending, setSending] = useState(false);
  const [sentCode, setSentCode] = useState<SentCode>();
  const [failure, setFailure] = useState<string>();
  // Increases with each call and with Cancel, so that a late answer is dropped.
  const latestCall = useRef(0);

  async function sendFor(order: PayoutRequest, isFirst: boolean) {
    const thisCall = ++latestCall.current;
    if (isFirst) setSentCode(undefined);
    setFailure(undefined);
    setSending(true);
    const recordCode = (waitSeconds: number, quote?: SentCode["quote"]) =>
      setSentCode((before) => ({
        number: (before?.number ?? 0) + 1,
        waitSeconds,
        quote: quote ?? before?.quote,
      }));
    try {
      const { data } = await send(sendPayoutOtp, { body: { mobile, payout: order } });
      if (thisCall !== latestCall.current) return;
      recordCode(data.resend_after_seconds, data.quote);
      if (!isFirst) toast.success(t`OTP resent successfully!`);
    } catch (error) {
      if (thisCall !== latestCall.current) return;
      // The previous code is still valid.
      if (error instanceof ApiError && error.code === "OTP_TOO_SOON") {
        recordCode(error.retryAfterSeconds ?? limits.otpResendSeconds);
      } else if (!isFirst) toast.error(messageOf(error, t`Failed to resend OTP`));
      // The payout itself is valid: the person can request the code again from this step.
      else if (error instanceof ApiError && mayRepeat.has(error.code)) setFailure(error.message);
      else if (error instanceof ApiError)
        onRejected(messageOf(error, t`Failed to send OTP`), error.code);
      else setFailure(t`We could not reach the server, so no OTP was sent.`);
    } finally {
      if (thisCall === latestCall.current) setSending(false);
    }
  }

  return {
    sending,
    sentCode,
    failure,
    sendFirst: (order: PayoutRequest) => sendFor(order, true),
    resend: (order: PayoutRequest) => sendFor(order, false),
    stop: () => {
      latestCall.current++;
      setSending(false);
    },
  };
}

export type PayoutCode = ReturnType<typeof usePayoutCode>;
