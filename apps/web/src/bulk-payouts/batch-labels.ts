import type { BatchField } from "@rokad/contract/batch-columns";
import type { BatchRowState, BatchRowView, BatchState } from "@rokad/contract/batch-states";
import type { BatchRow, PayoutBatch, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import type { BadgeTone } from "../ui/badge.tsx";

export const batchLabels: Readonly<Record<BatchState, { text: string; tone: BadgeTone }>> = {
  draft: { text: "Draft", tone: "outline" },
  awaiting_approval: { text: "Awaiting approval", tone: "warn" },
  running: { text: "Running", tone: "info" },
  paused: { text: "Paused", tone: "warn" },
  finished: { text: "Finished", tone: "good" },
  cancelled: { text: "Cancelled", tone: "neutral" },
};

export const rowLabels: Readonly<Record<BatchRowState, { text: string; tone: BadgeTone }>> = {
  ready: { text: "Ready", tone: "good" },
  wrong: { text: "Needs fixing", tone: "bad" },
  removed: { text: "Removed", tone: "neutral" },
  waiting: { text: "Waiting", tone: "outline" },
  sent: { text: "Sent", tone: "info" },
  paid: { text: "Paid", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
  cancelled: { text: "Cancelled", tone: "neutral" },
};

const viewLabels: Readonly<Record<BatchRowView, string>> = {
  all: "All rows",
  ready: "Ready",
  wrong: "Needs fixing",
  removed: "Removed",
  warned: "Check first",
  repaired: "Corrected",
  repeated: "Repeated",
  new_payee: "New payees",
  unchecked: "Not checked",
  different_name: "Different names",
  waiting: "Waiting",
  sent: "Sent",
  paid: "Paid",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** The filters of a batch's rows in their order, with the number of rows where it is known. */
export function viewOptions({ state, check, progress, rows }: PayoutBatchDetail) {
  const counts: Partial<Record<BatchRowView, number | undefined>> = check
    ? {
        all: state === "draft" ? check.rows : rows,
        wrong: check.wrong,
        warned: check.warned,
        repaired: check.repaired,
        repeated: check.repeated_in_file + check.repeated_before,
        new_payee: check.new_payees,
        unchecked: check.unchecked,
        different_name: check.different_names,
        removed: state === "draft" ? check.removed : 0,
      }
    : {
        all: rows,
        waiting: undefined,
        sent: undefined,
        paid: progress?.paid.count,
        failed: progress?.failed.count,
        cancelled: progress?.cancelled.count,
      };
  const views = Object.keys(counts) as BatchRowView[];
  return views
    .filter((view) => view === "all" || check === null || (counts[view] ?? 0) > 0)
    .map((value) => {
      const count = counts[value];
      const label = viewLabels[value];
      return {
        value,
        label: count === undefined ? label : `${label} (${count.toLocaleString("en-IN")})`,
      };
    });
}

/** `398 of 400 paid`, or the number of rows of a batch that pays nothing yet. */
export function progressText({ rows, progress, state }: PayoutBatch): string {
  const all = rowsText(rows);
  if (!progress || state === "awaiting_approval") return all;
  const { paid, failed, cancelled } = progress;
  const parts = [
    `${paid.count.toLocaleString("en-IN")} of ${rows.toLocaleString("en-IN")} paid`,
    failed.count > 0 && `${failed.count.toLocaleString("en-IN")} failed`,
    cancelled.count > 0 && `${cancelled.count.toLocaleString("en-IN")} cancelled`,
  ];
  return parts.filter(Boolean).join(" · ");
}

export const rowsText = (count: number) =>
  count === 1 ? "1 row" : `${count.toLocaleString("en-IN")} rows`;

export const accountsText = (count: number) =>
  count === 1 ? "1 new account" : `${count.toLocaleString("en-IN")} new accounts`;

/** The account or UPI ID of a row as its file says it. */
export function destinationOf({ fields }: BatchRow): string {
  const { account_number: account, ifsc_code: ifsc, upi_id: upiId } = fields;
  const parts = [account && `${account}${ifsc ? `, ${ifsc}` : ""}`, upiId];
  return parts.filter(Boolean).join(" · ") || "Saved beneficiary";
}

/** The fields that a person corrects, in the order of the form. */
export const correctedFields = [
  "repeat_reason",
  "beneficiary_name",
  "amount",
  "account_number",
  "ifsc_code",
  "upi_id",
  "purpose",
  "remarks",
  "beneficiary_email",
  "beneficiary_phone",
  "beneficiary_address",
] as const satisfies readonly BatchField[];
