import type { FundsQueue } from "@rokad/contract/funds-queue-state";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Notice } from "../../ui/notice.tsx";

/** "2 payouts wait for ₹3,400.00", with the way to them. */
export function FundsHint({ queue }: { queue: FundsQueue }) {
  const { count, missing, first_expires_at: expires } = queue;
  const noun = count === 1 ? t`1 payout waits` : t`${count.toLocaleString("en-IN")} payouts wait`;
  return (
    <Notice
      tone="warn"
      className="mt-3"
      icon={<Hourglass />}
      title={
        <Link
          to={paths.payoutHistory}
          search={{ status: "waiting_for_funds" }}
          className="underline-offset-4 hover:underline"
        >
          {missing.amount > 0 ? t`${noun} for ${formatMoney(missing)}` : t`${noun} to be sent`}
        </Link>
      }
    >
      {t`Sent in order once funds arrive.`}
      {expires && <> {t`The first ends unsent on ${formatDayAndTime(expires)}.`}</>}
    </Notice>
  );
}
