import type { DoctorFinding, DoctorReport } from "@rokad/contract/doctor";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { PartCard, type PartCardProps } from "../common/parts/part-card.tsx";
import { Verdict } from "../common/parts/verdict.tsx";

type Part = PartCardProps<{ data: DoctorReport }>["part"];

/** What the doctor found on the server that answered: faults first, each with its remedy. */
export function DoctorCard({ part }: { part: Part }) {
  const report = part.answer?.data;
  return (
    <PartCard
      title={t`Doctor report`}
      description={
        report
          ? t`Checked on ${report.host}, ${formatDayAndTime(report.checked_at)}. Run npm run admin -- doctor on other servers.`
          : t`Checks settings, files, database and services`
      }
      action={report && <Outcome of={report.findings} />}
      part={part}
      lines={9}
    >
      {({ data: { findings } }) => (
        <ul className="grid gap-x-6 gap-y-3 px-5 py-4.5 text-dense md:grid-cols-2">
          {findings
            .toSorted((a, b) => Number(a.is_ok) - Number(b.is_ok))
            .map((finding) => (
              <Row key={`${finding.check} ${finding.detail}`} of={finding} />
            ))}
        </ul>
      )}
    </PartCard>
  );
}

function Outcome({ of: findings }: { of: readonly DoctorFinding[] }) {
  const faults = findings.filter(({ is_ok: isOk }) => !isOk).length;
  return faults === 0 ? (
    <Badge tone="good">{t`All ${findings.length} are good`}</Badge>
  ) : (
    <Badge tone="bad">{t`${faults} of ${findings.length} to correct`}</Badge>
  );
}

/** Details are paths, versions and addresses, so they wrap anywhere. */
function Row({ of: { check, is_ok: isOk, detail, remedy } }: { of: DoctorFinding }) {
  return (
    <li className={isOk ? "min-w-0" : "min-w-0 md:col-span-2"}>
      <Verdict holds={isOk}>
        <span className="font-medium">{check}</span>
        <span className="sr-only">{isOk ? t`, good` : t`, to correct`}</span>
        <span className="block wrap-anywhere whitespace-pre-line text-muted">{detail}</span>
        {remedy !== null && <span className="mt-0.5 block wrap-anywhere">{remedy}</span>}
      </Verdict>
    </li>
  );
}
