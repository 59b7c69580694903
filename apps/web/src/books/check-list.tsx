import type { Checked, Verification } from "@rokad/contract/books";
import { capitalise } from "../ui/capitalise.ts";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Copyable } from "../ui/copyable.tsx";
import { formatMs } from "../ui/format-ms.ts";
import { Notice } from "../ui/notice.tsx";
import { Verdict } from "../common/parts/verdict.tsx";

/** All checked rules, including those that hold, and the rows that break a rule. */
export function CheckList({ of: { checks, problem } }: { of: Verification }) {
  if (problem !== null) {
    return (
      <div className="px-5 py-4.5">
        <Notice
          tone="warn"
          title={t`The verification could not finish. It says nothing about the books.`}
        >
          {problem}
        </Notice>
      </div>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {checks.map((check) => (
        <li key={check.check} className="px-5 py-4.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h3 className="text-sm font-semibold">{translateText(check.check)}</h3>
            <p className="text-xs text-muted tabular-nums">
              {check.note !== null && `${translateText(check.note)}, `}
              {formatMs(check.ms)}
            </p>
          </div>
          <Rules of={check.rules} />
          {check.head !== null && <ChainEnd of={check.head} />}
        </li>
      ))}
    </ul>
  );
}

function Rules({ of: rules }: { of: Checked["rules"] }) {
  return (
    <ul className="mt-2 grid gap-2 text-dense md:grid-cols-2 md:gap-x-4">
      {rules.map(({ rule, fault_count: count, faults }) => (
        <li key={rule} className="min-w-0">
          <Verdict holds={count === 0}>
            {capitalise(translateText(rule))}
            <span className="sr-only">{count === 0 ? t`: holds` : t`: does not hold`}</span>
            {count > 0 && (
              <ul className="mt-1 grid gap-1 text-xs break-words text-bad">
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
                {count > faults.length && (
                  <li>{t`and ${(count - faults.length).toLocaleString("en-IN")} more`}</li>
                )}
              </ul>
            )}
          </Verdict>
        </li>
      ))}
    </ul>
  );
}

/** The end of the hash chain. Note it outside Rokad: a chain cut later has another end. */
function ChainEnd({ of: head }: { of: string }) {
  return (
    <p className="mt-2 flex min-w-0 items-center gap-2 text-xs text-muted">
      <span className="shrink-0">{t`End of chain`}</span>
      <Copyable value={head} label={t`End of the chain`} className="min-w-0" />
    </p>
  );
}
