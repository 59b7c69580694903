import type { RestoreDrill, RestoreDrillStatus } from "@rokad/contract/restore-drills";
import { CircleCheck, CircleX, DatabaseBackup } from "lucide-react";
import { translateText } from "../answers.ts";
import { capitalise } from "../ui/capitalise.ts";
import { t } from "../super-admin-language.ts";
import { cn } from "../ui/class-names.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatMs } from "../ui/format-ms.ts";

/** How a backup was last restored, and what to do when that is long ago or went wrong. */
export function RestoreDrillRows({ of }: { of: RestoreDrillStatus }) {
  const { last, in_progress: current } = of;
  if (!last && !current)
    return (
      <EmptyState
        icon={<DatabaseBackup />}
        title={t`No backup was restored yet`}
        description={
          <>{t`Run ${<Command />} on a machine with the backups and keys, weekly by schedule.`}</>
        }
      />
    );
  return (
    <div className="grid gap-4 px-5 py-4.5">
      {current && (
        <Notice>{t`A drill has been running since ${formatDayAndTime(current.started_at)}.`}</Notice>
      )}
      {last && <NextStep of={last} isOverdue={of.is_overdue} />}
      {last && <Rows of={last} />}
    </div>
  );
}

function Command() {
  return (
    <code className="font-mono text-xs whitespace-nowrap">npm run admin -- restore-drill</code>
  );
}

function NextStep({ of: drill, isOverdue }: { of: RestoreDrill; isOverdue: boolean }) {
  if (drill.state === "faulty")
    return (
      <Notice tone="bad" title={t`The restored books have ${describeFaults(drill.fault_count)}`}>
        <ul className="list-disc pl-4">
          {drill.faulty_rules.map((rule) => (
            <li key={rule}>{capitalise(translateText(rule))}</li>
          ))}
        </ul>
        <p className="mt-1">{t`Verify the books now, and keep this backup as evidence.`}</p>
      </Notice>
    );
  if (drill.state !== "passed")
    return (
      <Notice
        tone="bad"
        title={
          drill.state === "failed" ? t`The last drill failed` : t`The last drill did not finish`
        }
      >
        <p className="wrap-anywhere">
          {drill.problem ?? t`Its process ended, or the machine stopped.`}
        </p>
        <p className="mt-1">{t`Correct the cause, then run ${<Command />} again.`}</p>
      </Notice>
    );
  return (
    isOverdue && (
      <Notice tone="warn" title={t`The last drill is more than 8 days old`}>
        {t`Check its weekly schedule, or run ${<Command />} now.`}
      </Notice>
    )
  );
}

function Rows({ of: drill }: { of: RestoreDrill }) {
  return (
    <Details
      of={[
        { label: t`Last drill`, value: formatDayAndTime(drill.started_at) },
        {
          label: t`Backup`,
          value: drill.backup_name ?? t`None found`,
        },
        drill.backup_at !== null && {
          label: t`Backed up`,
          value: formatDayAndTime(drill.backup_at),
        },
        drill.restore_ms !== null && { label: t`Restored in`, value: formatMs(drill.restore_ms) },
        drill.verify_ms !== null && { label: t`Verified in`, value: formatMs(drill.verify_ms) },
        { label: t`Result`, value: <Result of={drill} /> },
      ]}
    />
  );
}

function Result({ of: drill }: { of: RestoreDrill }) {
  const Icon = drill.state === "passed" ? CircleCheck : CircleX;
  return (
    <>
      <Icon
        aria-hidden
        className={cn(
          "mr-1.5 inline size-4 align-text-bottom",
          drill.state === "passed" ? "text-good" : "text-bad",
        )}
      />
      {describeResult(drill)}
    </>
  );
}

function describeResult({ state, rule_count: count, fault_count: faults }: RestoreDrill): string {
  const rules = t`${count.toLocaleString("en-IN")} rules`;
  if (state === "passed") return t`${rules} hold`;
  return state === "faulty" ? t`${describeFaults(faults)}, ${rules} checked` : t`Not verified`;
}

function describeFaults(count: number): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} fault`
    : t`${count.toLocaleString("en-IN")} faults`;
}
