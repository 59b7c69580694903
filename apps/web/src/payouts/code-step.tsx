import { codeForm } from "@rokad/contract/sign-in";
import { formatMoney } from "@rokad/money/format";
import { useState, type SubmitEvent } from "react";
import { SandboxCode } from "../shell/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { DialogBody } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useCountdown } from "../ui/use-countdown.ts";
import type { CodeError, Confirmed } from "./use-payment.ts";
import type { PayoutCode } from "./use-payout-code.ts";

interface CodeStepProps {
  mobile: string;
  confirmed: Confirmed;
  code: PayoutCode;
  /** Why the last code was not taken. */
  error: CodeError | undefined;
  paying: boolean;
  onPay: (otp: string) => void;
}

export function CodeStep({ mobile, confirmed, code, error, paying, onPay }: CodeStepProps) {
  const { order, quote } = confirmed;
  const [otp, setOtp] = useState("");
  const [touched, setTouched] = useState(false);
  // The server's word on a code ends with the next change of it.
  const [refused, setRefused] = useState<CodeError>();
  const [heard, setHeard] = useState<CodeError>();
  if (error !== heard) {
    setHeard(error);
    setRefused(error);
    if (error?.wrong) {
      setOtp("");
      setTouched(false);
    }
  }
  const parsed = codeForm.safeParse({ otp });
  const ownError = touched && !parsed.success ? parsed.error.issues[0]?.message : undefined;
  const total = code.sent?.quote?.total ?? quote.total;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setTouched(true);
    if (parsed.success) onPay(otp);
  }

  if (!code.sent) {
    return (
      <DialogBody className="grid justify-items-center gap-4 py-8 text-center">
        {code.failure ? (
          <>
            <Notice tone="bad" className="w-full text-left">
              {code.failure}
            </Notice>
            <Button variant="secondary" onClick={() => void code.sendFirst(order)}>
              Send OTP again
            </Button>
          </>
        ) : (
          <>
            <Spinner className="size-6 text-muted" />
            <p role="status" className="text-muted">
              Sending OTP...
            </p>
          </>
        )}
      </DialogBody>
    );
  }
  return (
    <DialogBody>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {total.amount !== quote.total.amount && (
          <Notice tone="warn" title="The charges have changed since you confirmed.">
            The total deduction is now {formatMoney(total)}.
          </Notice>
        )}
        <Field label="One-time code (OTP)" error={ownError ?? refused?.message}>
          <OtpInput
            // Anew after each try, so that it has the focus again.
            key={String(paying)}
            name="otp"
            value={otp}
            onValueChange={(next) => {
              setOtp(next);
              setRefused(undefined);
            }}
            onBlur={() => otp !== "" && setTouched(true)}
            disabled={paying}
          />
        </Field>
        {/* Anew for each code, so that it never offers the one before. */}
        <SandboxCode key={code.sent.number} mobile={mobile} purpose="payout" onFill={setOtp} />
        <Button
          type="submit"
          size="lg"
          wide
          disabled={otp === ""}
          busy={paying}
          busyLabel="Paying..."
        >
          Pay {formatMoney(total)}
        </Button>
        <ResendAfter
          key={`resend-${code.sent.number}`}
          waitSeconds={code.sent.waitSeconds}
          busy={code.sending}
          disabled={paying}
          onResend={() => {
            setOtp("");
            setTouched(false);
            void code.resend(order);
          }}
        />
      </form>
    </DialogBody>
  );
}

interface ResendAfterProps {
  waitSeconds: number;
  busy: boolean;
  disabled: boolean;
  onResend: () => void;
}

function ResendAfter({ waitSeconds, ...rest }: ResendAfterProps) {
  const [secondsLeft] = useCountdown(waitSeconds);
  return <Resend secondsLeft={secondsLeft} {...rest} />;
}
