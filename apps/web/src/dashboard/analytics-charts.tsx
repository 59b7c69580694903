import type { PayoutAnalytics, PayoutSums } from "@rokad/contract/payout-analytics";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { Card, CardHeader } from "../ui/card.tsx";
import { ShareTable } from "../ui/charts/share-table.tsx";
import { cn } from "../ui/class-names.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { DailyChart } from "./daily-chart.tsx";

const methods = { imps: "IMPS", upi: "UPI" } as const;

/** The analytics of a period; `stale` while another period loads. */
export function AnalyticsCharts({ answer, stale }: { answer: PayoutAnalytics; stale: boolean }) {
  return (
    <div
      className={cn("grid gap-4 transition-opacity duration-150", stale && "opacity-60")}
      aria-busy={stale || undefined}
    >
      <DailyChart answer={answer} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card className="sm:h-96">
          <CardHeader title="By method" description="Volume and success rate" />
          <div className="px-5 pt-1 pb-5">
            <ShareTable
              caption="Payouts by method"
              nameHeader="Method"
              figureHeader="Volume"
              shares={answer.by_method.map((sums) => ({
                name: methods[sums.method],
                ...shareOf(sums),
                note: [count(sums.count), rate(sums)].filter(Boolean).join(" · "),
              }))}
            />
            <h3 className="mt-5 mb-3 border-t border-line pt-4 text-[15px] leading-5.5 font-semibold tracking-tight">
              Fees and GST
            </h3>
            <Charges sums={answer.totals} />
          </div>
        </Card>
        <Card className="sm:h-96">
          <CardHeader title="By bank" description="IMPS payouts by receiving bank" />
          <div className="px-5 pt-1 pb-5">
            {answer.by_bank.length > 0 ? (
              <ShareTable
                caption="IMPS payouts by bank"
                nameHeader="Bank"
                figureHeader="Volume"
                shares={banksOf(answer)}
              />
            ) : (
              <p className="py-10 text-center text-muted">No IMPS payouts in this period.</p>
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

function Charges({ sums: { fees, gst } }: { sums: PayoutSums }) {
  return (
    <Details
      of={[
        { label: "Platform fees", value: <Money value={fees} /> },
        { label: "GST on the fees", value: <Money value={gst} /> },
        { label: "Charged in this period", value: <Money value={add(fees, gst)} />, total: true },
      ]}
    />
  );
}

function banksOf({ by_bank: banks, other_banks: others }: PayoutAnalytics) {
  const shares = banks.map((sums) => ({ name: sums.bank_name, ...shareOf(sums) }));
  if (!others) return shares;
  const name = others.banks === 1 ? "1 other bank" : `${others.banks} other banks`;
  return [...shares, { name, ...shareOf(others) }];
}

function shareOf(sums: PayoutSums) {
  return { size: sums.volume.amount, figure: formatMoney(sums.volume), note: count(sums.count) };
}

function count(payouts: number): string {
  return `${payouts.toLocaleString("en-IN")} ${payouts === 1 ? "payout" : "payouts"}`;
}

function rate({ success_rate: percent }: PayoutSums): string {
  return percent === null ? "" : `${percent}% successful`;
}
