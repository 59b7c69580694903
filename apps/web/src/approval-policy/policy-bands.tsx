import { t } from "../language.ts";
import { describeSteps } from "../common/approvals/step-words.ts";
import { describeConditions, describeRules, type DescribedPolicy } from "./band-sentences.ts";

/** The bands as sentences; the first that applies to a payout decides. */
export function PolicyBands({ policy }: { policy: DescribedPolicy }) {
  return (
    <ol className="divide-y divide-line">
      {policy.bands
        .map((band, index) => ({ band, index }))
        .map(({ band, index }) => {
          const conditions = describeConditions(band);
          return (
            // Bands have no name, and the list is replaced as a whole.
            <li key={index} className="flex gap-3 px-5 py-3 text-sm">
              <span aria-hidden className="w-4 shrink-0 text-right text-muted tabular-nums">
                {index + 1}
              </span>
              <p className="min-w-0 text-pretty break-words">
                <span className="font-medium tabular-nums">
                  {index === 0 && conditions === t`Every other payout`
                    ? t`Every payout`
                    : conditions}
                  :
                </span>{" "}
                {describeSteps(band.steps)}
              </p>
            </li>
          );
        })}
      {describeRules(policy).map((sentence) => (
        <li key={sentence} className="px-5 py-3 pl-12 text-sm text-pretty">
          {sentence}
        </li>
      ))}
    </ol>
  );
}
