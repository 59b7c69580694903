import type { retryWebhook, Webhook } from "@rokad/contract/webhooks";
import { RotateCw } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { adapterName } from "../common/rails/adapter-name.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";

interface RetryProps {
  retrying: string | undefined;
  onRetry: (webhook: Webhook) => void;
}

export function webhookColumns({ retrying, onRetry }: RetryProps): Column<Webhook>[] {
  return [
    {
      id: "kind",
      header: t`Event`,
      card: "title",
      cell: ({ kind, adapter, times }) => (
        <>
          <span className="block font-medium">{kind}</span>
          <span className="text-xs text-muted">
            {times > 1
              ? t`${adapterName(adapter)}, received ${times.toLocaleString("en-IN")} times`
              : adapterName(adapter)}
          </span>
        </>
      ),
    },
    {
      id: "state",
      header: t`Status`,
      card: "status",
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
    },
    {
      id: "outcome",
      header: t`Result`,
      card: "line",
      className: "max-w-52",
      cell: ({ outcome }) => (
        <span className="block truncate" title={outcome ?? undefined}>
          {outcome ?? "–"}
        </span>
      ),
    },
    {
      id: "reference",
      header: t`Reference`,
      card: "line",
      cell: ({ reference }) => reference ?? <span className="text-muted">{t`None`}</span>,
    },
    {
      id: "when",
      header: t`Received`,
      card: "line",
      align: "end",
      cell: ({ received_at: at }) => <When at={at} />,
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (webhook) =>
        webhook.state === "unusable" && (
          <Permitted<typeof retryWebhook> needs="operate">
            <Button
              variant="secondary"
              size="sm"
              icon={<RotateCw />}
              busy={retrying === webhook.id}
              onClick={() => onRetry(webhook)}
            >
              {t`Retry`}
            </Button>
          </Permitted>
        ),
    },
  ];
}

const states: Record<Webhook["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: t`Waiting`, tone: "outline" },
  done: { label: t`Done`, tone: "good" },
  unusable: { label: t`Unusable`, tone: "bad" },
};
