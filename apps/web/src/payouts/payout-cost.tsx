import type { PlatformConfig } from "@rokad/contract/platform";
import type { WalletBalance } from "@rokad/contract/wallet";
import { money, subtract, type Money as Amount } from "@rokad/money/money";
import { t } from "../language.ts";
import { Balance } from "../common/balance/balance.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Money } from "../ui/money.tsx";
import { findMissingFunds } from "./find-missing-funds.ts";
import { costDetails } from "./payout-details.tsx";
import { quotePayout } from "./quote-payout.ts";

interface PayoutCostProps {
  amount: Amount | undefined;
  config: PlatformConfig | undefined;
  balance: Amount | undefined;
  /** The wallet if a payout that it does not cover waits for funds. */
  wallet: WalletBalance | undefined;
}

/** The cost of the amount in the form, and the balance after it. */
export function PayoutCost({ amount, config, balance, wallet }: PayoutCostProps) {
  const quote = config && quotePayout(amount ?? money(0), config);
  const after = amount && quote && balance && subtract(balance, quote.total);
  const missing = findMissingFunds(wallet, amount && quote?.total);
  return (
    <Card aria-busy={!quote}>
      <CardHeader title={t`Summary`} />
      <CardBody className="pt-2.5">
        {quote ? (
          <Details
            of={[
              ...costDetails(quote, config.gst_percent).map((line) =>
                // Without an amount the total would show the fees alone.
                amount || ![t`Amount`, t`Total deduction`].includes(line.label)
                  ? line
                  : { ...line, value: "–" },
              ),
              missing && { label: t`Waits for`, value: <Money value={missing} /> },
              !missing && {
                label: t`Balance after`,
                value: after ? (
                  <span className={after.amount < 0 ? "font-medium text-bad" : undefined}>
                    <Balance value={{ amount: after.amount, currency: "INR" }} />
                  </span>
                ) : (
                  "–"
                ),
              },
            ]}
          />
        ) : (
          <div className="grid gap-3">
            {Array.from({ length: 4 }, (_, line) => (
              <div key={line} className="flex h-4.5 items-center justify-between">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-3.5 w-16" />
              </div>
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  );
}
