import type { Webhook } from "@rokad/contract/webhooks";
import { RotateCw } from "lucide-react";
import { adapterName } from "./adapter-name.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";

interface Acting {
  retrying: string | undefined;
  onRetry: (webhook: Webhook) => void;
}

export function webhookColumns({ retrying, onRetry }: Acting): Column<Webhook>[] {
  return [
    {
      id: "kind",
      header: "Event",
      card: "title",
      cell: ({ kind, adapter, times }) => (
        <>
          <span className="block font-medium">{kind}</span>
          <span className="text-xs text-muted">
            {times > 1
              ? `${adapterName(adapter)}, told ${times.toLocaleString("en-IN")} times`
              : adapterName(adapter)}
          </span>
        </>
      ),
    },
    {
      id: "state",
      header: "State",
      card: "status",
      cell: ({ state }) => <Badge tone={looks[state].tone}>{looks[state].word}</Badge>,
    },
    {
      id: "outcome",
      header: "What came of it",
      card: "line",
      className: "max-w-60",
      cell: ({ outcome }) => (
        <span className="block truncate" title={outcome ?? undefined}>
          {outcome ?? "–"}
        </span>
      ),
    },
    {
      id: "reference",
      header: "Reference",
      card: "line",
      cell: ({ reference }) => reference ?? <span className="text-muted">None</span>,
    },
    {
      id: "when",
      header: "Received",
      card: "line",
      align: "end",
      cell: ({ received_at: at }) => <When at={at} />,
    },
    {
      id: "act",
      header: "Actions",
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (webhook) =>
        webhook.state === "unusable" && (
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCw />}
            busy={retrying === webhook.id}
            onClick={() => onRetry(webhook)}
          >
            Try again
          </Button>
        ),
    },
  ];
}

const looks: Record<Webhook["state"], { word: string; tone: BadgeTone }> = {
  waiting: { word: "Waiting", tone: "outline" },
  done: { word: "Done", tone: "good" },
  unusable: { word: "Not usable", tone: "bad" },
};
