import type { proposeAdjustment } from "@rokad/contract/adjustments";
import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { useUser } from "../api/session.ts";
import { AccountNumber } from "../common/bank-details/account-number.tsx";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { useOwnAccounts } from "../common/bank-details/own-accounts.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { ReviewWarnings } from "../common/reviews/review-warnings.tsx";
import { superAdminPaths } from "../paths.ts";
import { Age } from "../ui/age.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDay, formatDayAndTime } from "../ui/dates.ts";
import { Details, type Detail } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { describeEarlierDeposits, describeLastDeposit } from "./earlier-deposits.ts";
import { nameOfDeposit } from "./name-of-deposit.ts";

/** Every detail of a deposit. */
export function DepositFacts({ of: row }: { of: ReviewedDeposit }) {
  return (
    <>
      <FirstApproval of={row} />
      <ReviewWarnings rows={[row]} nameOf={nameOfDeposit} />
      <Details of={factsOf(row)} />
      {row.status === "completed" && (
        <Permitted<typeof proposeAdjustment> needs="finance">
          <p className="text-dense text-muted">
            {t`Credited by mistake?`}{" "}
            <Link
              to={superAdminPaths.adjustments}
              search={{ propose: "wrong_credit", deposit: row._id }}
              className={buttonClass({ variant: "link", size: "text" })}
            >
              {t`Propose adjustment`}
            </Link>
          </p>
        </Permitted>
      )}
    </>
  );
}

function FirstApproval({ of: row }: { of: ReviewedDeposit }) {
  const user = useUser();
  const first = row.first_approval;
  if (row.status !== "pending" || row.approvals_needed === 1) return null;
  if (!first) return <Notice>{t`Two super admins must approve this amount.`}</Notice>;
  const isMine = first.by.id === user?.id;
  return (
    <Notice title={t`1 of 2 approvals, by ${isMine ? "you" : first.by.name}`}>
      {formatDayAndTime(first.at)}
      {first.note && `: ${first.note}`}
      {first.received_amount &&
        t`. ${formatMoney(first.received_amount)} received: ${first.amount_reason ?? ""}`}
      {isMine && ". Another super admin must give the second."}
    </Notice>
  );
}

function StatementLine({ of }: { of: NonNullable<ReviewedDeposit["statement"]> }) {
  return (
    <>
      <Money value={of.amount} />
      {of.booked_on !== null && t` on ${formatDay(of.booked_on)}`}
      {of.verdict !== "differs" && <span className="block text-xs text-muted">{of.message}</span>}
    </>
  );
}

function OwnAccountName({ id }: { id: string }) {
  const account = useOwnAccounts().find((one) => one.id === id);
  return account ? nameOfAccount(account) : t`Another account`;
}

function factsOf(row: ReviewedDeposit): (Detail | false | undefined)[] {
  const from = row.bank_account;
  const last = describeLastDeposit(row.earlier);
  const first = row.first_approval;
  return [
    {
      label: row.requested_amount ? t`Received amount` : t`Amount`,
      value: <Money value={row.amount} className="font-semibold" />,
    },
    row.requested_amount !== null && {
      label: t`Requested amount`,
      value: <Money value={row.requested_amount} />,
    },
    row.amount_reason !== null && { label: t`Why it differs`, value: row.amount_reason },
    { label: t`Status`, value: <StatusBadge status={row.status} /> },
    { label: t`Tenant`, value: <TenantLink tenant={row.tenant} /> },
    { label: t`Phone`, value: row.tenant.phone },
    { label: "UTR", value: <Copyable value={row.utr_reference} label={t`UTR Reference`} /> },
    row.statement !== null && {
      label: t`Bank statement`,
      value: <StatementLine of={row.statement} />,
    },
    row.virtual_account && { label: t`Virtual account`, value: row.virtual_account.provider },
    from && { label: t`Account holder`, value: from.account_holder_name },
    from &&
      row.bank_account_id !== null && {
        label: t`Account number`,
        value: <AccountNumber of={row.bank_account_id} masked={from.account_number} />,
      },
    from && { label: "IFSC", value: from.ifsc_code },
    from && { label: t`Bank`, value: from.bank_name },
    row.receiving_account !== null && {
      label: t`Sent to`,
      value: `${row.receiving_account.bank_name} ${row.receiving_account.account_number}`,
    },
    row.arrived_in_id !== null &&
      row.arrived_in_id !== row.receiving_account_id && {
        label: t`Arrived in`,
        value: <OwnAccountName id={row.arrived_in_id} />,
      },
    {
      label: t`Requested`,
      value:
        row.status === "pending" ? <Age of={row.created_at} /> : formatDayAndTime(row.created_at),
    },
    Boolean(row.remarks) && { label: t`Remarks`, value: row.remarks },
    { label: t`Account history`, value: describeEarlierDeposits(row.earlier) },
    last !== undefined && { label: t`Last deposit`, value: last },
    row.status !== "pending" &&
      first !== null && { label: t`First approval`, value: first.by.name },
    row.decided_by !== null && { label: t`Decided by`, value: row.decided_by },
    row.processed_at !== null && { label: t`Decided`, value: formatDayAndTime(row.processed_at) },
    Boolean(row.review_note) && {
      label: row.status === "failed" ? t`Reason` : t`Note`,
      value: row.review_note,
    },
    { label: t`Deposit ID`, value: row._id },
  ];
}
