import type { TrialBalance } from "@rokad/contract/books";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Verdict } from "../common/parts/verdict.tsx";

type Pair = TrialBalance["held"];

/** Amounts with two independent records, which must match. */
export function CrossChecks({ of: balance }: { of: TrialBalance }) {
  const { held, open_payouts: open, holding_requests: requests } = balance;
  const { wallets, wallet_count: count } = balance;
  const { suspense, suspense_count: waiting, receivable, owing_count: owing } = balance;
  return (
    <div className="grid gap-5 px-5 py-4.5">
      <CrossCheck
        title="Held money equals open payouts and payment requests"
        pair={held}
        left="Held in the ledger"
        right={`Open payouts (${open.toLocaleString("en-IN")}) and payment requests (${requests.toLocaleString("en-IN")}), with fee and GST`}
      />
      <CrossCheck
        title="Wallet balances equal the ledger"
        pair={wallets}
        left={`${count.toLocaleString("en-IN")} wallets, available`}
        right="Available in the ledger"
      />
      <CrossCheck
        title="Suspense equals undecided credits and adjustments"
        pair={suspense}
        left="Suspense in the ledger"
        right={`${waiting.toLocaleString("en-IN")} credits in suspense, and adjustments`}
      />
      <CrossCheck
        title="What tenants owe equals the ledger"
        pair={receivable}
        left={`Owed by ${owing.toLocaleString("en-IN")} wallets`}
        right="Receivable in the ledger"
      />
    </div>
  );
}

interface CrossCheckProps {
  title: string;
  pair: Pair;
  left: string;
  right: string;
}

function CrossCheck({ title, pair, left, right }: CrossCheckProps) {
  const matches = pair.difference.amount === 0;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-dense font-semibold">
        <Verdict holds={matches}>{title}</Verdict>
      </h3>
      <Details
        of={[
          { label: left, value: <Money value={pair.left} /> },
          { label: right, value: <Money value={pair.right} /> },
          { label: "Difference", value: <Money value={pair.difference} />, total: true },
        ]}
      />
    </section>
  );
}
