import { getLowBalance, listEvents, type Event } from "@rokad/contract/events";
import { formatMoney } from "@rokad/money/format";
import { Activity } from "lucide-react";
import { Fragment, lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { NewerOlder } from "./newer-older.tsx";

const LowBalanceDialog = lazy(async () => ({
  default: (await import("./low-balance-dialog.tsx")).LowBalanceDialog,
}));

/** Above every version: the newest events. */
const newest = Number.MAX_SAFE_INTEGER;

/** What happened in the business, as programs read it. */
export function EventsCard() {
  const [starts, setStarts] = useState<readonly number[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { data, error, isValidating, mutate } = useApi(
    listEvents,
    { query: { before: starts.at(-1) ?? newest, limit: 10 } },
    { keepPrevious: true },
  );
  const { data: alert } = useApi(getLowBalance, {});
  const older = data?.has_more ? data.next : undefined;
  const below = alert?.data.below;
  const mayChange = !currentViewing();

  return (
    <Card className="min-h-96">
      <CardHeader
        ruled
        title={t`Events`}
        description={t`Numbered without gaps and kept for 90 days: GET /api/v1/events`}
        action={
          mayChange &&
          alert && (
            <Button
              variant="secondary"
              onClick={() => {
                setWasOpened(true);
                setIsOpen(true);
              }}
            >
              {below
                ? t`Low balance: ${formatMoney(below, { trailingZeros: false })}`
                : t`Set Low Balance`}
            </Button>
          )
        }
      />
      <DataTable
        caption={t`Events, newest first`}
        columns={columns}
        rows={data?.data}
        rowKey={({ version }) => String(version)}
        skeletonRows={5}
        error={
          error && !data ? (
            <ErrorPanel
              message={t`Failed to load the events`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : undefined
        }
        empty={
          <EmptyState
            icon={<Activity />}
            title={t`No events`}
            description={t`The first payout, deposit or beneficiary writes one.`}
          />
        }
      />
      {(starts.length > 0 || older !== undefined) && (
        <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
          <NewerOlder starts={starts} next={older} onStarts={setStarts} />
        </div>
      )}
      <Suspense>
        {wasOpened && alert && (
          <LowBalanceDialog
            open={isOpen}
            below={below ?? null}
            onClose={() => setIsOpen(false)}
            onClosed={() => setWasOpened(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

const columns: Column<Event>[] = [
  {
    id: "type",
    header: t`Type`,
    card: "title",
    cell: ({ type }) => (
      <span className="font-mono wrap-anywhere">
        {type.split(/(?=[._])/).map((part) => (
          <Fragment key={part}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    ),
  },
  { id: "at", header: t`When`, card: "status", cell: (one) => <When at={one.created_at} /> },
  {
    id: "subject",
    header: t`Subject`,
    card: "line",
    cell: ({ subject_id: id, client_reference: reference }) => (
      <span className="grid gap-0.5">
        <span className="font-mono text-xs break-all">{id}</span>
        {reference && <span className="text-xs break-all text-muted">{reference}</span>}
      </span>
    ),
  },
  {
    id: "version",
    header: t`Version`,
    card: "value",
    align: "end",
    cell: ({ version }) => version,
  },
];
