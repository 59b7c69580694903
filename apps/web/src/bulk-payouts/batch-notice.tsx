import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { rowsText } from "./batch-labels.ts";

const addFunds = (
  <Link to={paths.wallet} className={buttonClass({ variant: "secondary", size: "sm" })}>
    Add funds
  </Link>
);

/** What the batch waits for, and what to do next. */
export function BatchNotice({ batch }: { batch: PayoutBatchDetail }) {
  const { state, rehearsal, returned, approval, pause, cancel_reason: reason } = batch;
  const isStuck = approval?.next?.people.length === 0;
  if (state === "cancelled") {
    return (
      <Notice tone="plain" title="The rows without a payout were cancelled">
        {reason}
      </Notice>
    );
  }
  if (pause) {
    const isFunds = pause.code === "INSUFFICIENT_BALANCE";
    return (
      <Notice
        tone="warn"
        title={isFunds ? "Waits for funds" : "Creates no payouts now"}
        action={isFunds && addFunds}
      >
        {pause.message} Payouts that exist go on.
      </Notice>
    );
  }
  if (state === "awaiting_approval" && approval) {
    return (
      <Notice
        tone={isStuck ? "bad" : "info"}
        title={isStuck ? "Nobody can approve it now" : "Waits for approval"}
      >
        Nothing is paid before the last approval.
      </Notice>
    );
  }
  if (!rehearsal) return null;
  return (
    <>
      {returned && (
        <Notice
          tone="warn"
          title={`${returned.by ? `${returned.reason ? "Sent back" : "Withdrawn"} by ${returned.by.name}` : "Not approved in time"}, ${formatDayAndTime(returned.at)}`}
        >
          {returned.reason}
        </Notice>
      )}
      {rehearsal.wrong > 0 && (
        <Notice tone="bad" title={`Fix or remove ${rowsText(rehearsal.wrong)}`}>
          Nothing is paid until every row is right.
        </Notice>
      )}
      {rehearsal.missing_amount.amount > 0 && (
        <Notice
          tone="warn"
          title={`Your wallet lacks ${formatMoney(rehearsal.missing_amount)} for all rows`}
          action={addFunds}
        >
          {rowsText(rehearsal.uncovered_rows)} would wait. Add funds, or pay in order.
        </Notice>
      )}
    </>
  );
}
