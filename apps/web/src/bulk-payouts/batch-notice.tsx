import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { DraftNotices } from "../common/approvals/draft-notices.tsx";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { rowsText } from "./batch-labels.ts";

const addFunds = (
  <Link to={paths.wallet} className={buttonClass({ variant: "secondary", size: "sm" })}>
    {t`Add funds`}
  </Link>
);

/** What the batch waits for, and what to do next. */
export function BatchNotice({ batch }: { batch: PayoutBatchDetail }) {
  const { state, check, pause, cancel_reason: reason } = batch;
  if (state === "cancelled") {
    return (
      <Notice tone="plain" title={t`The rows without a payout were cancelled`}>
        {reason}
      </Notice>
    );
  }
  if (pause) {
    const isFunds = pause.code === "INSUFFICIENT_BALANCE";
    return (
      <Notice
        tone="warn"
        title={isFunds ? t`Waits for funds` : t`Creates no payouts now`}
        action={isFunds && addFunds}
      >
        {t`${pause.message} Payouts that exist go on.`}
      </Notice>
    );
  }
  const notices = <DraftNotices draft={batch} />;
  if (state !== "draft" || !check) return notices;
  return (
    <>
      {notices}
      {check.wrong > 0 && (
        <Notice tone="bad" title={t`Fix or remove ${rowsText(check.wrong)}`}>
          {t`Nothing is paid until every row is right.`}
        </Notice>
      )}
      {check.missing_amount.amount > 0 && (
        <Notice
          tone="warn"
          title={t`Your wallet lacks ${formatMoney(check.missing_amount)} for all rows`}
          action={addFunds}
        >
          {check.needed_first.amount > 0 &&
            t`It pays ${formatMoney(check.needed_first)} of running batches and waiting payouts first. `}
          {t`${rowsText(check.uncovered_rows)} would wait. Add funds, or pay in order.`}
        </Notice>
      )}
    </>
  );
}
