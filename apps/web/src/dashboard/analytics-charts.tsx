import type { PayoutAnalytics, PayoutSums } from "@rokad/contract/payout-analytics";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { t } from "../language.ts";
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
          <CardHeader title={t`By method`} description={t`Volume and success rate`} />
          <div className="px-5 pt-1 pb-5">
            <ShareTable
              caption={t`Payouts by method`}
              nameHeader={t`Method`}
              figureHeader={t`Volume`}
              shares={answer.by_method.map((sums) => ({
                name: methods[sums.method],
                ...shareOf(sums),
                note: [count(sums.count), rate(sums)].filter(Boolean).join(" · "),
              }))}
            />
            <h3 className="mt-5 mb-3 border-t border-line pt-4 text-[15px] leading-5.5 font-semibold tracking-tight">
              {t`Fees and GST`}
            </h3>
            <Charges sums={answer.totals} />
          </div>
        </Card>
        <Card className="sm:h-96">
          <CardHeader title={t`By bank`} description={t`IMPS payouts by receiving bank`} />
          <div className="px-5 pt-1 pb-5">
            {answer.by_bank.length > 0 ? (
              <ShareTable
                caption={t`IMPS payouts by bank`}
                nameHeader={t`Bank`}
                figureHeader={t`Volume`}
                shares={banksOf(answer)}
              />
            ) : (
              <p className="py-10 text-center text-muted">{t`No IMPS payouts in this period.`}</p>
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
        { label: t`Platform fees`, value: <Money value={fees} /> },
        { label: t`GST on the fees`, value: <Money value={gst} /> },
        { label: t`Charged in this period`, value: <Money value={add(fees, gst)} />, total: true },
      ]}
    />
  );
}

function banksOf({ by_bank: banks, other_banks: others }: PayoutAnalytics) {
  const shares = banks.map((sums) => ({ name: sums.bank_name, ...shareOf(sums) }));
  if (!others) return shares;
  const name = others.banks === 1 ? t`1 other bank` : t`${others.banks} other banks`;
  return [...shares, { name, ...shareOf(others) }];
}

function shareOf(sums: PayoutSums) {
  return { size: sums.volume.amount, figure: formatMoney(sums.volume), note: count(sums.count) };
}

function count(payouts: number): string {
  return payouts === 1
    ? t`${payouts.toLocaleString("en-IN")} payout`
    : t`${payouts.toLocaleString("en-IN")} payouts`;
}

function rate({ success_rate: percent }: PayoutSums): string {
  return percent === null ? "" : t`${percent}% successful`;
}
