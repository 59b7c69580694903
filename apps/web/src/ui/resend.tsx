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
      Didn't get it?
      {secondsLeft > 0 ? (
        <span className="tabular-nums">Resend in {secondsLeft}s</span>
      ) : (
        <Button
          variant="link"
          size="text"
          onClick={onResend}
          busy={busy}
          busyLabel="Sending OTP..."
          {...(disabled && { disabled })}
        >
          Resend OTP
        </Button>
      )}
    </p>
  );
}
