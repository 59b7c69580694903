import { codeForm } from "@rokad/contract/sign-in";
import { verifyStepUpCode } from "@rokad/contract/step-up";
import { useEffect, useState, type SubmitEvent } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import type { AskedSignature, Signature } from "../../api/step-up.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { OtpInput } from "../../ui/otp-input.tsx";
import { Resend } from "../../ui/resend.tsx";
import { toast } from "../../ui/toast.ts";
import { useCountdown } from "../../ui/use-countdown.ts";
import { LazyPasskeyButton } from "./lazy-passkey-button.tsx";
import { SandboxCode } from "../simulation/sandbox-code.tsx";

interface StepUpDialogProps {
  asked: AskedSignature;
  /** Until the next code can be sent; null before the first, for a person with a passkey. */
  waitSeconds: number | null;
  /** @returns the seconds to wait after this code. */
  sendCode: () => Promise<number>;
  /** True after `onEnd`. */
  isEnded: () => boolean;
  /** Called once: with the signature, or with undefined after Cancel. */
  onEnd: (signature: Signature | undefined) => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
}

/** Asks for the code or the passkey that signs one request, and says in words what it signs. */
export function StepUpDialog(props: StepUpDialogProps) {
  const { asked, waitSeconds, sendCode, isEnded, onEnd, onClosed } = props;
  // The signed request may close the dialog below, which hosts this one, before this one has closed:
  // the next host mounts it again.
  const [wasEnded] = useState(isEnded);
  const [open, setOpen] = useState(!wasEnded);
  const [otp, setOtp] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"sending" | "signing">();
  const [sentCount, setSentCount] = useState(0);
  const [isSent, setIsSent] = useState(waitSeconds !== null);
  const [secondsLeft, restart] = useCountdown(waitSeconds ?? 0);
  const phone = useUser()?.phone ?? "";

  useEffect(() => {
    if (wasEnded) onClosed();
  }, [wasEnded, onClosed]);

  function end(signature: Signature | undefined) {
    onEnd(signature);
    setOpen(false);
  }

  async function resend() {
    setBusy("sending");
    try {
      restart(await sendCode());
      setIsSent(true);
      setSentCount((count) => count + 1);
      setOtp("");
      setError(undefined);
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  async function sign(event: SubmitEvent) {
    event.preventDefault();
    const parsed = codeForm.safeParse({ otp });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setBusy("signing");
    try {
      await signWith(otp);
    } catch (failure) {
      setOtp("");
      setError(messageOf(failure, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(undefined);
    }
  }

  async function signWith(proof: string) {
    const { data } = await send(verifyStepUpCode, { body: { id: asked.id, otp: proof } });
    end({ token: data.token, isBatch: data.is_batch });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && end(undefined)}
      onClosed={onClosed}
      outsideCloses={false}
      hostsOverlay={false}
      closable={busy !== "signing"}
      size="sm"
      title={isSent ? t`Sign with a one-time code` : t`Sign this action`}
      description={
        isSent
          ? t`The code signs exactly this. Sent to ******${phone.slice(-4)}.`
          : t`Your passkey or code signs exactly this.`
      }
    >
      <form noValidate className="contents" onSubmit={(event) => void sign(event)}>
        <DialogBody className="grid gap-4">
          <p className="rounded-control border border-line bg-sunken px-3.5 py-3 text-sm font-medium break-words">
            {asked.summary}
          </p>
          {!isSent && (
            <>
              <LazyPasskeyButton wide request={sendCode} onProof={signWith} />
              <Button
                variant="secondary"
                wide
                busy={busy === "sending"}
                busyLabel={t`Sending OTP...`}
                onClick={() => void resend()}
              >
                {t`Send OTP instead`}
              </Button>
            </>
          )}
          {isSent && (
            <>
              <Field
                label={t`One-time code (OTP)`}
                // Takes the error's space, so that no button moves under a press.
                hint={t`6 digits, from the SMS`}
                error={error}
              >
                <OtpInput
                  // A new element after each attempt takes the focus again.
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
              <SandboxCode key={sentCount} mobile={phone} purpose="signature" onFill={setOtp} />
              <Resend
                secondsLeft={secondsLeft}
                busy={busy === "sending"}
                disabled={busy !== undefined}
                onResend={() => void resend()}
              />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button
            type="button"
            variant="secondary"
            disabled={busy === "signing"}
            onClick={() => end(undefined)}
          >
            {t`Cancel`}
          </Button>
          {isSent && (
            <Button
              type="submit"
              disabled={otp === ""}
              busy={busy === "signing"}
              busyLabel={t`Signing...`}
            >
              {t`Sign and continue`}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
