import type { ProviderRecord } from "@rokad/contract/books";
import { translateText } from "../answers.ts";
import { capitalise } from "../ui/capitalise.ts";
import { joinAnd } from "../ui/join-words.ts";
import { t } from "../super-admin-language.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { Verdict } from "../common/parts/verdict.tsx";

export function ProviderRecords({ of: records }: { of: readonly ProviderRecord[] }) {
  return (
    <div className="grid gap-5 px-5 py-4.5">
      {records.map((record) => (
        <Provider key={record.name} of={record} />
      ))}
    </div>
  );
}

const railNames: Readonly<Record<string, string>> = {
  primary: t`primary`,
  alternative: t`alternative`,
};

function Provider({ of: record }: { of: ProviderRecord }) {
  const { name, rails, ours, theirs, why_not: whyNot, open_payouts: open } = record;
  const railSuffix =
    rails.length > 0 ? t`, for ${joinAnd(rails.map((rail) => railNames[rail] ?? rail))}` : "";
  const title = `${translateText(capitalise(name))}${railSuffix}`;
  const matches =
    theirs !== null && ours.count === theirs.count && ours.amount.amount === theirs.amount.amount;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-dense font-semibold">
        {theirs ? (
          <Verdict holds={matches}>
            {title}: {matches ? t`records match` : t`records differ`}
          </Verdict>
        ) : (
          title
        )}
      </h3>
      <Details
        of={[
          { label: t`Paid, our record`, value: <Paid of={ours} /> },
          {
            label: t`Paid, provider's record`,
            value: theirs ? <Paid of={theirs} /> : (whyNot ?? ""),
          },
        ]}
      />
      {theirs && !matches && open > 0 && (
        <Notice tone="info" className="mt-3">
          {open === 1
            ? t`1 payout has no outcome yet: the provider may have paid it already.`
            : t`${open.toLocaleString("en-IN")} payouts have no outcome yet: the provider may have paid them already.`}
        </Notice>
      )}
    </section>
  );
}

function Paid({ of: { count, amount } }: { of: ProviderRecord["ours"] }) {
  return <>{t`${<Money value={amount} />} in ${count.toLocaleString("en-IN")}`}</>;
}
