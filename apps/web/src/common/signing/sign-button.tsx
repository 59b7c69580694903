import { useState } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";

interface SignButtonProps {
  label: string;
  /** "danger" by default: it moves money. */
  variant?: "primary" | "danger";
  /** Sends the request. The dialog that signs it opens above the page. */
  onSign: () => Promise<void>;
}

/** Carries out what is shown above, which the person signs with a code or a passkey. */
export function SignButton({ label, variant = "danger", onSign }: SignButtonProps) {
  const [busy, setBusy] = useState(false);

  async function sign() {
    setBusy(true);
    try {
      await onSign();
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      wide
      variant={variant}
      busy={busy}
      busyLabel={t`Signing...`}
      onClick={() => void sign()}
    >
      {label}
    </Button>
  );
}
