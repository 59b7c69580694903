import type { initiateDeposit } from "@rokad/contract/deposits";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { Hourglass, Plus } from "lucide-react";
import { t } from "../language.ts";
import { useMay } from "../api/session.ts";
import { openAddFunds } from "../common/balance/add-funds.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

interface FundsWaitProps {
  of: NonNullable<PayoutDetail["waiting_for_funds"]>;
}

/** What a payout waits for, in which place, and when it ends unsent. */
export function FundsWait({ of: { place, missing, expires_at, reason } }: FundsWaitProps) {
  const canAdd = useMay<typeof initiateDeposit>("fund");
  const isMissing = missing.amount > 0;
  const end = <span className="whitespace-nowrap">{formatDayAndTime(expires_at)}</span>;
  return (
    <Notice
      tone="warn"
      icon={<Hourglass />}
      title={isMissing ? t`Waiting for ${formatMoney(missing)}` : (reason ?? t`Funds arrived`)}
      action={
        canAdd &&
        isMissing && (
          <Button variant="secondary" size="sm" icon={<Plus />} onClick={openAddFunds}>
            {t`Add Funds`}
          </Button>
        )
      }
    >
      {place === 1
        ? t`It is next. Nothing is on hold.`
        : t`It is number ${place} in the queue. Nothing is on hold.`}{" "}
      {isMissing
        ? t`It is sent automatically once funds arrive, and ends unsent on ${end}.`
        : t`It is sent automatically, and ends unsent on ${end}.`}
    </Notice>
  );
}
