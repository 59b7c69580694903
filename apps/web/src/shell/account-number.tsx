import { revealAccountNumber } from "@rokad/contract/bank-account-reviews";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { toast } from "../ui/toast.ts";

/** The number of a bank account that a tenant wants whitelisted. */
export function AccountNumber({ of: id, masked }: { of: string; masked: string }) {
  const reveal = async () =>
    (await send(revealAccountNumber, { params: { id } })).data.account_number;
  return <MaskedNumber masked={masked} onReveal={reveal} />;
}

interface MaskedNumberProps {
  masked: string;
  /** Asks for the whole number. */
  onReveal: () => Promise<string>;
}

/** Masked, until a super admin asks for the whole number; the security log keeps who did. */
export function MaskedNumber({ masked, onReveal }: MaskedNumberProps) {
  const [whole, setWhole] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function reveal() {
    setBusy(true);
    try {
      setWhole(await onReveal());
    } catch (error) {
      toast.error(messageOf(error, "Failed to reveal the account number"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {whole === undefined ? masked : <Copyable value={whole} label="Account number" />}
      <Button
        variant="link"
        size="text"
        busy={busy}
        aria-label={`${whole === undefined ? "Reveal" : "Hide"} account number ${masked}`}
        title={whole === undefined ? "The security log keeps who looked" : undefined}
        onClick={() => (whole === undefined ? void reveal() : setWhole(undefined))}
      >
        {whole === undefined ? "Reveal" : "Hide"}
      </Button>
    </span>
  );
}
