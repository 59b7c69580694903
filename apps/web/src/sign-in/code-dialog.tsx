import { codeForm, sendOtp, verifyOtp } from "@rokad/contract/sign-in";
import { useRouter } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { takeDestination } from "../api/destination.ts";
import { startSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { readablePhone } from "../shell/person.ts";
import { SandboxCode } from "../shell/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { toast } from "../ui/toast.ts";
import { useCountdown } from "../ui/use-countdown.ts";

interface CodeDialogProps {
  mobile: string;
  resendAfterSeconds: number;
  open: boolean;
  /** "Change number": the countdown goes with the dialog. */
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
  const [typed, setTyped] = useState(false);
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState<"verifying" | "sending" | null>(null);
  const [secondsLeft, restart] = useCountdown(resendAfterSeconds);
  const router = useRouter();
  const parsed = codeForm.safeParse({ otp });

  async function verify(event: SubmitEvent) {
    event.preventDefault();
    setTouched(true);
    if (!parsed.success || busy) return;
    setBusy("verifying");
    try {
      const { data } = await send(verifyOtp, { body: { mobile, otp } });
      startSession(data);
      toast.success("Login successful!");
      router.history.replace(takeDestination(paths.dashboard));
    } catch (error) {
      toast.error(messageOf(error, "Invalid OTP"));
      // A refused code is typed anew; one that never arrived may still be right.
      if (error instanceof ApiError) startOver();
      setBusy(null);
    }
  }

  function startOver() {
    setOtp("");
    setTyped(false);
    setTouched(false);
  }

  async function resend() {
    setBusy("sending");
    try {
      const { data } = await send(sendOtp, { body: { mobile } });
      toast.success("OTP resent successfully!");
      restart(data.resend_after_seconds);
    } catch (error) {
      toast.error(messageOf(error, "Failed to resend OTP"));
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
      title="Enter the code"
      description={
        <>
          We sent a 6-digit code to{" "}
          <span className="font-medium whitespace-nowrap text-text tabular-nums">
            {readablePhone(mobile)}
          </span>
          .{" "}
          <Button variant="link" size="text" onClick={onClose} disabled={busy === "verifying"}>
            Change number
          </Button>
        </>
      }
    >
      <DialogBody>
        <form onSubmit={(event) => void verify(event)} noValidate className="grid gap-4">
          <Field
            label="One-time code (OTP)"
            // Where the complaint will stand, so that no button moves away under a press.
            hint="6 digits, from the SMS"
            error={touched && !parsed.success ? parsed.error.issues[0]?.message : undefined}
          >
            <OtpInput
              // Anew after each try, so that it has the focus again.
              key={String(busy === "verifying")}
              name="otp"
              value={otp}
              onValueChange={(value) => {
                setOtp(value);
                setTyped(true);
              }}
              // The page itself put the focus here; leaving without a digit is no mistake yet.
              onBlur={() => typed && setTouched(true)}
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
            busyLabel="Verifying..."
          >
            Verify
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
