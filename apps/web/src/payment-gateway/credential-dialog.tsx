import {
  changeCredential,
  credentialValue,
  sendCredentialOtp,
  type Credential,
} from "@rokad/contract/credentials";
import { codeForm } from "@rokad/contract/sign-in";
import { useState, type SubmitEvent } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useUser } from "../api/session.ts";
import { formatPhone } from "../common/people/person.ts";
import { SandboxCode } from "../common/simulation/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { useCountdown } from "../ui/use-countdown.ts";

interface CredentialDialogProps {
  credential: Credential;
  /** Such as "RazorpayX Key secret". */
  label: string;
  removes: boolean;
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Takes the new value or confirms the removal, then takes the one-time code. */
export function CredentialDialog(props: CredentialDialogProps) {
  const { credential, label, removes, open, onClose, refresh } = props;
  const { name } = credential;
  const [value, setValue] = useState("");
  const [otp, setOtp] = useState("");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSent, setIsSent] = useState(false);
  const [busy, setBusy] = useState<"sending" | "saving" | null>(null);
  const [secondsLeft, restart] = useCountdown(0);
  // The time of the last change at opening: the server rejects the change if it differs.
  const [seen] = useState(credential.set_at);
  const phone = useUser()?.phone ?? "";

  async function sendCode() {
    const parsed = credentialValue.safeParse(value);
    if (!removes && !parsed.success) {
      setProblems({ value: parsed.error.issues[0]?.message ?? "" });
      return;
    }
    setProblems({});
    setBusy("sending");
    try {
      const { data } = await send(sendCredentialOtp, { params: { name } });
      setIsSent(true);
      restart(data.resend_after_seconds);
    } catch (error) {
      toast.error(messageOf(error, "Failed to send OTP"));
    } finally {
      setBusy(null);
    }
  }

  async function save() {
    const parsed = codeForm.safeParse({ otp });
    if (!parsed.success) {
      setProblems({ otp: parsed.error.issues[0]?.message ?? "" });
      return;
    }
    setBusy("saving");
    try {
      const body = { value: removes ? null : value, seen_set_at: seen, otp };
      const { message } = await send(changeCredential, { params: { name }, body });
      toast.success(message);
      refresh();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        setProblems(error.fields);
        setOtp("");
      } else {
        toast.error(messageOf(error));
        refresh();
      }
    } finally {
      setBusy(null);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void (isSent ? save() : sendCode());
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={value === ""}
      closable={busy === null}
      size="sm"
      title={removes ? `Remove ${label}?` : label}
      description={name}
    >
      <form className="contents" noValidate onSubmit={submit}>
        <DialogBody className="grid gap-4">
          {removes ? (
            <Notice tone="warn" title="Takes effect immediately">
              Calls that need it fail until it is set again.
            </Notice>
          ) : (
            <Field
              label="New value"
              required
              hint="Encrypted, and never shown again"
              error={problems["value"]}
            >
              <TextInput
                type="password"
                autoComplete="new-password"
                spellCheck={false}
                value={value}
                disabled={busy === "saving"}
                onChange={(event) => setValue(event.target.value)}
              />
            </Field>
          )}
          {isSent ? (
            <>
              <Field
                label="One-time code (OTP)"
                hint={`6 digits, from the SMS to ${formatPhone(phone)}`}
                error={problems["otp"]}
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
          ) : (
            <p className="text-dense text-muted">
              You confirm this change with a code sent to your mobile.
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={busy !== null}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={removes && isSent ? "danger" : "primary"}
            disabled={isSent ? otp === "" : !removes && value === ""}
            busy={busy !== null}
            busyLabel={busy === "saving" ? "Saving..." : "Sending OTP..."}
          >
            {isSent ? (removes ? "Remove" : "Save") : "Send OTP"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
