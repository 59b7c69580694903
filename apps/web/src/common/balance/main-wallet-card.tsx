import { Eye, EyeOff, Plus, ShieldCheck, Wallet } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import type { initiateDeposit } from "@rokad/contract/deposits";
import type { WalletBalance } from "@rokad/contract/wallet";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cn } from "../../ui/class-names.ts";
import { formatNumericDay } from "../../ui/dates.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { openAddFunds } from "./add-funds.ts";
import { Balance } from "./balance.tsx";
import { setBalanceHidden, useBalanceHidden } from "./hidden-balance.ts";
import { useBalance } from "./use-balance.ts";

// Only while requests hold money.
const HoldsHint = lazy(async () => ({ default: (await import("./holds-hint.tsx")).HoldsHint }));
// Only where the figures explain themselves: the payouts page has little room for scripts.
const ExplainButton = lazy(async () => ({
  default: (await import("./explain-button.tsx")).ExplainButton,
}));
// Only while payouts wait.
const FundsHint = lazy(async () => ({ default: (await import("./funds-hint.tsx")).FundsHint }));

interface MainWalletCardProps {
  /** The button's label; no button without it. */
  addLabel?: string | undefined;
  /** Makes it the primary button, on the wallet page. */
  addIsPrimary?: boolean;
  /** Another button, before the one that adds money. */
  action?: ReactNode;
  /** Offers how the balance and the amount on hold add up. */
  explains?: boolean;
  /** Keeps the skeleton although the balance has loaded, on a page that shows everything at once. */
  showSkeleton?: boolean;
  className?: string;
}

/** The main wallet, on the wallet page, the payouts page and the dashboard. */
export function MainWalletCard(props: MainWalletCardProps) {
  const { addLabel, addIsPrimary = false, action, className } = props;
  const { explains = false, showSkeleton = false } = props;
  const { data, error, isValidating, mutate } = useBalance();
  const canAdd = useMay<typeof initiateDeposit>("fund");
  return (
    <Card
      className={cn("flex flex-col", className)}
      aria-label={t`Main Wallet`}
      aria-busy={(!data && !error) || showSkeleton}
    >
      {error && !data ? (
        <ErrorPanel
          message={t`Failed to load wallet balance`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <>
          <div className="flex-1 p-5">
            <div className="flex items-center gap-2.5">
              <span
                aria-hidden
                className="flex size-8 items-center justify-center rounded-control bg-brand-soft text-brand-ink"
              >
                <Wallet className="size-4" />
              </span>
              <p className="text-sm font-semibold">{t`Main Wallet`}</p>
              <Badge tone="brand">{t`Payout Funds`}</Badge>
            </div>
            {data && !showSkeleton ? (
              <Figures wallet={data.data} explains={explains} />
            ) : (
              <FiguresSkeleton />
            )}
          </div>
          <footer className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-2.5 text-xs text-muted">
            <span className="inline-flex items-center gap-1.5">
              <ShieldCheck aria-hidden className="size-4 text-good" />
              {t`Secured`}
            </span>
            <span className="flex flex-wrap gap-2 [&>button]:grow">
              {action}
              {addLabel && canAdd && (
                <Button
                  variant={addIsPrimary ? "primary" : "secondary"}
                  size="sm"
                  icon={<Plus />}
                  onClick={openAddFunds}
                >
                  {addLabel}
                </Button>
              )}
            </span>
          </footer>
        </>
      )}
    </Card>
  );
}

function Figures({ wallet, explains }: { wallet: WalletBalance; explains: boolean }) {
  const onHold = (
    <>
      <Money value={wallet.held_balance} className="font-medium" /> {t`on hold`}
    </>
  );
  return (
    <>
      <div className="mt-4 flex items-center gap-1.5">
        <p
          className={cn(
            "min-w-0 leading-9 font-semibold tracking-tight tabular-nums",
            // From a hundred crore the figure needs a smaller size to fit a side column.
            wallet.main_balance.amount < 1_00_00_00_000_00 ? "text-[28px]" : "text-[22px]",
          )}
        >
          <Balance value={wallet.main_balance} />
        </p>
        <EyeToggle />
        <Suspense>
          {explains && <ExplainButton query={{ figure: "balance" }} name={t`the wallet balance`} />}
        </Suspense>
      </div>
      <p className="mt-0.5 text-dense text-muted">{t`Available for customer payouts`}</p>
      {/* On one line, so that the layout stays still while a payout is in progress. */}
      <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 text-xs text-muted tabular-nums">
        <span>
          {t`Last updated ${wallet.last_updated ? formatNumericDay(wallet.last_updated) : "N/A"}`}
        </span>
        {wallet.held_balance.amount > 0 && (
          <span title={t`On hold for payouts in progress and payment requests`}>
            <Suspense fallback={onHold}>
              {explains ? (
                <ExplainButton query={{ figure: "held" }} name={t`the amount on hold`}>
                  {onHold}
                </ExplainButton>
              ) : (
                onHold
              )}
            </Suspense>
          </span>
        )}
      </p>
      <Suspense>
        {wallet.request_holds.count > 0 && <HoldsHint holds={wallet.request_holds} />}
        {wallet.funds_queue.count > 0 && <FundsHint queue={wallet.funds_queue} />}
      </Suspense>
      {wallet.receivable.amount > 0 && (
        <Notice
          tone="warn"
          className="mt-3"
          title={
            <>
              {t`You owe`} <Money value={wallet.receivable} />
            </>
          }
        >
          {t`Your next credits pay it off first. Until then you can’t send payouts.`}
        </Notice>
      )}
    </>
  );
}

function EyeToggle() {
  const hidden = useBalanceHidden();
  const Icon = hidden ? Eye : EyeOff;
  const label = hidden ? t`Show balance` : t`Hide balance`;
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      onClick={() => setBalanceHidden(!hidden)}
    >
      <Icon />
    </Button>
  );
}

function FiguresSkeleton() {
  return (
    <>
      <Skeleton className="mt-5 h-7 w-44" />
      <Skeleton className="mt-3 h-3.5 w-48" />
      <Skeleton className="mt-3.5 h-3 w-32" />
    </>
  );
}
