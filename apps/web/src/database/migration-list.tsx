import { t } from "../super-admin-language.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

interface Migrations {
  readonly applied: readonly { readonly name: string; readonly applied_at: string }[];
  readonly missing: readonly string[];
}

/** A scrollable box must be reachable by keyboard. */
const scroller = { role: "region", "aria-label": t`Applied, newest first`, tabIndex: 0 } as const;

export function MigrationList({ of: { applied, missing } }: { of: Migrations }) {
  return (
    <div className="grid gap-3 px-5 py-4.5">
      {missing.length > 0 ? (
        <Notice tone="bad" title={t`${missing.length} missing`}>
          {t`${missing.join(", ")}. Start this version once with a database user that can change the schema.`}
        </Notice>
      ) : (
        <p className="text-dense text-muted">{t`${applied.length} applied, none missing.`}</p>
      )}
      <div {...scroller} className="max-h-44 overflow-y-auto">
        <ol className="grid gap-2 text-dense">
          {applied.map(({ name, applied_at: at }) => (
            <li key={name} className="flex items-baseline justify-between gap-6">
              <span className="min-w-0 break-words">{name.replace(/\.sql$/, "")}</span>
              <time dateTime={at} className="shrink-0 text-muted tabular-nums">
                {formatDayAndTime(at)}
              </time>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
