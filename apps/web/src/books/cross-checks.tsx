import type { TrialBalance } from "@rokad/contract/books";
import { t } from "../super-admin-language.ts";
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
        title={t`Held money equals open payouts and payment requests`}
        pair={held}
        left={t`Held in the ledger`}
        right={t`Open payouts (${open.toLocaleString("en-IN")}) and payment requests (${requests.toLocaleString("en-IN")}), with fee and GST`}
      />
      <CrossCheck
        title={t`Wallet balances equal the ledger`}
        pair={wallets}
        left={t`${count.toLocaleString("en-IN")} wallets, available`}
        right={t`Available in the ledger`}
      />
      <CrossCheck
        title={t`Suspense equals undecided credits and adjustments`}
        pair={suspense}
        left={t`Suspense in the ledger`}
        right={t`${waiting.toLocaleString("en-IN")} credits in suspense, and adjustments`}
      />
      <CrossCheck
        title={t`What tenants owe equals the ledger`}
        pair={receivable}
        left={t`Owed by ${owing.toLocaleString("en-IN")} wallets`}
        right={t`Receivable in the ledger`}
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
          { label: t`Difference`, value: <Money value={pair.difference} />, total: true },
        ]}
      />
    </section>
  );
}
