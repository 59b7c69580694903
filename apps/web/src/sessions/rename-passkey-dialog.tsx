import { passkeyName, renamePasskey, type Passkey } from "@rokad/contract/passkeys";
import { limits } from "@rokad/contract/limits";
import { useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function RenamePasskeyDialog({ passkey, open, onClose, onDone }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function rename(event: SubmitEvent) {
    event.preventDefault();
    const parsed = passkeyName.safeParse(name);
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    setBusy(true);
    try {
      await send(renamePasskey, { params: { id: passkey.id }, body: { name: parsed.data } });
      toast.success(t`Passkey renamed`);
      onDone();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      size="sm"
      title={t`Rename passkey`}
    >
      <form className="contents" noValidate onSubmit={(event) => void rename(event)}>
        <DialogBody>
          <Field label={t`Name`} required error={problem} hint={t`To tell your passkeys apart`}>
            <TextInput
              autoComplete="off"
              maxLength={limits.passkeyNameCharsMax}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Renaming...`}>
            {t`Rename`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
