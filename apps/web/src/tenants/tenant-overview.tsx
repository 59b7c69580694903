import { getTenantOverview, type TenantOverview } from "@rokad/contract/tenant-overview";
import type { Tenant } from "@rokad/contract/tenants";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { formatPhone } from "../common/people/person.ts";
import { describeRoles } from "../common/people/role-names.ts";
import { superAdminPaths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { formatDay, formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { pollSeconds } from "./poll-seconds.ts";

function useOverview(tenant: Tenant) {
  return useApi(getTenantOverview, { params: { id: tenant._id } }, { pollSeconds });
}

/** What a tenant last paid and received. */
export function OverviewCards({ tenant }: { tenant: Tenant }) {
  const answer = useOverview(tenant);
  return (
    <>
      <ListCard
        title={t`Last payouts`}
        none={t`The tenant has not paid anybody yet.`}
        answer={answer}
        rowsOf={({ payouts }) => payouts.map((payout) => <PayoutRow key={payout.id} of={payout} />)}
      />
      <ListCard
        title={t`Last deposits`}
        none={t`The tenant has not added funds yet.`}
        answer={answer}
        rowsOf={({ deposits }) =>
          deposits.map((deposit) => <DepositRow key={deposit.id} of={deposit} />)
        }
      />
    </>
  );
}

/** Who acts for a tenant, and the accounts from which it may pay in. */
export function TeamAndAccounts({ tenant }: { tenant: Tenant }) {
  const answer = useOverview(tenant);
  return (
    <>
      <ListCard
        title={t`Team`}
        none={t`Nobody acts for this tenant.`}
        answer={answer}
        rowsOf={teamRows}
      />
      <ListCard
        title={t`Bank Accounts`}
        none={t`The tenant has added no bank account yet.`}
        answer={answer}
        action={
          <Link
            to={superAdminPaths.bankAccounts}
            search={{ status: "all", search: tenant.phone }}
            className="text-dense text-brand-ink underline-offset-4 hover:underline"
          >
            {t`Review`}
          </Link>
        }
        rowsOf={({ bank_accounts: accounts }) =>
          accounts.map((account) => <AccountRow key={account._id} of={account} />)
        }
      />
    </>
  );
}

interface ListCardProps {
  title: string;
  /** Instead of rows where there are none. */
  none: string;
  action?: ReactNode;
  answer: ReturnType<typeof useOverview>;
  rowsOf: (overview: TenantOverview) => ReactNode[];
}

function ListCard({ title, none, action, answer, rowsOf }: ListCardProps) {
  const { data, error, isValidating, mutate } = answer;
  const rows = data && rowsOf(data.data);
  return (
    <Card aria-label={title} aria-busy={(!data && !error) || undefined}>
      <CardHeader ruled title={title} action={action} />
      {error && !data ? (
        <ErrorPanel
          className="py-6"
          message={t`Failed to load: ${title.toLowerCase()}`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : !rows ? (
        <div className="grid gap-4 px-5 py-4">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      ) : rows.length === 0 ? (
        <p className="px-5 py-6 text-sm text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line">{rows}</ul>
      )}
    </Card>
  );
}

const rowClass = "flex items-center justify-between gap-4 px-5 py-3 text-sm";
const linkClass = `${rowClass} hover:bg-sunken focus-visible:-outline-offset-2`;

interface RowTextProps {
  first: ReactNode;
  second: ReactNode;
}

function RowText({ first, second }: RowTextProps) {
  return (
    <span className="min-w-0">
      <span className="block break-words">{first}</span>
      <span className="block text-xs break-words text-muted tabular-nums">{second}</span>
    </span>
  );
}

interface AmountProps {
  amount: TenantOverview["payouts"][number]["amount"];
  status: ReactNode;
}

function AmountAndStatus({ amount, status }: AmountProps) {
  return (
    <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-4">
      <Money value={amount} className="font-medium" />
      {status}
    </span>
  );
}

function PayoutRow({ of: payout }: { of: TenantOverview["payouts"][number] }) {
  const { name, account, amount, status, utr_number: utr, reference_id: reference } = payout;
  const text = (
    <>
      <RowText
        first={name}
        second={`${account} · ${utr ?? reference} · ${formatDayAndTime(payout.created_at)}`}
      />
      <AmountAndStatus
        amount={amount}
        status={<StatusBadge status={payout.is_wait ? "waiting_for_funds" : status} />}
      />
    </>
  );
  return (
    <li>
      {payout.is_wait ? (
        <span className={rowClass}>{text}</span>
      ) : (
        <Link
          to={superAdminPaths.activity}
          search={{ payout: payout.id, reference }}
          className={linkClass}
        >
          {text}
        </Link>
      )}
    </li>
  );
}

function DepositRow({ of: deposit }: { of: TenantOverview["deposits"][number] }) {
  return (
    <li>
      <Link
        to={superAdminPaths.deposits}
        search={{ utr: deposit.utr_reference, status: "all" }}
        className={cn(linkClass, "flex-wrap gap-y-1")}
      >
        <RowText
          first={formatDayAndTime(deposit.created_at)}
          second={<span className="whitespace-nowrap">{deposit.utr_reference}</span>}
        />
        <AmountAndStatus amount={deposit.amount} status={<StatusBadge status={deposit.status} />} />
      </Link>
    </li>
  );
}

function teamRows({ members, invitations }: TenantOverview): ReactNode[] {
  return [
    ...members.map((member) => (
      <li key={member.id} className={rowClass}>
        <RowText
          first={member.name}
          second={`${describeRoles(member.roles)} · ${formatPhone(member.mobile)} · ${
            member.last_signed_in_at
              ? t`Last signed in ${formatDay(member.last_signed_in_at)}`
              : t`Never signed in`
          }`}
        />
        {!member.is_active && <Badge>{member.has_left ? t`Left` : t`Disabled`}</Badge>}
      </li>
    )),
    ...invitations.map(({ id, name, roles, mobile, is_expired: isExpired }) => (
      <li key={id} className={rowClass}>
        <RowText first={name} second={`${describeRoles(roles)} · ${formatPhone(mobile)}`} />
        <Badge tone={isExpired ? "warn" : "info"}>{isExpired ? t`Expired` : t`Invited`}</Badge>
      </li>
    )),
  ];
}

function AccountRow({ of: account }: { of: TenantOverview["bank_accounts"][number] }) {
  return (
    <li className={rowClass}>
      <RowText
        first={`${account.bank_name} ${account.account_number}`}
        second={`${account.account_holder_name} · ${account.ifsc_code}`}
      />
      <StatusBadge status={account.status} />
    </li>
  );
}
