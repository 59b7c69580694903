import { changeCredential, credentialValue } from "@rokad/contract/credentials";
import type { Credential } from "@rokad/contract/credentials";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import type { ChangeEffect } from "../common/proposals/change-effect.ts";
import { ProposeForm } from "../common/proposals/propose-form.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { describeCredential } from "./credential-row.tsx";

interface CredentialDialogProps {
  credential: Credential;
  /** Such as "RazorpayX Key secret". */
  label: string;
  removes: boolean;
  effect: ChangeEffect;
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Takes the new value or the removal with its reason. It is signed. */
export function CredentialDialog(props: CredentialDialogProps) {
  const { credential, label, removes, effect, open, onClose, refresh } = props;
  const { name } = credential;
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  // The time of the change that the person saw: the server refuses theirs if there is another one.
  const [seen, setSeen] = useState(credential.set_at);
  const [conflict, setConflict] = useState<"refused" | "shown">();
  if (conflict === "refused" && credential.set_at !== seen) {
    setSeen(credential.set_at);
    setConflict("shown");
  }
  const change = { value: removes ? null : value, seen_set_at: seen };
  const params = { name };
  const verb = removes ? t`Remove` : t`Save`;

  function check(): boolean {
    const found = removes ? undefined : credentialValue.safeParse(value).error?.issues[0]?.message;
    setProblem(found);
    return found === undefined;
  }

  async function save(reason: string): Promise<void> {
    try {
      const { message } = await send(changeCredential, { params, body: { ...change, reason } });
      toast.success(message);
      refresh();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refresh();
      if (error instanceof ApiError && error.code === "CREDENTIAL_CHANGED") setConflict("refused");
      throw error;
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={value === ""}
      title={removes ? t`Remove ${label}?` : label}
      description={name}
    >
      <DialogBody className="grid gap-4">
        {removes ? (
          <Notice tone="warn" title={t`Calls that need it fail`}>
            {t`From the removal on, until it is set again.`}
          </Notice>
        ) : (
          <Field
            label={t`New value`}
            required
            hint={t`Encrypted, and never shown again`}
            error={problem}
          >
            <TextInput
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          </Field>
        )}
        {conflict === "shown" && (
          <Notice tone="warn" title={t`Now: ${describeCredential(credential)}`}>
            {t`It changed while this was open. What you sign next replaces it.`}
          </Notice>
        )}
        <ProposeForm
          effect={effect}
          check={check}
          label={effect.how === "at_once" ? verb : removes ? t`Propose removal` : t`Propose change`}
          onPropose={save}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
