import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { addPasskey, beginPasskey, passkeyName } from "@rokad/contract/passkeys";
import { useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { createPasskey } from "../api/passkey-browser.ts";
import { describePasskeyError } from "../common/signing/prove-with-passkey.ts";
import { SignButton } from "../common/signing/sign-button.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";

interface AddPasskeyDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onDone: () => void;
}

/** Two steps: the signature, then the name and the browser's own dialog. */
export function AddPasskeyDialog({ open, onClose, onClosed, onDone }: AddPasskeyDialogProps) {
  const [begun, setBegun] = useState<Answer<typeof beginPasskey>["data"]>();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const [first, nameFirst] = useStepFocus(begun ? "name" : "code", open);

  async function create(event: SubmitEvent) {
    event.preventDefault();
    const parsed = passkeyName.safeParse(name);
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    if (!begun) return;
    setBusy(true);
    try {
      const credential = await createPasskey(begun.options);
      await send(addPasskey, { body: { id: begun.id, name: parsed.data, credential } });
      toast.success(t`Passkey added`);
      onDone();
      onClose();
    } catch (error) {
      toast.error(describePasskeyError(error));
      // The server used the challenge up; a cancelled dialog did not.
      if (error instanceof ApiError) setBegun(undefined);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      size="sm"
      initialFocus={first}
      title={t`Add a passkey`}
      description={
        begun
          ? t`Your browser asks for your fingerprint, face or screen lock next.`
          : t`First confirm that it is you.`
      }
    >
      {begun ? (
        <form className="contents" noValidate onSubmit={(event) => void create(event)}>
          <DialogBody>
            <Field label={t`Name`} required error={problem} hint={t`To tell your passkeys apart`}>
              <TextInput
                ref={nameFirst}
                autoComplete="off"
                placeholder={t`Phone at the counter`}
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
            <Button type="submit" busy={busy} busyLabel={t`Waiting for your browser...`}>
              {t`Create passkey`}
            </Button>
          </DialogFooter>
        </form>
      ) : (
        <DialogBody>
          <SignButton
            variant="primary"
            label={t`Continue`}
            onSign={async () => setBegun((await send(beginPasskey, {})).data)}
          />
        </DialogBody>
      )}
    </Dialog>
  );
}
