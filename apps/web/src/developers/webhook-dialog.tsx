import { deleteWebhookEndpoint, listWebhookEndpoints } from "@rokad/contract/webhook-endpoints";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { EndpointCheckDialog } from "./endpoint-check-dialog.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointSecretDialog } from "./endpoint-secret-dialog.tsx";
import type { WebhookAct, WebhookDialogFrame } from "./webhook-act.ts";

/** The dialog of an act on a webhook endpoint. */
export function WebhookDialog({ act, ...frame }: WebhookDialogFrame & { act: WebhookAct }) {
  if (act.kind === "create") return <EndpointDialog {...frame} />;
  const { endpoint } = act;
  if (act.kind === "edit") return <EndpointDialog {...frame} endpoint={endpoint} />;
  if (act.kind === "roll") return <EndpointSecretDialog {...frame} endpoint={endpoint} />;
  if (act.kind === "check") return <EndpointCheckDialog {...frame} endpoint={endpoint} />;
  if (act.kind === "deliveries") return <DeliveriesDialog {...frame} endpoint={endpoint} />;

  return (
    <ConfirmDialog
      {...frame}
      title={t`Remove this endpoint?`}
      label={t`Remove`}
      keepLabel={t`Keep it`}
      busyLabel={t`Removing...`}
      onConfirm={() => send(deleteWebhookEndpoint, { params: { id: endpoint.id } })}
      refresh={() => refreshApi(listWebhookEndpoints)}
    >
      <p className="break-words">
        {t`${endpoint.url} gets no more events, and its deliveries are deleted. Your events stay.`}
      </p>
    </ConfirmDialog>
  );
}
