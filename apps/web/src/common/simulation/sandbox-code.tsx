import { listSandboxMessages } from "@rokad/contract/sandbox";
import { MessageSquareCode } from "lucide-react";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";

/** The kinds of text in which a code arrives. A signature's text names what it signs. */
const texts = {
  sign_in: ["sign_in"],
  payout: ["payout"],
  signature: ["signature", "decision", "approval", "approvals"],
} as const satisfies Record<string, readonly string[]>;

interface SandboxCodeProps {
  mobile: string;
  purpose: keyof typeof texts;
  onFill: (code: string) => void;
}

/**
 * Shows the code that an SMS would contain, to try the console without an SMS gateway. With a real
 * gateway the call returns 404 and nothing is shown.
 */
export function SandboxCode({ mobile, purpose, onFill }: SandboxCodeProps) {
  const { data } = useApi(listSandboxMessages, { query: { mobile } }, { pollSeconds: 2 });
  const kinds: readonly string[] = texts[purpose];
  const code = data?.data.find((message) => kinds.includes(message.purpose))?.code;
  if (!code) return null;
  return (
    <div className="flex items-center gap-2.5 rounded-control border border-dashed border-info-line bg-info-soft py-1.5 pr-1.5 pl-3 text-dense text-info">
      <MessageSquareCode aria-hidden className="size-4 shrink-0" />
      <p className="flex-1">
        {t`Sandbox code`}{" "}
        <strong className="font-semibold tracking-wider tabular-nums">{code}</strong>
      </p>
      <Button variant="secondary" size="sm" onClick={() => onFill(code)}>
        {t`Fill`}
      </Button>
    </div>
  );
}
