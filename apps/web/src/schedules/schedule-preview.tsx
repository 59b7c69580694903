import type { Answer } from "@rokad/contract/call";
import { previewSchedule, type ScheduleForm } from "@rokad/contract/payout-schedules";
import { formatWeekday } from "../ui/dates.ts";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { missingHolidays } from "../common/schedules/due-day-text.ts";
import { DueDays } from "../common/schedules/due-days.tsx";
import { useDuePreview } from "../common/schedules/use-due-preview.ts";

type Preview = Answer<typeof previewSchedule>["data"];

interface SchedulePreviewProps {
  /** Undefined while a field is wrong. */
  body: ScheduleForm | undefined;
  /** The server's messages by field. */
  onFields: (fields: Readonly<Record<string, string>>) => void;
}

const loadPreview = async (body: ScheduleForm): Promise<Preview> =>
  (await send(previewSchedule, { body })).data;

/** The next five due days and what each costs, as the server computes them. */
export function SchedulePreview({ body, onFields }: SchedulePreviewProps) {
  const { preview, isCurrent, problem } = useDuePreview(body, loadPreview, onFields);
  if (problem) return <Notice tone="warn" title={problem} />;
  return (
    <section
      aria-label={t`Next due days`}
      aria-live="polite"
      aria-busy={!isCurrent && body !== undefined}
      className="grid gap-3 rounded-card border border-line bg-sunken p-4"
    >
      {preview ? (
        <>
          <p className="text-sm font-medium text-pretty">{preview.rule_text}</p>
          <DueDays days={preview.days} />
          <p className="text-dense text-muted">
            <Money value={preview.total} /> {t`leaves the wallet each time, with fee and GST.`}
            {preview.last_on && t` The last payout is on ${formatWeekday(preview.last_on)}.`}
          </p>
          {preview.holidays_missing.length > 0 && (
            <Notice tone="warn" title={missingHolidays(preview.holidays_missing)}>
              {t`Days in it may move by a day. If a list is still missing then, you are asked.`}
            </Notice>
          )}
          {preview.same_as && (
            <Notice tone="warn" title={t`You already pay this amount to this account`}>
              {t`${preview.same_as.rule_text}.`}
            </Notice>
          )}
        </>
      ) : (
        <p className="text-dense text-muted">
          {t`Choose a beneficiary and an amount to see the next due days.`}
        </p>
      )}
    </section>
  );
}
