import { CloudAlert, RotateCw } from "lucide-react";
import { t } from "../language.ts";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";

interface ErrorPanelProps {
  /** The page's message: "Failed to load payouts". */
  message: string;
  /** The server's message, if it adds anything. */
  detail?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
  busy?: boolean;
  className?: string;
}

export function ErrorPanel(props: ErrorPanelProps) {
  const { message, detail, onRetry, retryLabel = t`Retry`, busy = false, className } = props;
  return (
    <div
      role="alert"
      className={cn("flex flex-col items-center px-6 py-10 text-center", className)}
    >
      <span
        aria-hidden
        className="mb-4 flex size-11 items-center justify-center rounded-full border border-bad-line bg-bad-soft text-bad"
      >
        <CloudAlert className="size-5" />
      </span>
      <p className="text-[15px] font-semibold">{message}</p>
      {detail && detail !== message && <p className="mt-1 max-w-md text-sm text-muted">{detail}</p>}
      {onRetry && (
        <Button
          variant="secondary"
          className="mt-5"
          icon={<RotateCw />}
          busy={busy}
          onClick={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
