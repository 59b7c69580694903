import type { PlatformConfig } from "@rokad/contract/platform";
import type { WalletBalance } from "@rokad/contract/wallet";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import type { PayoutDraft } from "../common/payouts/start-payout.ts";
import { toMoney } from "../ui/parse-rupees.ts";
import { AmountFields } from "./amount-fields.tsx";
import { BeneficiaryFields } from "./beneficiary-fields.tsx";
import { DestinationFields } from "./destination-fields.tsx";
import type { PayoutFormState } from "./payout-form.ts";
import { quotePayout } from "./quote-payout.ts";
import { findMissingFunds } from "./find-missing-funds.ts";
import { findAmountProblem } from "./find-amount-problem.ts";
import type { PricedOrder } from "./use-payment.ts";

const PayeePanel = lazy(async () => ({
  default: (await import("./payee-panel.tsx")).PayeePanel,
}));

// Only where payouts wait for funds.
const WaitNotice = lazy(async () => ({ default: (await import("./wait-notice.tsx")).WaitNotice }));

interface PayoutFormCardProps {
  form: PayoutFormState;
  config: PlatformConfig | undefined;
  balance: Money | undefined;
  /** True without the feature, or while an earlier payout is unanswered. */
  disabled: boolean;
  className?: string;
  /** "Initiate Payout", or what the press does instead. */
  submitLabel: string;
  /** True for a request: it holds nothing, so the balance may come later. */
  isRequest: boolean;
  /** The wallet if a payout that it does not cover waits for funds. */
  wallet: WalletBalance | undefined;
  /** Above the button: the approvals that the payout needs. */
  approvals: ReactNode;
  onReview: (pricedOrder: PricedOrder) => void;
}

export function PayoutFormCard(props: PayoutFormCardProps) {
  const { form, config, balance, disabled, className = "", onReview } = props;
  const { isDirty } = form.formState;
  const [method, rupees] = useWatch({ control: form.control, name: ["method", "amount"] });
  const amount = toMoney(rupees);
  const quote = amount && config && quotePayout(amount, config);
  const problem =
    quote &&
    findAmountProblem(
      quote,
      props.isRequest || props.wallet ? undefined : balance,
      config.limits.payout[method],
    );

  const missing = findMissingFunds(props.wallet, quote?.total);

  // Fields of the draft that are not part of the form.
  const [payee, note] = useWatch({
    control: form.control,
    name: ["payee", "note"] as never,
  }) as unknown as [PayoutDraft["payee"], PayoutDraft["note"]];
  const [isSearching, setIsSearching] = useState(false);

  const submit = form.handleSubmit(async (order) => {
    if (problem) form.setFocus("amount");
    else if (quote) {
      const request = payee ? (await import("./choose-request.ts")).requestOf(order, payee) : order;
      onReview({ order, request, quote, saves: request === order });
    }
  });

  return (
    <Card className={className}>
      <CardHeader
        ruled
        title={t`Initiate Payout`}
        description={
          props.isRequest
            ? t`No money leaves your wallet until the last approval.`
            : t`No money leaves your wallet until you confirm and enter the OTP.`
        }
      />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={disabled} className="min-w-0">
          <div className="px-5 py-4">
            {isSearching || payee || note ? (
              <Suspense fallback={<div className="h-10" />}>
                <PayeePanel form={form} isSearching={isSearching} onSearch={setIsSearching} />
              </Suspense>
            ) : (
              <Button
                variant="secondary"
                className="max-sm:w-full"
                onClick={() => setIsSearching(true)}
              >
                {t`Choose a beneficiary`}
              </Button>
            )}
          </div>
          <Part title={t`Destination`}>
            <DestinationFields form={form} />
          </Part>
          <Part title={t`Beneficiary`}>
            <BeneficiaryFields form={form} />
          </Part>
          <Part title={t`Amount`}>
            <AmountFields form={form} config={config} problem={problem} />
          </Part>
        </fieldset>
        {props.approvals}
        <Suspense>
          {missing && (
            <div role="status" className="border-t border-line px-5 py-4">
              <WaitNotice missing={missing} />
            </div>
          )}
        </Suspense>
        <footer className="flex max-lg:sticky max-lg:bottom-0 items-center justify-between gap-3 rounded-b-card border-t border-line bg-surface px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))]">
          <p className="min-w-0 text-dense text-muted lg:invisible">
            {t`Total deduction`}
            <span className="block truncate text-sm font-semibold text-text tabular-nums sm:text-[15px]">
              {quote ? formatMoney(quote.total) : "–"}
            </span>
          </p>
          <Button type="submit" size="lg" disabled={!isDirty || disabled || !config || !balance}>
            {props.submitLabel}
          </Button>
        </footer>
      </form>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line px-5 py-5 not-first:border-t">
      <h3 className="mb-3.5 text-dense font-semibold text-muted">{title}</h3>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}
