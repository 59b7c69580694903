import type { TrialBalance } from "@rokad/contract/books";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Verdict } from "./verdict.tsx";

type Pair = TrialBalance["held"];

/** What stands in two places and must be the same in both. */
export function Agreements({ of: balance }: { of: TrialBalance }) {
  const { held, wallets, open_payouts: open, wallet_count: count } = balance;
  const { suspense, suspense_count: waiting } = balance;
  return (
    <div className="grid gap-5 px-5 py-4.5">
      <Agreement
        title="Held money is that of the open payouts"
        pair={held}
        left="Held in the ledger"
        right={`${open.toLocaleString("en-IN")} open payouts, with fee and GST`}
      />
      <Agreement
        title="Wallets say what the ledger says"
        pair={wallets}
        left={`${count.toLocaleString("en-IN")} wallets, available`}
        right="Available in the ledger"
      />
      <Agreement
        title="Suspense is the credits that wait for a decision"
        pair={suspense}
        left="Suspense in the ledger"
        right={`${waiting.toLocaleString("en-IN")} credits in suspense`}
      />
    </div>
  );
}

interface AgreementProps {
  title: string;
  pair: Pair;
  left: string;
  right: string;
}

function Agreement({ title, pair, left, right }: AgreementProps) {
  const agrees = pair.difference.amount === 0;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-dense font-semibold">
        <Verdict holds={agrees}>{title}</Verdict>
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
