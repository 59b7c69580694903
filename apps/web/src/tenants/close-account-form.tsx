import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";

interface CloseAccountFormProps {
  onCancel: () => void;
  /** @throws if the server rejects it. */
  onClose: (reason: string) => Promise<void>;
}

/** Shows the effect of closing a virtual account and takes the reason. */
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
        {t`Transfers to this number go to suspense from now on. It can’t be reopened.`}
      </p>
      <Field label={t`Reason`} required error={problem} hint={t`Stored in the security log`}>
        <Textarea
          maxLength={limits.reasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="sm" disabled={busy} onClick={onCancel}>
          {t`Keep account`}
        </Button>
        <Button
          variant="danger"
          size="sm"
          busy={busy}
          busyLabel={t`Closing...`}
          disabled={reason.trim() === ""}
          onClick={() => void close()}
        >
          {t`Close account`}
        </Button>
      </div>
    </div>
  );
}
