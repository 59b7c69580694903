import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { cn } from "./class-names.ts";
import { copyText } from "./copy-text.ts";
import { toast } from "./toast.ts";

interface CopyButtonProps {
  value: string;
  /** "Account number": the toast says "Account number copied to clipboard". */
  label: string;
  className?: string;
}

export function CopyButton({ value, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyText(value)) {
      setCopied(true);
      toast.success(t`${label} copied to clipboard`);
    } else toast.error(t`This browser does not allow copying`);
  }

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={t`Copy ${label}`}
      title={t`Copy ${label}`}
      onClick={(event) => {
        // In a clickable row this press only copies.
        event.stopPropagation();
        void copy();
      }}
      className={cn(
        "-my-1 inline-flex size-7 shrink-0 md:size-6 items-center justify-center rounded-md text-muted transition-colors duration-150 hover:bg-hover hover:text-text",
        className,
      )}
    >
      <Icon aria-hidden className={cn("size-3.5", copied && "text-good")} />
    </button>
  );
}
