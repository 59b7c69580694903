import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhooks,
  type WebhookDelivery,
} from "@rokad/contract/webhook-deliveries";
import { listWebhookEndpoints, type WebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { NewerOlder } from "./newer-older.tsx";
import type { WebhookDialogFrame } from "./webhook-act.ts";

const filters = [
  { value: "all", label: t`All deliveries` },
  { value: "waiting", label: t`Waiting` },
  { value: "failed", label: t`Failed` },
  { value: "delivered", label: t`Delivered` },
] as const;
type Filter = (typeof filters)[number]["value"];

const spans = [
  { value: "1", label: t`Missed in the last hour` },
  { value: "24", label: t`Missed in the last day` },
  { value: "168", label: t`Missed in the last week` },
  { value: "2160", label: t`Missed in the last 90 days` },
] as const;
type Span = (typeof spans)[number]["value"];

/** What was sent to an endpoint, and sending it again. */
export function DeliveriesDialog(props: WebhookDialogFrame & { endpoint: WebhookEndpoint }) {
  const { endpoint, open, onClose, onClosed } = props;
  const [filter, setFilter] = useState<Filter>("all");
  const [starts, setStarts] = useState<readonly number[]>([]);
  const [span, setSpan] = useState<Span>("24");
  const [busy, setBusy] = useState<string>();
  const before = starts.at(-1);
  const { data, error } = useApi(
    listWebhookDeliveries,
    {
      params: { id: endpoint.id },
      query: {
        limit: 20,
        ...(filter !== "all" && { state: filter }),
        ...(before !== undefined && { before }),
      },
    },
    { keepPrevious: true },
  );
  const mayChange = !currentViewing() && endpoint.is_active;

  async function resend(key: string, body: { version: number } | { from: string }) {
    setBusy(key);
    try {
      const { message } = await send(resendWebhooks, { params: { id: endpoint.id }, body });
      toast.success(message);
      await refreshApi(listWebhookDeliveries, listWebhookEndpoints, getWebhookDelivery);
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size="lg"
      title={t`Deliveries`}
      description={<span className="break-all">{endpoint.url}</span>}
    >
      <DialogBody className="grid min-h-96 content-start gap-4">
        <Select
          aria-label={t`Which deliveries`}
          options={filters}
          value={filter}
          onValueChange={(next) => {
            setFilter(next);
            setStarts([]);
          }}
        />
        {error && !data && <Notice tone="bad" title={messageOf(error)} />}
        {!data && !error && <Skeleton className="h-24" />}
        {data?.data.length === 0 && (
          <p className="py-8 text-center text-sm text-muted">
            {filter === "all" ? t`Nothing was sent to this endpoint yet` : t`None in this state`}
          </p>
        )}
        <ul aria-label={t`Deliveries, newest event first`} className="divide-y divide-line">
          {data?.data.map((delivery) => (
            <Delivery
              key={delivery.event.version}
              endpointId={endpoint.id}
              delivery={delivery}
              busy={busy === String(delivery.event.version)}
              onResend={
                mayChange
                  ? () =>
                      void resend(String(delivery.event.version), {
                        version: delivery.event.version,
                      })
                  : undefined
              }
            />
          ))}
        </ul>
        <div className="flex gap-2">
          <NewerOlder starts={starts} next={data?.next} onStarts={setStarts} />
        </div>
      </DialogBody>
      {mayChange && (
        <DialogFooter>
          <div className="min-w-0 flex-1">
            <Select
              aria-label={t`What to send again`}
              options={spans}
              value={span}
              onValueChange={setSpan}
            />
          </div>
          <Button
            busy={busy === "span"}
            busyLabel={t`Sending...`}
            onClick={() =>
              void resend("span", {
                from: new Date(Date.now() - Number(span) * 3_600_000).toISOString(),
              })
            }
          >
            {t`Send Again`}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

const tones: Readonly<Record<WebhookDelivery["state"], { label: string; tone: BadgeTone }>> = {
  waiting: { label: t`Waiting`, tone: "warn" },
  delivered: { label: t`Delivered`, tone: "good" },
  failed: { label: t`Failed`, tone: "bad" },
};

interface DeliveryProps {
  endpointId: string;
  delivery: WebhookDelivery;
  busy: boolean;
  onResend: (() => void) | undefined;
}

function Delivery({ endpointId, delivery, busy, onResend }: DeliveryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { event, state, tries, next_try_at: next, last_error: reason } = delivery;
  return (
    <li className="py-3 text-dense">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 flex-1 font-medium break-words">{event.type}</span>
        <Badge tone={tones[state].tone}>{tones[state].label}</Badge>
      </div>
      <p className="mt-0.5 text-xs text-muted tabular-nums">
        {tries === 1
          ? t`${formatDayAndTime(event.created_at)} · version ${event.version} · ${tries} attempt`
          : t`${formatDayAndTime(event.created_at)} · version ${event.version} · ${tries} attempts`}
        {next && tries > 0 && t` · next ${formatDayAndTime(next)}`}
      </p>
      {reason && <p className="mt-0.5 text-xs break-words text-bad">{reason}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          aria-label={t`Attempts of version ${event.version}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t`Hide` : t`Attempts`}
        </Button>
        {onResend && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            busyLabel={t`Sending...`}
            aria-label={t`Send version ${event.version} again`}
            onClick={onResend}
          >
            {t`Send Again`}
          </Button>
        )}
      </div>
      {isOpen && <Attempts endpointId={endpointId} version={event.version} />}
    </li>
  );
}

function Attempts({ endpointId, version }: { endpointId: string; version: number }) {
  const { data, error } = useApi(getWebhookDelivery, { params: { id: endpointId, version } });
  if (error && !data) return <Notice tone="bad" title={messageOf(error)} />;
  if (!data) return <Skeleton className="mt-2 h-24" />;
  const { body, attempts } = data.data;
  return (
    <div className="mt-2 grid gap-2 rounded-card border border-line bg-sunken p-3 text-xs">
      <p className="font-mono break-all">{body}</p>
      {attempts.map(({ at, took_ms: took, status, error: reason, answer }) => (
        <div key={at} className="border-t border-line pt-2">
          <p className="tabular-nums">
            {t`${formatDayAndTime(at)} · ${status ?? t`no answer`} · ${took} ms`}
          </p>
          {reason && <p className="break-words text-bad">{reason}</p>}
          {answer && <p className="font-mono break-all text-muted">{answer}</p>}
        </div>
      ))}
    </div>
  );
}
