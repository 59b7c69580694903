import type { LedgerAccount, TrialBalance } from "@rokad/contract/books";
import { Money } from "../ui/money.tsx";
import { Verdict } from "./verdict.tsx";

const names: Readonly<Record<LedgerAccount, string>> = {
  available: "Available: what tenants can spend",
  held: "Held: set aside for payouts under way",
  bank: "Bank: what deposits have brought",
  provider: "Provider: what payouts have taken",
  fee_income: "Fee income",
  gst_payable: "GST payable",
  suspense: "Suspense: money whose owner is not known",
};

/** Positive is what we owe or have earned; negative is what we have or have paid. */
export function TrialBalanceTable({ of: { accounts, total } }: { of: TrialBalance }) {
  const balanced = total.amount === 0;
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
              <Verdict holds={balanced}>
                {balanced ? "Total: exactly zero" : "Total: must be zero, and is not"}
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
