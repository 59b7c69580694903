import type { BatchField } from "@rokad/contract/batch-columns";
import type { BatchRowState, BatchRowView, BatchState } from "@rokad/contract/batch-states";
import type { BatchRow, PayoutBatch, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { t } from "../language.ts";
import type { BadgeTone } from "../ui/badge.tsx";

export const batchLabels: Readonly<Record<BatchState, { text: string; tone: BadgeTone }>> = {
  draft: { text: t`Draft`, tone: "outline" },
  awaiting_approval: { text: t`Awaiting approval`, tone: "warn" },
  running: { text: t`Running`, tone: "info" },
  paused: { text: t`Paused`, tone: "warn" },
  finished: { text: t`Finished`, tone: "good" },
  cancelled: { text: t`Cancelled`, tone: "neutral" },
};

export const rowLabels: Readonly<Record<BatchRowState, { text: string; tone: BadgeTone }>> = {
  ready: { text: t`Ready`, tone: "good" },
  wrong: { text: t`Needs fixing`, tone: "bad" },
  removed: { text: t`Removed`, tone: "neutral" },
  waiting: { text: t`Waiting`, tone: "outline" },
  sent: { text: t`Sent`, tone: "info" },
  paid: { text: t`Paid`, tone: "good" },
  failed: { text: t`Failed`, tone: "bad" },
  cancelled: { text: t`Cancelled`, tone: "neutral" },
};

const viewLabels: Readonly<Record<BatchRowView, string>> = {
  all: t`All rows`,
  ready: t`Ready`,
  wrong: t`Needs fixing`,
  removed: t`Removed`,
  warned: t`Check first`,
  repaired: t`Corrected`,
  repeated: t`Repeated`,
  new_payee: t`New payees`,
  unchecked: t`Not checked`,
  different_name: t`Different names`,
  waiting: t`Waiting`,
  sent: t`Sent`,
  paid: t`Paid`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
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
    t`${paid.count.toLocaleString("en-IN")} of ${rows.toLocaleString("en-IN")} paid`,
    failed.count > 0 && t`${failed.count.toLocaleString("en-IN")} failed`,
    cancelled.count > 0 && t`${cancelled.count.toLocaleString("en-IN")} cancelled`,
  ];
  return parts.filter(Boolean).join(" · ");
}

export const rowsText = (count: number) =>
  count === 1 ? t`1 row` : t`${count.toLocaleString("en-IN")} rows`;

export const accountsText = (count: number) =>
  count === 1 ? t`1 new account` : t`${count.toLocaleString("en-IN")} new accounts`;

/** The account or UPI ID of a row as its file says it. */
export function destinationOf({ fields }: BatchRow): string {
  const { account_number: account, ifsc_code: ifsc, upi_id: upiId } = fields;
  const parts = [account && `${account}${ifsc ? `, ${ifsc}` : ""}`, upiId];
  return parts.filter(Boolean).join(" · ") || t`Saved beneficiary`;
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
