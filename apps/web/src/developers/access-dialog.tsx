import { apiKeyAccessForm, changeApiKeyAccess, listApiKeys } from "@rokad/contract/api-keys";
import type { ApiKey } from "@rokad/contract/api-key";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { accessOf, changedAccessOf, messagesOf, type AccessDraft } from "./access-draft.ts";
import { AccessFields } from "./access-fields.tsx";
import type { KeyDialogFrame } from "./dialog-frame.ts";

/** Changes from where a key works and how much it may send; the code follows. */
export function AccessDialog(props: KeyDialogFrame & { apiKey: ApiKey }) {
  const { apiKey, open, onClose, onClosed, yourAddress } = props;
  const { networks, limits } = apiKey;
  const sends = apiKey.scopes.includes("payouts:send");
  const [draft, setDraft] = useState<AccessDraft>({
    networks: networks.join("\n"),
    perPayout: limits ? limits.per_payout.amount / 100 : undefined,
    perDay: limits ? limits.per_day.amount / 100 : undefined,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(body: ReturnType<typeof accessOf>) {
    const invalid = messagesOf(apiKeyAccessForm.safeParse(body).error?.issues ?? []);
    setErrors(invalid);
    setError(undefined);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      const params = { id: apiKey.id };
      toast.success((await send(changeApiKeyAccess, { params, body })).message);
      await refreshApi(listApiKeys);
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(failure.fields);
      setError(messageOf(failure, t`We could not reach the server. Try again.`));
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
      title={
        <span className="break-words">
          {sends ? t`Limits of ${apiKey.name}` : t`Addresses of ${apiKey.name}`}
        </span>
      }
      description={
        sends
          ? t`You sign exactly these. Within them the key sends without approvals.`
          : t`From where programs may use this key.`
      }
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void save(changedAccessOf(draft, apiKey));
        }}
      >
        <DialogBody className="grid gap-4">
          <AccessFields
            draft={draft}
            onDraft={(next) => {
              setDraft(next);
              setErrors({});
            }}
            errors={errors}
            yourAddress={yourAddress}
            sends={sends}
            canSign
            canStayWithout={limits === null}
          />
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          {limits && (
            <Button
              variant="secondary"
              disabled={busy}
              onClick={() => void save(accessOf(draft, false))}
            >
              {t`Stop Sending`}
            </Button>
          )}
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {t`Sign and Save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
