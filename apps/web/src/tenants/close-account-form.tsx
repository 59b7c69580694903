import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";

interface CloseAccountFormProps {
  onCancel: () => void;
  /** @throws what the server refuses. */
  onClose: (reason: string) => Promise<void>;
}

/** Why a virtual account is closed, and what that does. */
export function CloseAccountForm({ onCancel, onClose }: CloseAccountFormProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function close() {
    setBusy(true);
    setProblem(undefined);
    try {
      await onClose(reason.trim());
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <p className="text-muted">
        From now on, what arrives on this number goes to suspense instead of the wallet. The number
        can’t be opened again.
      </p>
      <Field label="Reason" required error={problem} hint="Kept in the security log">
        <Textarea
          maxLength={limits.reasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="sm" disabled={busy} onClick={onCancel}>
          Keep it
        </Button>
        <Button
          variant="danger"
          size="sm"
          busy={busy}
          busyLabel="Closing..."
          disabled={reason.trim() === ""}
          onClick={() => void close()}
        >
          Close account
        </Button>
      </div>
    </div>
  );
}
