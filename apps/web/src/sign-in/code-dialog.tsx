import { codeForm, otpStatus, sendOtp } from "@rokad/contract/sign-in";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { formatPhone } from "../common/people/person.ts";
import { SandboxCode } from "../common/simulation/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { toast } from "../ui/toast.ts";
import { useCountdown } from "../ui/use-countdown.ts";

/** A little after the moments at which the answer can change. */
const statusSeconds = [5.2, 10.2, 20.2];

interface CodeDialogProps {
  mobile: string;
  resendAfterSeconds: number;
  open: boolean;
  /** Also for "Change number": the dialog's countdown ends with it. */
  onClose: () => void;
  onClosed: () => void;
}

export function CodeDialog({
  mobile,
  resendAfterSeconds,
  open,
  onClose,
  onClosed,
}: CodeDialogProps) {
  const [otp, setOtp] = useState("");
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState<"verifying" | "sending" | null>(null);
  const [secondsLeft, restart] = useCountdown(resendAfterSeconds);
  // A new object for each request of a code.
  const [request, setRequest] = useState({ mobile });
  const router = useRouter();
  const parsed = codeForm.safeParse({ otp });

  // The server answers before the text is sent, and says later whether it could not be.
  useEffect(() => {
    if (!open) return;
    let isOver = false;
    const check = async () => {
      const answer = await send(otpStatus, { body: request }).catch(() => undefined);
      if (isOver || answer?.data.delivery !== "not_sent") return;
      isOver = true;
      restart(0);
      toast.error(
        t`We could not send the text message, and the attempt was not counted. Please try again.`,
      );
    };
    const timers = statusSeconds.map((seconds) => setTimeout(() => void check(), seconds * 1_000));
    return () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [open, request, restart]);

  async function verify(event: SubmitEvent) {
    event.preventDefault();
    setTouched(true);
    if (!parsed.success || busy) return;
    setBusy("verifying");
    try {
      const { signIn, enter } = await import("./enter.ts");
      enter(await signIn(mobile, otp), router.history);
    } catch (error) {
      toast.error(messageOf(error, t`Invalid OTP`));
      // A rejected code is cleared. Without a response it may still be valid, so it stays.
      if (error instanceof ApiError) clearCode();
      setBusy(null);
    }
  }

  function clearCode() {
    setOtp("");
    setTouched(false);
  }

  async function resend() {
    setBusy("sending");
    try {
      const { data } = await send(sendOtp, { body: { mobile } });
      toast.success(t`OTP resent successfully!`);
      restart(data.resend_after_seconds);
      setRequest({ mobile });
    } catch (error) {
      toast.error(messageOf(error, t`Failed to resend OTP`));
    } finally {
      setBusy(null);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={onClosed}
      outsideCloses={false}
      closable={busy !== "verifying"}
      size="sm"
      title={t`Enter the code`}
      description={
        <>
          {t`We sent a 6-digit code to ${(
            <span className="font-medium whitespace-nowrap text-text tabular-nums">
              {formatPhone(mobile)}
            </span>
          )}.`}{" "}
          <Button variant="link" size="text" onClick={onClose} disabled={busy === "verifying"}>
            {t`Change number`}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form onSubmit={(event) => void verify(event)} noValidate className="grid gap-4">
          <Field
            label={t`One-time code (OTP)`}
            // Takes the error's space, so that no button moves under a press.
            hint={t`6 digits, from the SMS`}
            error={touched && !parsed.success ? parsed.error.issues[0]?.message : undefined}
          >
            <OtpInput
              // Remounts after each attempt, so that it gets the focus again.
              key={String(busy === "verifying")}
              name="otp"
              value={otp}
              onValueChange={setOtp}
              onBlur={() => setTouched(true)}
              disabled={busy === "verifying"}
            />
          </Field>
          <SandboxCode mobile={mobile} purpose="sign_in" onFill={setOtp} />
          <Button
            type="submit"
            size="lg"
            wide
            disabled={otp === ""}
            busy={busy === "verifying"}
            busyLabel={t`Verifying...`}
          >
            {t`Verify`}
          </Button>
          <Resend
            secondsLeft={secondsLeft}
            onResend={() => void resend()}
            busy={busy === "sending"}
            disabled={busy === "verifying"}
          />
        </form>
      </DialogBody>
    </Dialog>
  );
}
