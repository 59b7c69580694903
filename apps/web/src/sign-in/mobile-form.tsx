import { mobileForm, sendOtp } from "@rokad/contract/sign-in";
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { isWholeMobile, mobileIn } from "../api/typed-mobile.ts";

// The dialog's code comes while the number is being typed.
const loadCodeDialog = () => import("./code-dialog.tsx");
const CodeDialog = lazy(async () => ({ default: (await loadCodeDialog()).CodeDialog }));

const resendSeconds = 30;

export function MobileForm() {
  const [mobile, setMobile] = useState("");
  const [touched, setTouched] = useState(false);
  const [sending, setSending] = useState(false);
  /** While the code is asked for: how long until it may be sent again. */
  const [codeSent, setCodeSent] = useState<{ resendAfterSeconds: number } | null>(null);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // Where a pointer hovers there is a keyboard; on a phone one would cover the page unasked.
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
      toast.success("OTP sent successfully!");
      askForCode(data.resend_after_seconds);
    } catch (error) {
      toast.error(messageOf(error, "Failed to send OTP"));
      // One is on its way to this number already; let it be entered.
      if (error instanceof ApiError && error.code === "OTP_TOO_SOON") {
        askForCode(error.retryAfterSeconds ?? resendSeconds);
      }
    } finally {
      setSending(false);
    }
  }

  function askForCode(resendAfterSeconds: number) {
    setCodeSent({ resendAfterSeconds });
    setOpen(true);
  }

  function change(text: string) {
    setMobile(mobileIn(text));
    void loadCodeDialog();
  }

  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-8 grid gap-5">
        <Field
          label="Mobile number"
          hint="We'll text you a 6-digit one-time code."
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
              if (!isWholeMobile(pasted)) return;
              event.preventDefault();
              change(pasted);
            }}
            onBlur={(event) => {
              // Going to another window is no reason to complain on the way back.
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
          busyLabel="Sending OTP..."
        >
          Send OTP
        </Button>
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
