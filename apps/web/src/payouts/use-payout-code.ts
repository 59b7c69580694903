import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sendPayoutOtp } from "@rokad/contract/payouts";
import { useRef, useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { toast } from "../ui/toast.ts";

interface Sent {
  /** Counts the sends, so that each starts its countdown anew. */
  number: number;
  waitSeconds: number;
  /** What the server will take with this code. */
  quote: Answer<typeof sendPayoutOtp>["data"]["quote"] | undefined;
}

/**
 * The code for exactly one payout: sent when the payout is confirmed, and again on request.
 * @param onRefused the server would not make this payout, so it sent no code.
 */
export function usePayoutCode(mobile: string, onRefused: (message: string) => void) {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState<string>();
  // An answer that comes after Cancel belongs to nobody.
  const run = useRef(0);

  async function sendFor(order: PayoutOrder, isFirst: boolean) {
    const mine = ++run.current;
    if (isFirst) setSent(undefined);
    setFailure(undefined);
    setSending(true);
    const note = (waitSeconds: number, quote?: Sent["quote"]) =>
      setSent((before) => ({
        number: (before?.number ?? 0) + 1,
        waitSeconds,
        quote: quote ?? before?.quote,
      }));
    try {
      const { data } = await send(sendPayoutOtp, { body: { mobile, payout: order } });
      if (mine !== run.current) return;
      note(data.resend_after_seconds, data.quote);
      if (!isFirst) toast.success("OTP resent successfully!");
    } catch (error) {
      if (mine !== run.current) return;
      // The one that was sent a moment ago is still good.
      if (error instanceof ApiError && error.code === "OTP_TOO_SOON") {
        note(error.retryAfterSeconds ?? limits.otpResendSeconds);
      } else if (!isFirst) toast.error(messageOf(error, "Failed to resend OTP"));
      // Nothing is wrong with the payout: the code is asked for again from where one is.
      else if (error instanceof ApiError && error.code === "SMS_NOT_SENT")
        setFailure(error.message);
      else if (error instanceof ApiError) onRefused(messageOf(error, "Failed to send OTP"));
      else setFailure("We did not reach the server, so no code was sent.");
    } finally {
      if (mine === run.current) setSending(false);
    }
  }

  return {
    sending,
    sent,
    failure,
    sendFirst: (order: PayoutOrder) => sendFor(order, true),
    resend: (order: PayoutOrder) => sendFor(order, false),
    stop: () => {
      run.current++;
      setSending(false);
    },
  };
}

export type PayoutCode = ReturnType<typeof usePayoutCode>;
