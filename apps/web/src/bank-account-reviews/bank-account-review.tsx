import {
  approveBankAccounts,
  rejectBankAccounts,
  revokeBankAccount,
  type ReviewedBankAccount,
} from "@rokad/contract/bank-account-reviews";
import { t } from "../super-admin-language.ts";
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
  t`${row.account_number} (${row.ifsc_code.slice(0, 4)}) of ${row.tenant.name}`;

/** The review of bank accounts: details, decisions and reasons. */
export const bankAccountReview: Review<ReviewedBankAccount> = {
  one: t`bank account`,
  many: t`bank accounts`,
  nameOf,
  details: (row) => (
    <>
      <ReviewWarnings rows={[row]} nameOf={nameOf} />
      <Details of={factsOf(row)} />
    </>
  ),
  consequence: (rows) =>
    rows.length > 1
      ? t`Deposits from these accounts are accepted immediately.`
      : t`Deposits from this account are accepted immediately.`,
  reasons: [
    t`The name does not match the bank's record`,
    t`The account number or IFSC is wrong`,
    t`Please send a cancelled cheque first`,
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
    consequence: t`Deposits from this account are no longer accepted. Waiting deposits of it are decided one by one; credited ones stay.`,
    reasons: [t`The tenant asked for it`, t`The account was reported as stolen`],
    revoke: async ({ _id: id }, reason) => {
      const { message } = await send(revokeBankAccount, { params: { id }, body: { reason } });
      return message ?? t`Bank account revoked`;
    },
  },
};

function factsOf(row: ReviewedBankAccount): (Detail | false | undefined)[] {
  return [
    { label: t`Tenant`, value: row.tenant.name },
    { label: t`Phone`, value: row.tenant.phone },
    { label: t`Status`, value: <StatusBadge status={row.status} /> },
    { label: t`Account holder`, value: row.account_holder_name },
    { label: t`Name at bank`, value: <NameAtBank check={row.account_check} /> },
    row.account_check?.match_score != null && {
      label: t`Name match`,
      value: `${row.account_check.match_score}%`,
    },
    {
      label: t`Account number`,
      value: <AccountNumber of={row._id} masked={row.account_number} />,
    },
    { label: t`Account type`, value: row.account_type === "savings" ? t`Savings` : t`Current` },
    { label: "IFSC", value: row.ifsc_code },
    { label: t`Bank of the IFSC`, value: row.ifsc_bank ?? t`Unknown` },
    { label: t`Bank entered`, value: row.bank_name },
    { label: t`Branch entered`, value: row.branch_name },
    {
      label: t`Added`,
      value:
        row.status === "pending" ? <Age of={row.created_at} /> : formatDayAndTime(row.created_at),
    },
    row.decided_by !== null && { label: t`Decided by`, value: row.decided_by },
    row.reviewed_at !== null && { label: t`Decided`, value: formatDayAndTime(row.reviewed_at) },
    Boolean(row.review_note) && {
      label: row.status === "rejected" ? t`Reason` : t`Note`,
      value: row.review_note,
    },
    row.revoked !== null && {
      label: t`Revoked`,
      value: `${formatDayAndTime(row.revoked.at)}${row.revoked.by ? t` by ${row.revoked.by}` : ""}`,
    },
    row.revocation_reason !== null && { label: t`Reason`, value: row.revocation_reason },
    { label: t`Bank account ID`, value: row._id },
  ];
}
