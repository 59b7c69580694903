import type { LedgerAccount, TrialBalance } from "@rokad/contract/books";
import { Money } from "../ui/money.tsx";
import { Verdict } from "./verdict.tsx";

const names: Readonly<Record<LedgerAccount, string>> = {
  available: "Available: what tenants can spend",
  held: "Held: for payouts in progress",
  bank: "Bank: received from deposits",
  provider: "Provider: paid out",
  fee_income: "Fee income",
  gst_payable: "GST payable",
  suspense: "Suspense: credits with unknown owner",
  receivable: "Receivable: owed by tenants",
  losses: "Losses: goodwill, charges, write-offs",
  unclaimed: "Unclaimed: remainders of closed tenants",
};

/** Positive: what we owe or have earned. Negative: what we hold or have paid. */
export function TrialBalanceTable({ of: { accounts, total } }: { of: TrialBalance }) {
  const isBalanced = total.amount === 0;
  return (
    <div className="px-5 py-4.5">
      <table className="w-full border-collapse text-dense">
        <caption className="sr-only">The sum of every account</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Sum</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, sum }) => (
            <tr key={account}>
              <th scope="row" className="py-1 pr-4 text-left font-normal text-muted">
                {names[account]}
              </th>
              <td className="py-1 text-right">
                <Money value={sum} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-dashed border-edge text-sm font-semibold">
            <th scope="row" className="py-2 pr-4 text-left">
              <Verdict holds={isBalanced}>
                {isBalanced ? "Total: exactly zero" : "Total: not zero"}
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
