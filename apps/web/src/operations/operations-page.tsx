import type { WorkQueue } from "@rokad/contract/work-queues";
import { Link, useNavigate } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { queuePlaces } from "../common/work-queues/queue-places.ts";
import { awaitingText, useWorkQueues } from "../common/work-queues/use-work-queues.ts";
import { Age } from "../ui/age.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { Column } from "../ui/table-cards.ts";
import { ProviderCards } from "./provider-cards.tsx";

/** What waits for super admins, with the way to each queue. */
export function OperationsPage() {
  const { queues, awaitingMe, error, isValidating, mutate, reload } = useWorkQueues();
  const navigate = useNavigate();
  const waiting = queues?.filter(({ count }) => count > 0).length;
  return (
    <>
      <PageHeader
        title={t`Operations`}
        description={t`What waits for a decision of the platform, with its amount and age`}
        actions={<RefreshButton onRefresh={reload} />}
      />
      {awaitingMe > 0 && (
        <div role="status">
          <Notice tone="warn" title={awaitingText(awaitingMe)}>
            {t`Another super admin signed first.`}
          </Notice>
        </div>
      )}
      {waiting === 0 && (
        <div role="status">
          <Notice tone="good" title={t`Nothing waits for a decision`} />
        </div>
      )}
      <Card>
        <DataTable<WorkQueue>
          caption={t`Queues of the platform`}
          columns={columns}
          rows={queues}
          rowKey={({ kind }) => kind}
          skeletonRows={9}
          onRowClick={({ kind }) => void navigate({ to: queuePlaces[kind].to })}
          empty={null}
          error={
            error &&
            !queues && (
              <ErrorPanel
                message={t`Failed to load the queues`}
                detail={messageOf(error, "")}
                onRetry={() => void mutate()}
                busy={isValidating}
              />
            )
          }
        />
      </Card>
      <ProviderCards />
    </>
  );
}

const columns: Column<WorkQueue>[] = [
  {
    id: "queue",
    header: t`Queue`,
    card: "title",
    className: "w-full",
    cell: ({ kind, awaiting_me: mine }) => (
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={queuePlaces[kind].to}
            className="font-medium underline-offset-4 hover:underline"
          >
            {queuePlaces[kind].name}
          </Link>
          {mine > 0 && (
            <Badge tone="warn" icon={<PenLine />}>
              {mine === 1 ? t`1 awaits you` : t`${mine} await you`}
            </Badge>
          )}
        </p>
        <p className="text-xs whitespace-normal text-muted">{queuePlaces[kind].what}</p>
      </div>
    ),
  },
  {
    id: "count",
    header: t`Waiting`,
    card: "value",
    align: "end",
    cell: ({ count }) =>
      count === 0 ? (
        <span className="text-muted">{t`None`}</span>
      ) : (
        <span className="font-semibold tabular-nums">{count.toLocaleString("en-IN")}</span>
      ),
  },
  {
    id: "amount",
    header: t`Amount`,
    card: "line",
    align: "end",
    cell: ({ amount, count }) => (amount && count > 0 ? <Money value={amount} /> : null),
  },
  {
    id: "oldest",
    header: t`Oldest`,
    card: "line",
    cell: ({ oldest_at: at }) => at && <Age of={at} />,
  },
];
