import { limits } from "@rokad/contract/limits";
import { listWebhooks, retryWebhook, type Webhook } from "@rokad/contract/webhooks";
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
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
import { WebhookEndpoints } from "./webhook-endpoints.tsx";

type StatusFilter = "all" | "waiting" | "unusable";
const pollSeconds = 10;

const empty = (
  <EmptyState
    icon={<WebhookIcon />}
    title={t`No webhooks yet`}
    description={t`Provider updates, such as a paid or returned payout, appear here for 90 days.`}
  />
);

/** Webhooks from providers and their results. */
export function WebhooksSection() {
  const [status, setStatus] = useState<StatusFilter>("all");
  const [before, setBefore] = useState<string>();
  const [retrying, setRetrying] = useState<string>();
  const query = {
    ...(status !== "all" && { state: status }),
    ...(before !== undefined && { before }),
    limit: limits.activityPageRows,
  };
  const list = usePage(listWebhooks, query, {
    // Only the newest page is polled; older pages do not change.
    nextPollSeconds: () => (before === undefined ? pollSeconds : null),
  });
  const { answer, error, refreshing, reload, retry } = list;

  async function retryOne({ id }: Webhook) {
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
      title={t`Webhooks`}
      action={
        <Segmented
          legend={t`Webhook status`}
          options={optionsOf(answer?.summary)}
          value={status}
          onValueChange={(next) => {
            setStatus(next);
            setBefore(undefined);
          }}
          className="max-sm:hidden"
        />
      }
    >
      <Card aria-label={t`Webhooks`}>
        {answer && answer.summary.length > 0 && <WebhookEndpoints endpoints={answer.summary} />}
        <DataTable<Webhook>
          caption={t`Webhooks, newest first`}
          columns={webhookColumns({ retrying, onRetry: (webhook) => void retryOne(webhook) })}
          rows={answer?.data}
          rowKey={({ id }) => id}
          refreshing={refreshing}
          skeletonRows={3}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message={t`Failed to load webhooks`}
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
                {t`Newest`}
              </Button>
            )}
            {answer.next !== null && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => setBefore(answer.next ?? undefined)}
              >
                {t`Older`}
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

/** The filter's options, with counts once they are loaded. */
function optionsOf(
  endpoints: readonly Counts[] | undefined,
): readonly { value: StatusFilter; label: string }[] {
  const withCount = (label: string, of: keyof Counts) => {
    const count = endpoints?.reduce((sum, endpoint) => sum + endpoint[of], 0) ?? 0;
    return count > 0 ? `${label} (${count.toLocaleString("en-IN")})` : label;
  };
  return [
    { value: "all", label: t`All` },
    { value: "waiting", label: withCount(t`Waiting`, "waiting_count") },
    { value: "unusable", label: withCount(t`Unusable`, "unusable_count") },
  ];
}
