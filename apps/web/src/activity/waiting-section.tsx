import { listWaitingForFunds, type WaitingItem } from "@rokad/contract/activity-lists";
import type { cancelTenantPayout } from "@rokad/contract/payout-cancellation";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { Ban, Hourglass } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/section.tsx";
import { shortReference } from "../ui/short-reference.ts";
import type { Column } from "../ui/table-cards.ts";
import { formatAge, formatTimeUntil } from "./format-age.ts";
import { useNow } from "./use-now.ts";

const CancelPayoutDialog = lazy(async () => ({
  default: (await import("./cancel-payout-dialog.tsx")).CancelPayoutDialog,
}));

const pollSeconds = 5;

/** What waits for funds in the wallets of all tenants, longest first. */
export function WaitingSection() {
  const [page, setPage] = useState(1);
  // Stays set after closing, so that the dialog shows its content while it closes.
  const [selected, setSelected] = useState<WaitingItem>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { page, limit: limits.activityPageRows };
  const list = usePage(listWaitingForFunds, query, { nextPollSeconds: () => pollSeconds });
  const total = list.answer?.summary.total;

  return (
    <Section title={t`Waiting for funds`}>
      <Card aria-label={t`Waiting for funds`}>
        <PagedTable
          caption={t`Payouts and batches that wait for funds, longest first`}
          columns={waitingColumns(now, (item) => {
            setSelected(item);
            setIsOpen(true);
          })}
          rowKey={({ id }) => id}
          list={list}
          goToPage={setPage}
          skeletonRows={2}
          empty={
            <EmptyState
              icon={<Hourglass />}
              title={t`Nothing waits for funds`}
              description={t`Accepted payouts that a tenant’s wallet does not cover yet appear here.`}
            />
          }
          failureText={t`Failed to load what waits for funds`}
          pagerLabel={t`Pages of what waits for funds`}
          summaryOf={({ total_records: count }) =>
            total
              ? t`${count.toLocaleString("en-IN")} waiting · ${formatMoney(total)}`
              : t`${count.toLocaleString("en-IN")} waiting`
          }
          numbered={false}
        />
      </Card>
      <Suspense>
        {selected && (
          <CancelPayoutDialog
            key={selected.id}
            payout={{ ...selected, amount: selected.total, reference_id: selected.name }}
            isWaiting
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}

function waitingColumns(now: number, onCancel: (item: WaitingItem) => void): Column<WaitingItem>[] {
  return [
    {
      id: "name",
      header: t`Payout or batch`,
      card: "title",
      className: "max-w-52",
      cell: ({ kind, name }) =>
        kind === "payout" ? (
          <Copyable value={name} shown={shortReference(name)} label={t`Reference ID`} />
        ) : (
          <span className="block truncate" title={name}>
            {name}
          </span>
        ),
    },
    {
      id: "tenant",
      header: t`Tenant`,
      card: "line",
      className: "max-w-52",
      cell: ({ tenant }) => (
        <TenantLink tenant={tenant} className="block truncate whitespace-nowrap" />
      ),
    },
    {
      id: "total",
      header: t`Total`,
      card: "value",
      align: "end",
      cell: ({ total }) => <span className="font-medium">{formatMoney(total)}</span>,
    },
    {
      id: "place",
      header: t`Place`,
      card: "line",
      align: "end",
      cell: ({ place }) => place.toLocaleString("en-IN"),
    },
    {
      id: "missing",
      header: t`Missing`,
      card: "line",
      align: "end",
      className: "max-w-52",
      cell: ({ missing, reason }) =>
        missing.amount > 0 ? formatMoney(missing) : (reason ?? t`Funds arrived`),
    },
    {
      id: "since",
      header: t`Waits for`,
      card: "line",
      align: "end",
      cell: ({ since }) => formatAge(since, now),
    },
    {
      id: "end",
      header: t`Ends unsent`,
      card: "line",
      align: "end",
      cell: ({ expires_at: end }) => (end === null ? "–" : formatTimeUntil(end, now)),
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (item) =>
        item.kind === "payout" && (
          <Permitted<typeof cancelTenantPayout> needs="operate">
            <Button
              variant="secondary"
              size="sm"
              icon={<Ban />}
              aria-label={t`Cancel ${item.name}`}
              onClick={() => onCancel(item)}
            >
              {t`Cancel`}
            </Button>
          </Permitted>
        ),
    },
  ];
}
