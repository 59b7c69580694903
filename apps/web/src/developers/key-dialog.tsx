import { listApiKeys, revokeApiKey } from "@rokad/contract/api-keys";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { AccessDialog } from "./access-dialog.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import type { KeyDialogFrame } from "./dialog-frame.ts";
import type { KeyAct } from "./key-columns.tsx";
import { RollDialog } from "./roll-dialog.tsx";

/** The dialog of an act on an API key. */
export function KeyDialog({ act, ...frame }: KeyDialogFrame & { act: KeyAct }) {
  if (act.kind === "create") return <CreateDialog {...frame} />;
  const { apiKey } = act;
  if (act.kind === "access") return <AccessDialog {...frame} apiKey={apiKey} />;
  if (act.kind === "roll") return <RollDialog {...frame} apiKey={apiKey} />;

  return (
    <ConfirmDialog
      open={frame.open}
      onClose={frame.onClose}
      onClosed={frame.onClosed}
      title={t`Revoke ${apiKey.name}?`}
      label={t`Revoke`}
      keepLabel={t`Keep it`}
      busyLabel={t`Revoking...`}
      onConfirm={() => send(revokeApiKey, { params: { id: apiKey.id } })}
      refresh={() => refreshApi(listApiKeys)}
    >
      <p>
        {t`Programs with this key are refused at once, on every server. It can't be undone; what they sent before goes on.`}
      </p>
    </ConfirmDialog>
  );
}
