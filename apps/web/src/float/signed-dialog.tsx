import { codeForm } from "@rokad/contract/sign-in";
import { useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, messageOf, type AskedPasskey } from "../api/api-error.ts";
import { askPasskey } from "../api/ask-passkey.ts";
import { useUser } from "../api/session.ts";
import { formatPhone } from "../common/people/person.ts";
import { useCanConfirm } from "../common/signing/use-can-confirm.ts";
import { SandboxCode } from "../common/simulation/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Details, type Detail } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { toast } from "../ui/toast.ts";
import { useCountdown } from "../ui/use-countdown.ts";

interface SignedDialogProps {
  title: string;
  description: string;
  /** The name of the action on the button that sends it. */
  action: string;
  danger?: boolean;
  open: boolean;
  onClose: () => void;
  /** Checks the fields and sends the code; null keeps the fields open with their messages. */
  onSendCode: () => Promise<{ resend_after_seconds: number } | null>;
  onConfirm: (otp: string) => Promise<void>;
  /** Shows the server's messages under the fields. @returns whether a field has one. */
  onFieldErrors: (error: unknown) => boolean;
  /** The values that the code confirms, shown instead of the fields once it is sent. */
  summary: () => readonly (Detail | false | undefined)[];
  /** The fields. */
  children: ReactNode;
}

/**
 * A dialog whose values are confirmed with a one-time code or a passkey. Going back to the fields voids
 * the code and the challenge.
 */
export function SignedDialog(props: SignedDialogProps) {
  const { title, description, action, danger = false, open, onClose, children } = props;
  const [otp, setOtp] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  const [busy, setBusy] = useState<"sending" | "saving" | null>(null);
  /** The challenge that a passkey answers, once the values are valid. */
  const [asked, setAsked] = useState<AskedPasskey>();
  const [secondsLeft, restart] = useCountdown(0);
  const canConfirm = useCanConfirm();
  const phone = useUser()?.phone ?? "";

  function back() {
    setIsSent(false);
    setAsked(undefined);
    setOtp("");
    setProblem(undefined);
  }

  async function sendCode() {
    setBusy("sending");
    try {
      const sent = await props.onSendCode();
      if (!sent) return;
      setProblem(undefined);
      setIsSent(true);
      restart(sent.resend_after_seconds);
    } catch (error) {
      if (!props.onFieldErrors(error)) toast.error(messageOf(error, "Failed to send OTP"));
    } finally {
      setBusy(null);
    }
  }

  async function reviewForPasskey() {
    setBusy("sending");
    try {
      setAsked(await askPasskey(props.onSendCode));
    } catch (error) {
      if (!props.onFieldErrors(error)) toast.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  }

  async function confirmWithPasskey(challenge: AskedPasskey) {
    setBusy("saving");
    const { describePasskeyError, proofFor } =
      await import("../common/signing/prove-with-passkey.ts");
    try {
      await props.onConfirm(await proofFor(challenge));
    } catch (error) {
      back();
      if (!props.onFieldErrors(error)) toast.error(describePasskeyError(error));
    } finally {
      setBusy(null);
    }
  }

  async function confirm() {
    const parsed = codeForm.safeParse({ otp });
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message);
      return;
    }
    setBusy("saving");
    try {
      await props.onConfirm(otp);
    } catch (error) {
      setOtp("");
      const codeProblem = error instanceof ApiError ? error.fields["otp"] : undefined;
      if (codeProblem) setProblem(codeProblem);
      else if (props.onFieldErrors(error)) back();
      else toast.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  }

  function busyLabel(): string {
    if (busy === "sending") return "Sending OTP...";
    return asked ? "Waiting for your passkey..." : "Saving...";
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (asked) void confirmWithPasskey(asked);
    else void (isSent ? confirm() : sendCode());
  }

  const isReview = isSent || asked !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      closable={busy === null}
      title={title}
      description={description}
    >
      <form className="contents" noValidate onSubmit={submit}>
        <DialogBody className="grid gap-4">
          {isReview ? <Details of={props.summary()} /> : children}
          {isSent && (
            <>
              <Field
                label="One-time code (OTP)"
                hint={`6 digits, from the SMS to ${formatPhone(phone)}`}
                error={problem}
              >
                <OtpInput
                  // A new key after each attempt moves the focus back into the field.
                  key={String(busy === "saving")}
                  name="otp"
                  value={otp}
                  onValueChange={setOtp}
                  disabled={busy === "saving"}
                />
              </Field>
              <SandboxCode mobile={phone} purpose="sign_in" onFill={setOtp} />
              <Resend
                secondsLeft={secondsLeft}
                onResend={() => void sendCode()}
                busy={busy === "sending"}
                disabled={busy === "saving"}
              />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={isReview ? back : onClose} disabled={busy !== null}>
            {isReview ? "Back" : "Cancel"}
          </Button>
          {canConfirm && !isReview && (
            <Button
              variant="secondary"
              disabled={busy !== null}
              onClick={() => void reviewForPasskey()}
            >
              Use passkey
            </Button>
          )}
          <Button
            type="submit"
            variant={danger && isReview ? "danger" : "primary"}
            disabled={isSent && otp === ""}
            busy={busy !== null}
            busyLabel={busyLabel()}
          >
            {isReview ? action : "Send OTP"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
