import { limits } from "@rokad/contract/limits";
import { listWebhooks, retryWebhook, type Webhook } from "@rokad/contract/webhooks";
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { usePage } from "../api/use-page.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Section } from "../ui/section.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toast.ts";
import { webhookColumns } from "./webhook-columns.tsx";
import { WebhookDoors } from "./webhook-doors.tsx";

type Show = "all" | "waiting" | "unusable";
const pollSeconds = 10;

const empty = (
  <EmptyState
    icon={<WebhookIcon />}
    title="No webhook yet"
    description="What a provider tells by itself, such as that a payout was paid or returned, stands here for 90 days."
  />
);

/** What providers told us by themselves, and what came of it. */
export function WebhooksSection() {
  const [show, setShow] = useState<Show>("all");
  const [before, setBefore] = useState<string>();
  const [retrying, setRetrying] = useState<string>();
  const query = {
    ...(show !== "all" && { state: show }),
    ...(before !== undefined && { before }),
    limit: limits.activityPageRows,
  };
  const list = usePage(listWebhooks, query, {
    // The newest page is looked at to see what comes; an older one stays as it is.
    nextPollSeconds: () => (before === undefined ? pollSeconds : null),
  });
  const { answer, error, refreshing, reload, retry } = list;

  async function tryAgain({ id }: Webhook) {
    setRetrying(id);
    try {
      toast.success((await send(retryWebhook, { params: { id } })).message);
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setRetrying(undefined);
      await reload().catch(() => undefined);
    }
  }

  return (
    <Section
      title="Webhooks"
      action={
        <Segmented
          legend="Which webhooks"
          options={showsOf(answer?.summary)}
          value={show}
          onValueChange={(next) => {
            setShow(next);
            setBefore(undefined);
          }}
          className="max-sm:hidden"
        />
      }
    >
      <Card aria-label="Webhooks">
        {answer && answer.summary.length > 0 && <WebhookDoors doors={answer.summary} />}
        <DataTable<Webhook>
          caption="Webhooks, newest first"
          columns={webhookColumns({ retrying, onRetry: (webhook) => void tryAgain(webhook) })}
          rows={answer?.data}
          rowKey={({ id }) => id}
          refreshing={refreshing}
          skeletonRows={3}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load webhooks"
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={list.retrying}
              />
            )
          }
        />
        {answer && !error && (before !== undefined || answer.next !== null) && (
          <div className="flex justify-end gap-2 p-4">
            {before !== undefined && (
              <Button variant="secondary" size="sm" onClick={() => setBefore(undefined)}>
                Newest
              </Button>
            )}
            {answer.next !== null && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => setBefore(answer.next ?? undefined)}
              >
                Older
              </Button>
            )}
          </div>
        )}
      </Card>
    </Section>
  );
}

interface Counts {
  waiting_count: number;
  unusable_count: number;
}

/** The numbers come with the answer; the words stand before. */
function showsOf(doors: readonly Counts[] | undefined): readonly { value: Show; label: string }[] {
  const word = (label: string, of: keyof Counts) => {
    const count = doors?.reduce((sum, door) => sum + door[of], 0) ?? 0;
    return count > 0 ? `${label} (${count.toLocaleString("en-IN")})` : label;
  };
  return [
    { value: "all", label: "All" },
    { value: "waiting", label: word("Waiting", "waiting_count") },
    { value: "unusable", label: word("Not usable", "unusable_count") },
  ];
}
