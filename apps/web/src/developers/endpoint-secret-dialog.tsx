import {
  listWebhookEndpoints,
  rollWebhookSecret,
  type WebhookEndpoint,
} from "@rokad/contract/webhook-endpoints";
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
import { overlaps, type Overlap } from "./overlaps.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import type { WebhookDialogFrame } from "./webhook-act.ts";

/** Gives an endpoint a new secret; the old one also signs for a while. */
export function EndpointSecretDialog(props: WebhookDialogFrame & { endpoint: WebhookEndpoint }) {
  const { endpoint, open, onClose, onClosed } = props;
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();

  async function roll() {
    setError(undefined);
    setBusy(true);
    try {
      const { data } = await send(rollWebhookSecret, {
        params: { id: endpoint.id },
        body: { old_valid_hours: Number(overlap) },
      });
      setSecret(data.secret);
      await refreshApi(listWebhookEndpoints);
    } catch (failure) {
      setError(messageOf(failure, t`We could not reach the server. Create the secret again.`));
    } finally {
      setBusy(false);
    }
  }

  if (secret !== undefined) {
    return (
      <SecretDialog
        name={t`the endpoint`}
        secret={secret}
        warning={t`Anyone who has it can forge events. If it leaks, create a new one here.`}
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
      title={t`New secret for the endpoint`}
      description={<span className="break-all">{endpoint.url}</span>}
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
          <Field label={t`The old secret also signs`} hint={t`If it leaked: not at all`}>
            <Select options={overlaps} value={overlap} onValueChange={setOverlap} />
          </Field>
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Creating...`}>
            {t`Create`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
