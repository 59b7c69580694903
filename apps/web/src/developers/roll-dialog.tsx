import { listApiKeys, rollApiKey } from "@rokad/contract/api-keys";
import type { ApiKey } from "@rokad/contract/api-key";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import type { KeyDialogFrame } from "./dialog-frame.ts";
import { overlaps, type Overlap } from "./overlaps.ts";
import { SecretDialog } from "./secret-dialog.tsx";

/** Gives a key a new secret; programs change over while both are valid. */
export function RollDialog(props: KeyDialogFrame & { apiKey: ApiKey }) {
  const { apiKey, open, onClose, onClosed } = props;
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();
  const works = apiKey.state === "active";

  async function roll() {
    setError(undefined);
    setBusy(true);
    try {
      const body = { old_valid_hours: works ? Number(overlap) : 0 };
      const { data } = await send(rollApiKey, { params: { id: apiKey.id }, body });
      setSecret(data.secret);
      await refreshApi(listApiKeys);
    } catch (failure) {
      setError(messageOf(failure, t`We could not reach the server. Check the list of keys.`));
    } finally {
      setBusy(false);
    }
  }

  if (secret !== undefined) {
    return (
      <SecretDialog
        name={apiKey.name}
        secret={secret}
        open={open}
        onClose={onClose}
        onClosed={onClosed}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      size="sm"
      title={<span className="break-words">{t`New secret for ${apiKey.name}`}</span>}
      description={
        works
          ? t`Put the new secret into your program while the old one still works.`
          : t`The key works again, with the new secret only. You answer for it from now on.`
      }
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void roll();
        }}
      >
        <DialogBody className="grid gap-4">
          {works && (
            <Field label={t`The old secret still works`} hint={t`If it leaked: not at all`}>
              <Select options={overlaps} value={overlap} onValueChange={setOverlap} />
            </Field>
          )}
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Creating...`}>
            {t`Sign and Create`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
