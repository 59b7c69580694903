import { t } from "../language.ts";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { describePolicy, type DescribedPolicy } from "./band-sentences.ts";

interface PolicyChangeProps {
  /** Null: there was no policy. */
  before: DescribedPolicy | null;
  after: DescribedPolicy;
}

/** Both policies as sentences; what differs is marked by sign and weight, not by colour alone. */
export function PolicyChange({ before, after }: PolicyChangeProps) {
  const old = before ? describePolicy(before) : [t`Payouts need no approval`];
  const next = describePolicy(after);
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Side title={t`Now`} sentences={old} others={next} sign="−" />
      <Side title={t`After`} sentences={next} others={old} sign="+" />
    </div>
  );
}

interface SideProps {
  title: string;
  sentences: readonly string[];
  others: readonly string[];
  sign: "+" | "−";
}

function Side({ title, sentences, others, sign }: SideProps) {
  return (
    <Card className="p-3.5">
      <h3 className="text-dense font-medium text-muted">{title}</h3>
      <ol className="mt-2 grid gap-2 text-dense">
        {sentences.map((sentence) => {
          const isChanged = !others.includes(sentence);
          return (
            <li key={sentence} className="flex gap-2">
              <span
                aria-hidden
                className={cn(
                  "w-3 shrink-0 text-center font-semibold",
                  sign === "+" ? "text-good" : "text-bad",
                )}
              >
                {isChanged && sign}
              </span>
              <span className={cn("min-w-0 break-words", isChanged && "font-medium")}>
                {isChanged && (
                  <span className="sr-only">{sign === "+" ? t`Added: ` : t`Removed: `}</span>
                )}
                {sentence}
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
