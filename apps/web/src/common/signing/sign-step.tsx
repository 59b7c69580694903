import { limits } from "@rokad/contract/limits";
import { codeForm } from "@rokad/contract/sign-in";
import { useState } from "react";
import { t } from "../../language.ts";
import { ApiError, messageOf, NoAnswerError } from "../../api/api-error.ts";
import { LazyPasskeyButton } from "./lazy-passkey-button.tsx";
import { SandboxCode } from "../simulation/sandbox-code.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { OtpInput } from "../../ui/otp-input.tsx";
import { Resend } from "../../ui/resend.tsx";
import { toast } from "../../ui/toast.ts";
import { useCountdown } from "../../ui/use-countdown.ts";

const noResponse = t`No response yet. Try again: it will not be sent twice.`;

interface SignStepProps {
  mobile: string;
  requestLabel: string;
  signLabel: string;
  /** Sends the OTP that signs exactly this; its error is shown. Undefined sends none. */
  requestCode: () => Promise<{ data: { resend_after_seconds: number } } | undefined>;
  onSign: (otp: string) => Promise<void>;
}

/**
 * Signs a payment: sends an OTP for exactly this one and asks for it, or asks for a passkey.
 */
export function SignStep(props: SignStepProps) {
  const { mobile, requestLabel, signLabel, requestCode, onSign } = props;
  const [sentCount, setSentCount] = useState(0);
  const [otp, setOtp] = useState("");
  const [busy, setBusy] = useState<"sending" | "signing">();
  const [error, setError] = useState<string>();
  const [secondsLeft, restart] = useCountdown(0);

  async function sendCode() {
    setBusy("sending");
    try {
      const answer = await requestCode();
      if (answer) askFor(answer.data.resend_after_seconds);
    } catch (failure) {
      // The same code was sent before, and its answer was lost or this step was left.
      if (failure instanceof ApiError && failure.code === "OTP_TOO_SOON")
        askFor(failure.retryAfterSeconds ?? limits.otpResendSeconds);
      else toast.error(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  function askFor(waitSeconds: number) {
    setSentCount((count) => count + 1);
    setOtp("");
    setError(undefined);
    restart(waitSeconds);
  }

  async function sign() {
    const parsed = codeForm.safeParse({ otp });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setBusy("signing");
    setError(undefined);
    try {
      await onSign(otp);
    } catch (failure) {
      const isSilent = failure instanceof NoAnswerError;
      // The same code again, because it may not have arrived.
      if (!isSilent) setOtp("");
      setError(isSilent ? noResponse : messageOf(failure));
      if (failure instanceof ApiError && failure.status === 409) toast.error(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  async function signWithPasskey(proof: string) {
    try {
      await onSign(proof);
    } catch (failure) {
      if (!(failure instanceof NoAnswerError)) throw failure;
      toast.error(noResponse);
    }
  }

  if (sentCount === 0) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={busy === "sending"}
          busyLabel={t`Sending OTP...`}
          onClick={() => void sendCode()}
        >
          {requestLabel}
        </Button>
        <LazyPasskeyButton
          size="sm"
          variant="secondary"
          request={requestCode}
          onProof={signWithPasskey}
        />
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void sign();
      }}
    >
      <Field label={t`One-time code (OTP)`} error={error}>
        <OtpInput
          key={String(busy === "signing")}
          name="otp"
          value={otp}
          onValueChange={(next) => {
            setOtp(next);
            setError(undefined);
          }}
          disabled={busy === "signing"}
        />
      </Field>
      <SandboxCode key={sentCount} mobile={mobile} purpose="payout" onFill={setOtp} />
      <Button
        type="submit"
        wide
        disabled={otp === ""}
        busy={busy === "signing"}
        busyLabel={t`Sending...`}
      >
        {signLabel}
      </Button>
      <Resend
        secondsLeft={secondsLeft}
        busy={busy === "sending"}
        disabled={busy !== undefined}
        onResend={() => void sendCode()}
      />
    </form>
  );
}
