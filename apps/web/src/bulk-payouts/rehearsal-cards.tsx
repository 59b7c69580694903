import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { formatMoney } from "@rokad/money/format";
import { add } from "@rokad/money/money";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import { rowsText } from "./batch-labels.ts";

/** What the signature would do, before anything moves. */
export function RehearsalCards({
  rehearsal,
}: {
  rehearsal: NonNullable<PayoutBatchDetail["rehearsal"]>;
}) {
  const { ready, wrong, removed, missing_amount: missing } = rehearsal;
  const repeated = rehearsal.repeated_in_file + rehearsal.repeated_before;
  const notes = [
    rehearsal.warned > 0 && `${rehearsal.warned.toLocaleString("en-IN")} to check first`,
    rehearsal.new_payees > 0 && `${rehearsal.new_payees.toLocaleString("en-IN")} new payees`,
    repeated > 0 && `${repeated.toLocaleString("en-IN")} repeated`,
    rehearsal.rows_to_approve > 0 &&
      `${rehearsal.rows_to_approve.toLocaleString("en-IN")} need approval`,
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label="To pay"
        value={<Money value={rehearsal.amount} />}
        hint={[
          `${ready.toLocaleString("en-IN")} of ${rowsText(rehearsal.rows)} ready`,
          wrong > 0 && `${wrong.toLocaleString("en-IN")} wrong`,
          removed > 0 && `${removed.toLocaleString("en-IN")} removed`,
        ]
          .filter(Boolean)
          .join(" · ")}
      />
      <StatCard
        label="Charges"
        value={<Money value={add(rehearsal.txn_fee, rehearsal.gst_amount)} />}
        hint={`Fee ${formatMoney(rehearsal.txn_fee)} · GST ${formatMoney(rehearsal.gst_amount)}`}
      />
      <StatCard
        label="Total from the wallet"
        value={<Money value={rehearsal.total} />}
        hint={notes.filter(Boolean).join(" · ") || "All payees known, nothing to check"}
      />
      <StatCard
        label="Wallet afterwards"
        value={<Money value={rehearsal.closing_balance} />}
        tone={missing.amount > 0 ? "bad" : "plain"}
        hint={
          missing.amount > 0
            ? `${formatMoney(missing)} more is needed`
            : `Now ${formatMoney(rehearsal.available)}`
        }
      />
    </div>
  );
}
