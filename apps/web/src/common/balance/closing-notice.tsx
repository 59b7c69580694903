import { t } from "../../language.ts";
import { formatNumericDay } from "../../ui/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { useBalance } from "./use-balance.ts";

/** Says that a super admin closes the account; nothing while nobody does. */
export function ClosingNotice() {
  const since = useBalance().data?.data.closing_since;
  if (!since) return null;
  return (
    <Notice
      tone="warn"
      title={t`The closing of this account started on ${formatNumericDay(since)}`}
    >
      {t`New payouts, withdrawals and deposits are stopped. The balance is paid out to your bank account.`}
    </Notice>
  );
}
