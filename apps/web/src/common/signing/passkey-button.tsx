import { KeyRound } from "lucide-react";
import { useState } from "react";
import { t } from "../../language.ts";
import { askPasskey } from "../../api/ask-passkey.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { describePasskeyError, proofFor } from "./prove-with-passkey.ts";
import { useCanConfirm } from "./use-can-confirm.ts";

interface PasskeyButtonProps extends Pick<ButtonProps, "size" | "wide" | "variant" | "disabled"> {
  label?: string;
  /** Requests the code of exactly what is shown: with a passkey, its challenge comes instead. */
  request: () => Promise<unknown>;
  /** Carries out what was confirmed. It gets the proof that takes the place of the code. */
  onProof: (proof: string) => Promise<void>;
}

/** Confirms what is shown above with a passkey; nothing if the person has none that may. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { label = t`Confirm with passkey`, request, onProof, ...look } = props;
  const canConfirm = useCanConfirm();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      const asked = await askPasskey(request);
      if (asked) await onProof(await proofFor(asked));
    } catch (error) {
      toast.error(describePasskeyError(error));
    } finally {
      setBusy(false);
    }
  }

  if (!canConfirm) return null;
  return (
    <Button
      icon={<KeyRound aria-hidden />}
      busy={busy}
      busyLabel={t`Waiting for your passkey...`}
      onClick={() => void confirm()}
      {...look}
    >
      {label}
    </Button>
  );
}
