import type { BankAccount } from "@rokad/contract/bank-accounts";
import { Landmark } from "lucide-react";
import { t } from "../language.ts";
import { NameAtBank } from "../common/bank-details/name-at-bank.tsx";
import { Card } from "../ui/card.tsx";
import { formatDay } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Notice } from "../ui/notice.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

const typeNames = { savings: t`Savings`, current: t`Current` };

export function BankAccountCard({ account }: { account: BankAccount }) {
  return (
    <Card className="flex flex-col" aria-label={account.bank_name}>
      <div className="flex items-start gap-3 p-5 pb-4">
        <span
          aria-hidden
          className="flex size-10 shrink-0 items-center justify-center rounded-control bg-sunken text-muted"
        >
          <Landmark className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-[15px] leading-5.5 font-semibold" title={account.bank_name}>
            {account.bank_name}
          </h2>
          <p className="truncate text-dense text-muted" title={account.account_holder_name}>
            {account.account_holder_name}
          </p>
        </div>
        <StatusBadge status={account.status} />
      </div>
      <Details
        className="border-t border-line px-5 py-4"
        of={[
          { label: t`Name at bank`, value: <NameAtBank check={account.account_check} /> },
          { label: t`Account number`, value: maskAccount(account.account_number) },
          { label: "IFSC", value: account.ifsc_code },
          { label: t`Account type`, value: typeNames[account.account_type] },
          { label: t`Branch`, value: account.branch_name },
          { label: t`Added`, value: formatDay(account.created_at) },
        ]}
      />
      {account.rejection_reason && (
        <Notice tone="bad" title={t`Needs attention`} className="mx-4 mt-auto mb-4">
          {account.rejection_reason}
        </Notice>
      )}
      {account.revocation_reason && (
        <Notice tone="bad" title={t`No longer accepted for deposits`} className="mx-4 mt-auto mb-4">
          {account.revocation_reason}
        </Notice>
      )}
    </Card>
  );
}
