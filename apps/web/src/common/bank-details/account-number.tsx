import { revealAccountNumber } from "@rokad/contract/bank-account-reviews";
import type { revealCreditSender } from "@rokad/contract/suspense";
import { useState } from "react";
import { t } from "../../super-admin-language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { toast } from "../../ui/toast.ts";

/** The number of a bank account under review. */
export function AccountNumber({ of: id, masked }: { of: string; masked: string }) {
  const reveal = async () =>
    (await send(revealAccountNumber, { params: { id } })).data.account_number;
  return <MaskedNumber masked={masked} onReveal={reveal} />;
}

interface MaskedNumberProps {
  masked: string;
  /** Fetches the full number. */
  onReveal: () => Promise<string>;
}

/** A masked number that a super admin can reveal; the security log records each reveal. */
export function MaskedNumber({ masked, onReveal }: MaskedNumberProps) {
  const [fullNumber, setFullNumber] = useState<string>();
  const [busy, setBusy] = useState(false);
  const canReveal = useMay<typeof revealAccountNumber | typeof revealCreditSender>("operate");

  async function reveal() {
    setBusy(true);
    try {
      setFullNumber(await onReveal());
    } catch (error) {
      toast.error(messageOf(error, t`Failed to reveal the account number`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {fullNumber === undefined ? (
        masked
      ) : (
        <Copyable value={fullNumber} label={t`Account number`} />
      )}
      {canReveal && (
        <Button
          variant="link"
          size="text"
          busy={busy}
          aria-label={
            fullNumber === undefined
              ? t`Reveal account number ${masked}`
              : t`Hide account number ${masked}`
          }
          title={fullNumber === undefined ? t`Recorded in the security log` : undefined}
          onClick={() => (fullNumber === undefined ? void reveal() : setFullNumber(undefined))}
        >
          {fullNumber === undefined ? t`Reveal` : t`Hide`}
        </Button>
      )}
    </span>
  );
}
