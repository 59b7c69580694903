import type { PayoutForm } from "@rokad/contract/payout-form";
import type { createPaymentRequest } from "@rokad/contract/payment-requests";
import { getPlatformConfig, type PlatformConfig } from "@rokad/contract/platform";
import type { User } from "@rokad/contract/sign-in";
import { formatMoney } from "@rokad/money/format";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { hasFeature, may, personKey, useMay, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { MainWalletCard } from "../common/balance/main-wallet-card.tsx";
import { useBalance } from "../common/balance/use-balance.ts";
import type { WhoMay as WhoMayNotice } from "../common/people/who-may.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { findMissingFunds } from "./find-missing-funds.ts";
import { holdsOrder } from "./holds-order.ts";
import { PayoutCost } from "./payout-cost.tsx";
import { blankPayout } from "./payout-form.ts";
import { PayoutFormCard } from "./payout-form-card.tsx";
import { usePayment, type PricedOrder, type Step } from "./use-payment.ts";
import { draftIdOf } from "./payout-draft.ts";
import { usePayoutForm } from "./use-payout-form.ts";

const PaymentDialog = lazy(async () => {
  // The link in the result takes the focus when the dialog closes.
  void loadNotices();
  return { default: (await import("./payment-dialog.tsx")).PaymentDialog };
});

const loadNotices = () => import("./payment-notices.tsx");
const PaymentNotices = lazy(async () => ({ default: (await loadNotices()).PaymentNotices }));

const ClosingNotice = lazy(async () => ({
  default: (await import("../common/balance/closing-notice.tsx")).ClosingNotice,
}));

// Only a payout that needs approval, or may need it, loads it.
const ApprovalPart = lazy(async () => ({
  default: (await import("./approval-part.tsx")).ApprovalPart,
}));

// Only members whose roles send no payouts need it.
const WhoMay = lazy(async () => ({
  default: (await import("../common/people/who-may.tsx")).WhoMay,
})) as unknown as typeof WhoMayNotice;

const highlights = [t`Instant transfers`, t`Secure & encrypted`, t`24/7 processing`];

/** Fetched once, and again after a super admin changes it. The OTP's quote is the binding one. */
function useConfig() {
  return useApi(getPlatformConfig, {}, { onFocus: false, onReconnect: false });
}

export function PayoutsPage() {
  const user = useUser();
  const { request } = useSearch({ from: "/signed-in/dashboard/payouts" });
  // A request's form has a draft of its own.
  return user && <Payouts key={request} user={user} editedId={request} />;
}

function Payouts({ user, editedId }: { user: User; editedId: string | undefined }) {
  const { data, error, isValidating, mutate } = useConfig();
  const config = data?.data;
  const wallet = useBalance().data?.data;
  const balance = wallet?.main_balance;
  const isClosing = Boolean(wallet?.closing_since);
  const form = usePayoutForm(draftIdOf(personKey(), editedId));
  const { reset, getValues } = form;
  const [ordered, setOrdered] = useState<PricedOrder>();
  const [needsApproval, setNeedsApproval] = useState(false);
  const payment = usePayment(
    user,
    useCallback(
      (order) => {
        // The answer may be of an earlier payout.
        if (editedId === undefined && holdsOrder(getValues(), order))
          reset(blankPayout as PayoutForm);
      },
      [editedId, getValues, reset],
    ),
    setOrdered,
  );
  const isPermitted = useMay<typeof createPaymentRequest>("prepare");
  const isEnabled = hasFeature(user, "create_payout");
  // Also in a view, which shows the form as the tenant has it.
  const canPay = isEnabled && may(user, "pay");
  const canPrepare = isEnabled && isPermitted;
  const amount = toMoney(useWatch({ control: form.control, name: "amount" }));
  const payoutLink = useRef<HTMLAnchorElement>(null);
  const [shownStep, setShownStep] = useState<Step>("form");
  const isRequest = needsApproval || !canPay || editedId !== undefined;
  const waiting = wallet?.funds_queue.is_on && !isRequest ? wallet : undefined;
  // The dialog shows its last step while it closes.
  if (payment.step !== "form" && payment.step !== shownStep) setShownStep(payment.step);

  return (
    <>
      <PageHeader
        title={t`Payouts`}
        description={
          <span className="flex flex-wrap gap-x-5 gap-y-1 pt-1">
            {highlights.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        }
      />
      <Notice tone="info">
        {t`Processing time: instant to 2 hours. All transactions are encrypted and monitored. A platform fee ${<FeeText config={config} />} applies per transaction.`}
      </Notice>
      <Suspense>
        {isClosing && <ClosingNotice />}
        {!isPermitted && (
          <WhoMay<typeof createPaymentRequest> needs="prepare" action={t`Preparing a payout`} />
        )}
      </Suspense>
      {isPermitted && !canPrepare && (
        <Notice tone="warn" title={t`Payouts are not enabled for your account.`}>
          {t`Ask your administrator to enable them. Your balance and history are not affected.`}
        </Notice>
      )}
      <Suspense>
        {(payment.unanswered || payment.result) && (
          <PaymentNotices payment={payment} next={payoutLink} />
        )}
      </Suspense>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {/* On a phone: the wallet, the form, the summary. */}
        <div className="gap-4 max-lg:contents lg:sticky lg:top-19 lg:col-start-2 lg:row-start-1 lg:grid">
          <MainWalletCard addLabel={t`Add Funds`} className="max-lg:order-1" />
          <div className="max-lg:order-3">
            {error && !data ? (
              <Card>
                <ErrorPanel
                  message={t`Failed to load the fees`}
                  detail={messageOf(error, "")}
                  onRetry={() => void mutate()}
                  busy={isValidating}
                />
              </Card>
            ) : (
              <PayoutCost amount={amount} config={config} balance={balance} wallet={waiting} />
            )}
          </div>
        </div>
        <PayoutFormCard
          className="max-lg:order-2 lg:col-start-1 lg:row-start-1"
          form={form}
          config={config}
          balance={balance}
          disabled={!canPrepare || isClosing || payment.unanswered !== null}
          submitLabel={
            editedId !== undefined
              ? t`Review Changes`
              : isRequest
                ? t`Submit for Approval`
                : t`Initiate Payout`
          }
          isRequest={isRequest}
          wallet={waiting}
          approvals={
            canPrepare &&
            (amount || editedId !== undefined || ordered) && (
              <Suspense>
                <ApprovalPart
                  form={form}
                  editedId={editedId}
                  canPay={canPay}
                  config={config}
                  balance={balance}
                  ordered={ordered}
                  onClosed={() => setOrdered(undefined)}
                  onNeed={setNeedsApproval}
                />
              </Suspense>
            )
          }
          onReview={isRequest ? setOrdered : payment.review}
        />
      </div>
      <Suspense>
        {shownStep !== "form" && (
          <PaymentDialog
            user={user}
            payment={payment}
            step={shownStep}
            open={payment.step !== "form"}
            gstPercent={config?.gst_percent ?? 0}
            balance={balance}
            missing={findMissingFunds(wallet, payment.pricedOrder?.quote.total)}
            next={payoutLink}
          />
        )}
      </Suspense>
    </>
  );
}

/** Reserves its space until the fee is loaded, so that the lines below don't shift on a phone. */
function FeeText({ config }: { config: PlatformConfig | undefined }) {
  if (!config) return <span className="invisible">{t`of ₹0.00 plus 00% GST`}</span>;
  return t`of ${formatMoney(config.txn_fees)} plus ${config.gst_percent}% GST`;
}
