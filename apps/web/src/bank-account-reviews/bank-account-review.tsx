import {
  approveBankAccounts,
  rejectBankAccounts,
  revokeBankAccount,
  type ReviewedBankAccount,
} from "@rokad/contract/bank-account-reviews";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { AccountNumber } from "../common/bank-details/account-number.tsx";
import { NameAtBank } from "../common/bank-details/name-at-bank.tsx";
import { ReviewWarnings } from "../common/reviews/review-warnings.tsx";
import type { Review } from "../common/reviews/review.ts";
import { Age } from "../ui/age.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details, type Detail } from "../ui/details.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

const nameOf = (row: ReviewedBankAccount) =>
  `${row.account_number} (${row.ifsc_code.slice(0, 4)}) of ${row.tenant.name}`;

/** The review of bank accounts: details, decisions and reasons. */
export const bankAccountReview: Review<ReviewedBankAccount> = {
  one: "bank account",
  many: "bank accounts",
  nameOf,
  details: (row) => (
    <>
      <ReviewWarnings rows={[row]} nameOf={nameOf} />
      <Details of={factsOf(row)} />
    </>
  ),
  consequence: (rows) =>
    rows.length > 1
      ? "Deposits from these accounts are accepted immediately."
      : "Deposits from this account are accepted immediately.",
  reasons: [
    "The name does not match the bank's record",
    "The account number or IFSC is wrong",
    "Please send a cancelled cheque first",
  ],
  decide: async (decision) => {
    const { ids } = decision;
    const { data } =
      decision.how === "approve"
        ? await sendIdempotent(
            approveBankAccounts,
            { body: { ids, note: decision.note } },
            { keptMs: approvalKeptMs },
          )
        : await send(rejectBankAccounts, { body: { ids, reason: decision.reason } });
    return data;
  },
  revocation: {
    isPossible: ({ status }) => status === "approved",
    consequence:
      "Deposits from this account are no longer accepted. Waiting deposits of it are decided one by one; credited ones stay.",
    reasons: ["The tenant asked for it", "The account was reported as stolen"],
    revoke: async ({ _id: id }, reason) => {
      const { message } = await send(revokeBankAccount, { params: { id }, body: { reason } });
      return message ?? "Bank account revoked";
    },
  },
};

function factsOf(row: ReviewedBankAccount): (Detail | false | undefined)[] {
  return [
    { label: "Tenant", value: row.tenant.name },
    { label: "Phone", value: row.tenant.phone },
    { label: "Status", value: <StatusBadge status={row.status} /> },
    { label: "Account holder", value: row.account_holder_name },
    { label: "Name at bank", value: <NameAtBank check={row.account_check} /> },
    row.account_check?.match_score != null && {
      label: "Name match",
      value: `${row.account_check.match_score}%`,
    },
    {
      label: "Account number",
      value: <AccountNumber of={row._id} masked={row.account_number} />,
    },
    { label: "Account type", value: row.account_type === "savings" ? "Savings" : "Current" },
    { label: "IFSC", value: row.ifsc_code },
    { label: "Bank of the IFSC", value: row.ifsc_bank ?? "Unknown" },
    { label: "Bank entered", value: row.bank_name },
    { label: "Branch entered", value: row.branch_name },
    {
      label: "Added",
      value:
        row.status === "pending" ? <Age of={row.created_at} /> : formatDayAndTime(row.created_at),
    },
    row.decided_by !== null && { label: "Decided by", value: row.decided_by },
    row.reviewed_at !== null && { label: "Decided", value: formatDayAndTime(row.reviewed_at) },
    Boolean(row.review_note) && {
      label: row.status === "rejected" ? "Reason" : "Note",
      value: row.review_note,
    },
    row.revoked !== null && {
      label: "Revoked",
      value: `${formatDayAndTime(row.revoked.at)}${row.revoked.by ? ` by ${row.revoked.by}` : ""}`,
    },
    row.revocation_reason !== null && { label: "Reason", value: row.revocation_reason },
    { label: "Bank account ID", value: row._id },
  ];
}
