import { mobileForm, sendOtp } from "@rokad/contract/sign-in";
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { isCompleteMobile, parseMobile } from "../api/parse-mobile.ts";

// The dialog's code loads while the user types the number.
const loadCodeDialog = () => import("./code-dialog.tsx");
const CodeDialog = lazy(async () => ({ default: (await loadCodeDialog()).CodeDialog }));

const resendSeconds = 30;
const PasskeySignIn = lazy(async () => ({
  default: (await import("./passkey-sign-in.tsx")).PasskeySignIn,
}));
// boot.js knows whether this browser can, at this address.
const hasPasskeys = "passkeys" in document.documentElement.dataset;

export function MobileForm() {
  const [mobile, setMobile] = useState("");
  const [touched, setTouched] = useState(false);
  const [sending, setSending] = useState(false);
  /** Set while the code dialog is open. */
  const [codeSent, setCodeSent] = useState<{ resendAfterSeconds: number } | null>(null);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // Only with a mouse: on a phone the focus would open the keyboard over the page.
  useEffect(() => {
    if (matchMedia("(hover: hover)").matches) input.current?.focus();
  }, []);

  const parsed = mobileForm.safeParse({ mobile });

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTouched(true);
    if (!parsed.success || sending) return;
    setSending(true);
    try {
      const { data } = await send(sendOtp, { body: { mobile } });
      toast.success(t`OTP sent successfully!`);
      openCodeDialog(data.resend_after_seconds);
    } catch (error) {
      toast.error(messageOf(error, t`Failed to send OTP`));
      // A code was already sent to this number, so the user can enter it.
      if (error instanceof ApiError && error.code === "OTP_TOO_SOON") {
        openCodeDialog(error.retryAfterSeconds ?? resendSeconds);
      }
    } finally {
      setSending(false);
    }
  }

  function openCodeDialog(resendAfterSeconds: number) {
    setCodeSent({ resendAfterSeconds });
    setOpen(true);
  }

  function change(text: string) {
    setMobile(parseMobile(text));
    void loadCodeDialog();
  }

  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-8 grid gap-5">
        <Field
          label={t`Mobile number`}
          hint={t`We'll text you a 6-digit one-time code.`}
          error={touched && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        >
          <TextInput
            ref={input}
            leading="+91"
            type="tel"
            name="mobile"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder="98765 43210"
            value={mobile}
            onChange={(event) => change(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text");
              if (!isCompleteMobile(pasted)) return;
              event.preventDefault();
              change(pasted);
            }}
            onBlur={(event) => {
              // Switching windows must not show an error.
              if (document.activeElement !== event.currentTarget) setTouched(true);
            }}
            readOnly={sending}
          />
        </Field>
        <Button
          type="submit"
          size="lg"
          wide
          disabled={mobile === ""}
          busy={sending}
          busyLabel={t`Sending OTP...`}
        >
          {t`Send OTP`}
        </Button>
        {hasPasskeys && (
          <Suspense fallback={<div className="h-11" />}>
            <PasskeySignIn />
          </Suspense>
        )}
      </form>
      <Suspense>
        {codeSent && (
          <CodeDialog
            mobile={mobile}
            resendAfterSeconds={codeSent.resendAfterSeconds}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setCodeSent(null)}
          />
        )}
      </Suspense>
    </>
  );
}
