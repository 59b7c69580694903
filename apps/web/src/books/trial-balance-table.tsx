import type { AccountDocument, LedgerAccount, TrialBalance } from "@rokad/contract/books";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { Verdict } from "../common/parts/verdict.tsx";

const names: Readonly<Record<LedgerAccount, string>> = {
  available: t`Available: what tenants can spend`,
  held: t`Held: for open payouts and payment requests`,
  bank: t`Bank account`,
  provider: t`Balance with providers`,
  fee_income: t`Fee income`,
  gst_payable: t`GST payable`,
  suspense: t`Suspense: credits with unknown owner`,
  provider_fees: t`Providers' fees`,
  input_tax_credit: t`Input tax credit`,
  own_funds: t`Own funds`,
  receivable: t`Receivable: owed by tenants`,
  losses: t`Losses: goodwill, charges, write-offs`,
  unclaimed: t`Unclaimed: remainders of closed tenants`,
};

const documents: Readonly<Record<AccountDocument, { name: string; to: string }>> = {
  wallets: { name: t`Wallets`, to: superAdminPaths.tenants },
  open_payouts: { name: t`Open payouts and requests`, to: superAdminPaths.activity },
  bank_statement: { name: t`Bank statement`, to: superAdminPaths.float },
  provider_balances: { name: t`Provider balances`, to: superAdminPaths.float },
  fee_report: { name: t`Fees and GST`, to: superAdminPaths.reports },
  gst_report: { name: t`Fees and GST`, to: superAdminPaths.reports },
  suspense_list: { name: t`Suspense`, to: superAdminPaths.suspense },
  provider_charges: { name: t`Provider charges`, to: superAdminPaths.float },
  transfers: { name: t`Movements`, to: superAdminPaths.float },
  adjustments: { name: t`Adjustments`, to: superAdminPaths.adjustments },
  closed_accounts: { name: t`Closed accounts`, to: superAdminPaths.tenants },
};

type AccountLine = TrialBalance["accounts"][number];

/** Positive: what we owe or have earned. Negative: what we hold or have paid. */
export function TrialBalanceTable({ of: { accounts, total } }: { of: TrialBalance }) {
  const isBalanced = total.amount === 0;
  return (
    <div className="px-5 py-4.5">
      <table className="w-full border-collapse text-dense">
        <caption className="sr-only">
          {t`The sum of every account, and the document that explains it`}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Account and document`}</th>
            <th scope="col">{t`Sum`}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, sum, document }) => (
            <tr key={account}>
              <th scope="row" className="py-1.5 pr-4 text-left align-top font-normal">
                <span className="block text-muted">{names[account]}</span>
                <Document of={document} />
              </th>
              <td className="py-1.5 text-right align-top">
                <Money value={sum} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-dashed border-edge text-sm font-semibold">
            <th scope="row" className="py-2 pr-4 text-left">
              <Verdict holds={isBalanced}>
                {isBalanced ? t`Total: exactly zero` : t`Total: not zero`}
              </Verdict>
            </th>
            <td className="py-2 text-right">
              <Money value={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The document outside the ledger: its figure, its day, and what it leaves unexplained. */
function Document({
  of: { kind, figure, difference, day, note },
}: {
  of: AccountLine["document"];
}) {
  const { name, to } = documents[kind];
  const link = (
    <Link to={to} className={buttonClass({ variant: "link", size: "text" })}>
      {name}
    </Link>
  );
  const aside = [day && formatDay(day), note].filter(Boolean).join(", ");
  const isExplained = difference?.amount === 0;
  return (
    <span className="mt-0.5 block text-xs break-words text-muted">
      {link}
      {aside && ` (${aside})`}
      {figure && difference && (
        <>
          {": "}
          <Money value={figure} />
          {isExplained ? (
            <span className="text-good">{t`, explained`}</span>
          ) : (
            <span className="text-bad">
              {t`, unexplained`} <Money value={difference} />
            </span>
          )}
        </>
      )}
    </span>
  );
}
