import { t } from "../language.ts";
import { Button } from "./button.tsx";

interface ResendProps {
  secondsLeft: number;
  onResend: () => void;
  busy: boolean;
  disabled?: boolean;
}

/** "Resend in 29s", then the button. Both have one height, so the layout stays still. */
export function Resend({ secondsLeft, onResend, busy, disabled }: ResendProps) {
  return (
    <p className="flex h-8 items-center justify-center gap-1.5 text-dense text-muted">
      {t`Didn't get it?`}
      {secondsLeft > 0 ? (
        <span className="tabular-nums">{t`Resend in ${secondsLeft}s`}</span>
      ) : (
        <Button
          variant="link"
          size="text"
          onClick={onResend}
          busy={busy}
          busyLabel={t`Sending OTP...`}
          {...(disabled && { disabled })}
        >
          {t`Resend OTP`}
        </Button>
      )}
    </p>
  );
}
