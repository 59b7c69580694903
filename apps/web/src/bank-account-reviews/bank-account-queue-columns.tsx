import type { ReviewedBankAccount } from "@rokad/contract/bank-account-reviews";
import { t } from "../super-admin-language.ts";
import { AccountNumber } from "../common/bank-details/account-number.tsx";
import { ReviewStatus } from "../common/reviews/review-status.tsx";
import type { Column } from "../ui/table-cards.ts";

/** The values that a reviewer compares with the tenant's documents. */
export const bankAccountQueueColumns: readonly Column<ReviewedBankAccount>[] = [
  {
    id: "holder",
    header: t`Account holder`,
    card: "line",
    cell: (row) => (
      <span className="block truncate md:max-w-52" title={row.account_holder_name}>
        {row.account_holder_name}
      </span>
    ),
  },
  {
    id: "number",
    header: t`Account number`,
    card: "line",
    cell: (row) => (
      <>
        <AccountNumber of={row._id} masked={row.account_number} />
        <span className="block text-xs text-muted">
          {row.account_type === "savings" ? t`Savings` : t`Current`}
        </span>
      </>
    ),
  },
  {
    id: "ifsc",
    header: t`IFSC and bank`,
    card: "line",
    cell: (row) => (
      <div className="min-w-0 md:max-w-64">
        <span className="tabular-nums">{row.ifsc_code}</span>
        <span className="block truncate text-xs text-muted" title={row.ifsc_bank ?? undefined}>
          {row.ifsc_bank ?? t`Unknown bank`}
        </span>
        {row.ifsc_bank !== row.bank_name && (
          <span className="block truncate text-xs text-muted" title={row.bank_name}>
            {t`Entered: ${row.bank_name}`}
          </span>
        )}
      </div>
    ),
  },
  {
    id: "status",
    header: t`When`,
    card: "line",
    cell: (row) => (
      <ReviewStatus
        status={row.status}
        created={row.created_at}
        decided={row.revoked?.at ?? row.reviewed_at}
        by={row.revoked ? row.revoked.by : row.decided_by}
      />
    ),
  },
];
