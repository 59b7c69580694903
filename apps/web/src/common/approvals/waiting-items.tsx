import type { PersonDeputies } from "@rokad/contract/deputies";
import { Link } from "@tanstack/react-router";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { timeAgo } from "../../ui/time-ago.ts";

const pathOf = {
  request: paths.request,
  batch: paths.bulkPayout,
  schedule: paths.schedule,
} as const;

interface WaitingItemsProps {
  deputies: PersonDeputies;
  /** "you", or the name of the person. */
  whom: string;
  onNavigate: () => void;
}

/** What waits for a person, first what nobody else can complete. */
export function WaitingItems({ deputies, whom, onNavigate }: WaitingItemsProps) {
  const { waiting, waiting_count: count, needs_person_count: needed } = deputies;
  if (count === 0) return <p className="text-sm text-muted">{t`Nothing waits for ${whom}.`}</p>;
  return (
    <section aria-label={t`Waits for ${whom}`} className="min-w-0">
      <p className="text-sm">
        <span className="font-medium">
          {count === 1
            ? t`${count} payment waits for ${whom}.`
            : t`${count} payments wait for ${whom}.`}
        </span>{" "}
        {needed > 0
          ? t`${needed} can't be completed without ${whom} or a deputy.`
          : t`Others can complete all of them.`}
      </p>
      <ul className="mt-2 max-h-44 divide-y divide-line overflow-y-auto rounded-card border border-line text-dense">
        {waiting.map((item) => (
          <li key={item.id} className="px-3 py-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link
                to={pathOf[item.kind]}
                params={{ id: item.id }}
                onClick={onNavigate}
                className="min-w-0 font-medium break-words tabular-nums underline-offset-4 hover:underline"
              >
                {item.title}
              </Link>
              {item.needs_person && <Badge tone="warn">{t`Needs ${whom}`}</Badge>}
            </div>
            <p className="text-muted">{t`${item.sentence} · since ${timeAgo(item.since)}`}</p>
          </li>
        ))}
      </ul>
      {count > waiting.length && (
        <p className="mt-1.5 text-dense text-muted">{t`And ${count - waiting.length} more.`}</p>
      )}
    </section>
  );
}
