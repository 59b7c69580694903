import { codeForm } from "@rokad/contract/sign-in";
import { formatMoney } from "@rokad/money/format";
import { useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { SandboxCode } from "../common/simulation/sandbox-code.tsx";
import { Button } from "../ui/button.tsx";
import { DialogBody } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { Resend } from "../ui/resend.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useCountdown } from "../ui/use-countdown.ts";
import type { CodeError, PricedOrder } from "./use-payment.ts";
import type { PayoutCode } from "./use-payout-code.ts";

interface CodeStepProps {
  mobile: string;
  pricedOrder: PricedOrder;
  code: PayoutCode;
  /** Why the last code was rejected. */
  error: CodeError | undefined;
  paying: boolean;
  onPay: (otp: string) => void;
}

export function CodeStep({ mobile, pricedOrder, code, error, paying, onPay }: CodeStepProps) {
  const { request, quote } = pricedOrder;
  const [otp, setOtp] = useState("");
  const [isTouched, setIsTouched] = useState(false);
  // The server's error disappears when the person edits the code.
  const [shownError, setShownError] = useState<CodeError>();
  const [lastError, setLastError] = useState<CodeError>();
  if (error !== lastError) {
    setLastError(error);
    setShownError(error);
    if (error?.wrong) {
      setOtp("");
      setIsTouched(false);
    }
  }
  const parsed = codeForm.safeParse({ otp });
  const formatError = isTouched && !parsed.success ? parsed.error.issues[0]?.message : undefined;
  const total = code.sentCode?.quote?.total ?? quote.total;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsTouched(true);
    if (parsed.success) onPay(otp);
  }

  if (!code.sentCode) {
    return (
      <DialogBody className="grid justify-items-center gap-4 py-8 text-center">
        {code.failure ? (
          <>
            <Notice tone="bad" className="w-full text-left">
              {code.failure}
            </Notice>
            <Button variant="secondary" onClick={() => void code.sendFirst(request)}>
              {t`Send OTP again`}
            </Button>
          </>
        ) : (
          <>
            <Spinner className="size-6 text-muted" />
            <p role="status" className="text-muted">
              {t`Sending OTP...`}
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
          <Notice tone="warn" title={t`The charges changed after you confirmed.`}>
            {t`The total deduction is now ${formatMoney(total)}.`}
          </Notice>
        )}
        <Field
          label={t`One-time code (OTP)`}
          // Takes the error's space, so that no button moves under a press.
          hint={t`6 digits, from the SMS`}
          error={formatError ?? shownError?.message}
        >
          <OtpInput
            // A new element after each attempt takes the focus again.
            key={String(paying)}
            name="otp"
            value={otp}
            onValueChange={(next) => {
              setOtp(next);
              setShownError(undefined);
            }}
            onBlur={() => setIsTouched(true)}
            disabled={paying}
          />
        </Field>
        {/* A new element for each code, so that it never shows the previous one. */}
        <SandboxCode key={code.sentCode.number} mobile={mobile} purpose="payout" onFill={setOtp} />
        <Button
          type="submit"
          size="lg"
          wide
          disabled={otp === ""}
          busy={paying}
          busyLabel={t`Paying...`}
        >
          {t`Pay ${formatMoney(total)}`}
        </Button>
        <ResendAfter
          key={`resend-${code.sentCode.number}`}
          waitSeconds={code.sentCode.waitSeconds}
          busy={code.sending}
          disabled={paying}
          onResend={() => {
            setOtp("");
            setIsTouched(false);
            void code.resend(request);
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
