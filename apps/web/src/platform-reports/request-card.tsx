import { dateRangeErrors, todayInIndia } from "@rokad/contract/fields";
import {
  listPlatformReports,
  requestPlatformReport,
  type PlatformReportKind,
  type ReportFormat,
} from "@rokad/contract/platform-reports";
import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { DateRange } from "../ui/date-range.tsx";
import { dayPresets, type DayRange } from "../ui/day-presets.ts";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.ts";
import { formatLabels, reportDescriptions, reportOptions } from "./report-labels.ts";

const custom = t`Custom`;
const formats = (["xlsx", "csv", "pdf"] as const).map((value) => ({
  value,
  label: formatLabels[value],
}));

/** The form for a report: kind, period and format. It is created in the background. */
export function RequestCard() {
  const presets = dayPresets(todayInIndia());
  const [kind, setKind] = useState<PlatformReportKind>("platform_statement");
  const [format, setFormat] = useState<ReportFormat>("xlsx");
  const [days, setDays] = useState<DayRange>(() => {
    const { from, to } = presets.find(({ label }) => label === t`This month`) ?? {};
    return { from, to };
  });
  const [busy, setBusy] = useState(false);
  const errors = dateRangeErrors(days);
  const { from, to } = days;
  const incomplete = !from || !to || Object.keys(errors).length > 0;
  const preset = presets.find((each) => each.from === from && each.to === to);

  async function request() {
    if (!from || !to) return;
    setBusy(true);
    try {
      const { message } = await sendIdempotent(requestPlatformReport, {
        body: { kind, format, from, to },
      });
      toast.success(message ?? t`Your report is being created`);
      await refreshApi(listPlatformReports);
    } catch (error) {
      toast.error(messageOf(error, t`Failed to create the report`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <CardHeader
        ruled
        title={t`Create report`}
        description={t`You can leave this page. We notify you when the report is ready.`}
      />
      <CardBody>
        <form
          aria-label={t`Create report`}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!incomplete) void request();
          }}
        >
          <Field label={t`Report`} hint={reportDescriptions[kind]}>
            <Select options={reportOptions} value={kind} onValueChange={setKind} />
          </Field>
          <div className="flex flex-wrap items-start gap-3">
            <Field label={t`Period`} className="max-md:w-full md:w-52">
              <Select
                options={[
                  ...presets.map(({ label }) => ({ value: label, label })),
                  { value: custom, label: custom, disabled: true },
                ]}
                value={preset?.label ?? custom}
                onValueChange={(label) => {
                  const next = presets.find((each) => each.label === label);
                  if (next) setDays({ from: next.from, to: next.to });
                }}
              />
            </Field>
            <DateRange
              value={days}
              onChange={setDays}
              errors={errors}
              today={todayInIndia()}
              className="max-md:flex-1 max-md:basis-36 md:w-40"
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Segmented
              legend={t`File format`}
              options={formats}
              value={format}
              onValueChange={setFormat}
            />
            <Button
              type="submit"
              icon={<FilePlus2 />}
              disabled={incomplete}
              busy={busy}
              busyLabel={t`Creating...`}
              className="max-md:w-full"
            >
              {t`Create ${formatLabels[format]} report`}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
