import {
  listProviderCharges,
  type ProviderChargeDay,
  type recordDayCharge,
} from "@rokad/contract/provider-charges";
import { providerLabel } from "@rokad/contract/reconciliation";
import { ReceiptText } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatDay } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";

interface ChargesCardProps {
  page: number;
  onPage: (page: number, how?: { replace: boolean }) => void;
  onBook: () => void;
}

const columns: readonly Column<ProviderChargeDay>[] = [
  {
    id: "day",
    header: t`Booked on`,
    card: "title",
    cell: ({ day, adapter }) => (
      <>
        <span className="block font-medium whitespace-nowrap">{formatDay(day)}</span>
        <span className="text-xs text-muted">{translateText(providerLabel(adapter))}</span>
      </>
    ),
  },
  {
    id: "payouts",
    header: t`Named with payouts`,
    card: "line",
    align: "end",
    cell: ({ payout_fee: fee, payout_tax: tax }) => (
      <Money value={{ amount: fee.amount + tax.amount, currency: "INR" }} />
    ),
  },
  {
    id: "report",
    header: t`From reports`,
    card: "line",
    align: "end",
    cell: ({ fee, tax, payout_fee: payoutFee, payout_tax: payoutTax }) => (
      <Money
        value={{
          amount: fee.amount + tax.amount - payoutFee.amount - payoutTax.amount,
          currency: "INR",
        }}
      />
    ),
  },
  {
    id: "fee",
    header: t`Fees`,
    card: "line",
    align: "end",
    cell: ({ fee }) => <Money value={fee} />,
  },
  {
    id: "tax",
    header: t`Input tax credit`,
    card: "line",
    align: "end",
    cell: ({ tax }) => <Money value={tax} />,
  },
];

/** What the providers charged, by day of the booking. */
export function ChargesCard({ page, onPage, onBook }: ChargesCardProps) {
  const list = usePage(listProviderCharges, { page, limit: 20 });
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Provider charges`}
        description={t`Booked automatically where a provider names them with its payouts`}
        action={
          <Permitted<typeof recordDayCharge> needs="finance">
            <Button size="sm" variant="secondary" onClick={onBook}>
              {t`Book charges`}
            </Button>
          </Permitted>
        }
      />
      <PagedTable<ProviderChargeDay>
        caption={t`Provider charges by day, newest first`}
        columns={columns}
        rowKey={({ adapter, day }) => `${adapter} ${day}`}
        skeletonRows={3}
        list={list}
        goToPage={onPage}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title={t`No charges yet`}
            description={t`What providers charge for payouts appears here by day.`}
          />
        }
        failureText={t`Failed to load the charges`}
        pagerLabel={t`Pages of charges`}
        summaryOf={({ total_records: total }) =>
          t`${total.toLocaleString("en-IN")} days, newest first`
        }
      />
    </Card>
  );
}
