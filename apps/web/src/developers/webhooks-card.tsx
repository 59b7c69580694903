import { listWebhookEndpoints, type WebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { Plus, Webhook } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import type { Column } from "../ui/table-cards.ts";
import type { WebhookAct } from "./webhook-act.ts";

const WebhookDialog = lazy(async () => ({
  default: (await import("./webhook-dialog.tsx")).WebhookDialog,
}));

/** Where Rokad sends the business's events. */
export function WebhooksCard() {
  const { data, error, isValidating, mutate } = useApi(listWebhookEndpoints, {});
  const [act, setAct] = useState<WebhookAct>();
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = !currentViewing();

  function open(next: WebhookAct) {
    setAct(next);
    setIsOpen(true);
  }

  const add = mayChange && (
    <Button variant="secondary" icon={<Plus />} onClick={() => open({ kind: "create" })}>
      {t`Add Endpoint`}
    </Button>
  );
  return (
    <Card className="min-h-72">
      <CardHeader
        ruled
        title={t`Webhooks`}
        description={t`Rokad posts your events to these addresses, signed`}
        action={data && data.data.length > 0 && add}
      />
      <DataTable
        caption={t`Webhook endpoints, oldest first`}
        columns={columns(open, mayChange)}
        rows={data?.data}
        rowKey={({ id }) => id}
        skeletonRows={2}
        error={
          error && !data ? (
            <ErrorPanel
              message={t`Failed to load the webhook endpoints`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : undefined
        }
        empty={
          <EmptyState
            icon={<Webhook />}
            title={t`No webhook endpoints`}
            description={t`Add one, and your server learns of each payout within a second.`}
            action={add}
          />
        }
      />
      <Suspense>
        {act && (
          <WebhookDialog
            key={act.kind === "create" ? act.kind : `${act.kind} ${act.endpoint.id}`}
            act={act}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setAct(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function columns(onAct: (act: WebhookAct) => void, mayChange: boolean): Column<WebhookEndpoint>[] {
  return [
    { id: "url", header: t`Endpoint`, card: "title", cell: (one) => <Address endpoint={one} /> },
    { id: "state", header: t`Status`, card: "value", cell: (one) => <State endpoint={one} /> },
    { id: "types", header: t`Events`, card: "line", cell: ({ types }) => typesText(types) },
    {
      id: "deliveries",
      header: t`Deliveries`,
      card: "line",
      cell: (one) => <Deliveries endpoint={one} />,
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (one) => <Actions endpoint={one} onAct={onAct} mayChange={mayChange} />,
    },
  ];
}

function typesText(types: readonly string[]): string {
  if (types.length === 0) return t`All`;
  return types.length === 1 ? (types[0] ?? "") : t`${types.length} types`;
}

function Address({ endpoint: { url, description } }: { endpoint: WebhookEndpoint }) {
  return (
    <span className="grid max-w-md min-w-0 gap-0.5 whitespace-normal">
      <span className="font-medium break-all">{url}</span>
      {description && <span className="text-xs break-words text-muted">{description}</span>}
    </span>
  );
}

function State({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { is_active: isActive, failing_since: failingSince } = endpoint;
  if (!isActive) return <Badge tone="neutral">{t`Disabled`}</Badge>;
  return failingSince ? (
    <Badge tone="warn">{t`Failing`}</Badge>
  ) : (
    <Badge tone="good">{t`Active`}</Badge>
  );
}

function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { waiting, failed, last_success_at: last, disabled_reason: reason } = endpoint;
  const open = [
    ...(waiting > 0 ? [t`${waiting} waiting`] : []),
    ...(failed > 0 ? [t`${failed} failed`] : []),
  ];
  return (
    <span className="grid gap-0.5">
      <span>{last ? t`Last ${formatDayAndTime(last)}` : t`None yet`}</span>
      {open.length > 0 && <span className="text-xs text-warn">{open.join(" · ")}</span>}
      {reason && (
        <span className="max-w-64 text-xs break-words whitespace-normal text-warn">{reason}</span>
      )}
    </span>
  );
}

interface ActionsProps {
  endpoint: WebhookEndpoint;
  onAct: (act: WebhookAct) => void;
  mayChange: boolean;
}

function Actions({ endpoint, onAct, mayChange }: ActionsProps) {
  const acts = [
    ["deliveries", t`Deliveries`],
    ...(mayChange
      ? ([
          ["check", t`Check`],
          ["edit", t`Edit`],
          ["roll", t`New Secret`],
          ["remove", t`Remove`],
        ] as const)
      : []),
  ] as const;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {acts.map(([kind, label]) => (
        <Button
          key={kind}
          variant="secondary"
          size="sm"
          aria-label={`${label}: ${endpoint.url}`}
          onClick={() => onAct({ kind, endpoint })}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
