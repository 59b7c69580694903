import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { Hourglass } from "lucide-react";
import { t } from "../language.ts";
import { useBalance } from "../common/balance/use-balance.ts";
import { formatHours } from "../ui/durations.ts";
import { Notice } from "../ui/notice.tsx";

interface WaitNoticeProps {
  /** What the wallet lacks for the payout and for those before it. */
  missing: Money;
  className?: string;
}

/** Says before a payout is sent that it will wait for funds, and what becomes of it. */
export function WaitNotice({ missing, className }: WaitNoticeProps) {
  const wallet = useBalance().data?.data;
  if (!wallet) return null;
  const { main_balance: balance, funds_queue: queue } = wallet;
  const ahead = queue.count === 1 ? t`1 payout waits` : t`${queue.count} payouts wait`;
  return (
    <Notice
      tone="warn"
      icon={<Hourglass />}
      title={
        queue.count > 0 ? t`${ahead} before it` : t`Your wallet covers ${formatMoney(balance)}`
      }
      {...(className && { className })}
    >
      {t`The payout will wait for ${formatMoney(missing)}. Nothing is put on hold until then; after ${formatHours(queue.wait_hours)} it ends unsent.`}
    </Notice>
  );
}
