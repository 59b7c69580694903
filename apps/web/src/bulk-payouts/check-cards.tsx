import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { t } from "../language.ts";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import { rowsText } from "./batch-labels.ts";

/** What the signature would do, before anything moves. */
export function CheckCards({ check }: { check: NonNullable<PayoutBatchDetail["check"]> }) {
  const { ready, wrong, removed, missing_amount: missing } = check;
  const repeated = check.repeated_in_file + check.repeated_before;
  const notes = [
    check.warned > 0 && t`${check.warned.toLocaleString("en-IN")} to check first`,
    check.new_payees > 0 && t`${check.new_payees.toLocaleString("en-IN")} new payees`,
    repeated > 0 && t`${repeated.toLocaleString("en-IN")} repeated`,
    check.rows_to_approve > 0 && t`${check.rows_to_approve.toLocaleString("en-IN")} need approval`,
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label={t`To pay`}
        value={<Money value={check.amount} />}
        hint={[
          t`${ready.toLocaleString("en-IN")} of ${rowsText(check.rows)} ready`,
          wrong > 0 && t`${wrong.toLocaleString("en-IN")} wrong`,
          removed > 0 && t`${removed.toLocaleString("en-IN")} removed`,
        ]
          .filter(Boolean)
          .join(" · ")}
      />
      <StatCard
        label={t`Charges`}
        value={<Money value={add(check.txn_fee, check.gst_amount)} />}
        hint={t`Fee ${formatMoney(check.txn_fee)} · GST ${formatMoney(check.gst_amount)}`}
      />
      <StatCard
        label={t`Total from the wallet`}
        value={<Money value={check.total} />}
        hint={notes.filter(Boolean).join(" · ") || t`All payees known, nothing to check`}
      />
      <StatCard
        label={t`Wallet afterwards`}
        value={<Money value={check.closing_balance} />}
        tone={missing.amount > 0 ? "bad" : "plain"}
        hint={[
          missing.amount > 0
            ? t`${formatMoney(missing)} more is needed`
            : t`Now ${formatMoney(check.available)}`,
          check.needed_first.amount > 0 && t`${formatMoney(check.needed_first)} to pay first`,
        ]
          .filter(Boolean)
          .join(" · ")}
      />
    </div>
  );
}
