import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { getSchedule } from "@rokad/contract/payout-schedules";
import { Link, useParams } from "@tanstack/react-router";
import { displayPayoutField } from "@rokad/contract/payout-fields";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { ApprovalSteps } from "../common/approvals/approval-steps.tsx";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { paths } from "../paths.ts";
import { BackLink, DetailFallback } from "../shell/detail-page.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { DueDays } from "../common/schedules/due-days.tsx";
import { ScheduleActions } from "./schedule-actions.tsx";
import { ScheduleBadge } from "./schedule-badge.tsx";
import { ScheduleNotice } from "./schedule-notice.tsx";
import { ScheduleRuns } from "./schedule-runs.tsx";

const list = { to: paths.schedules, name: t`Schedules` } as const;

/** One version of a schedule: what it pays, its next days, and what became of the others. */
export function SchedulePage() {
  const { id } = useParams({ from: "/signed-in/dashboard/schedules/$id" });
  const answer = useApi(getSchedule, { params: { id } });
  const schedule = answer.data?.data;
  if (schedule) return <Schedule key={id} schedule={schedule} />;
  return (
    <DetailFallback
      thing={t`schedule`}
      list={list}
      notFound={t`There is no schedule at this address.`}
      skeleton={{ cards: 2, lines: 6 }}
      answer={answer}
    />
  );
}

function Schedule({ schedule }: { schedule: PayoutScheduleDetail }) {
  const { maker, started_by: signer, started_at: startedAt, upcoming, end } = schedule;
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<span className="break-words">{schedule.beneficiary_name}</span>}
        badge={<ScheduleBadge state={schedule.state} />}
        description={
          <>
            {t`${schedule.rule_text} · Prepared by ${maker.name}, ${formatDayAndTime(schedule.created_at)}`}
          </>
        }
        actions={<ScheduleActions schedule={schedule} />}
      />
      <ScheduleNotice schedule={schedule} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader
            title={
              <>
                <Money value={schedule.amount} /> {t`each time`}
              </>
            }
            description={
              startedAt && signer
                ? t`Signed by ${signer.name}, ${formatDayAndTime(startedAt)}`
                : t`Not signed yet`
            }
          />
          <CardBody>
            <Details
              of={[
                {
                  label: t`To`,
                  value: (
                    <Link
                      to={paths.beneficiary}
                      params={{ id: schedule.beneficiary.id }}
                      className="underline-offset-4 hover:underline"
                    >
                      {schedule.beneficiary_name}
                    </Link>
                  ),
                },
                {
                  label: schedule.method === "upi" ? "UPI ID" : t`Account`,
                  value: [schedule.account, schedule.bank_name].filter(Boolean).join(", "),
                },
                schedule.purpose !== null && {
                  label: t`Purpose`,
                  value: displayPayoutField("purpose", schedule.purpose),
                },
                schedule.remarks !== null && { label: t`Remarks`, value: schedule.remarks },
                {
                  label: t`Fee and GST`,
                  value: `${formatMoney(schedule.txn_fee)} + ${formatMoney(schedule.gst_amount)}`,
                },
                { label: t`From the wallet`, value: <Money value={schedule.total} />, total: true },
              ]}
            />
          </CardBody>
        </Card>
        <Card>
          <CardHeader
            title={t`Next due days`}
            description={
              schedule.state === "draft" || schedule.state === "awaiting_approval"
                ? t`Once it is signed`
                : schedule.state === "paused"
                  ? t`Once it is resumed`
                  : undefined
            }
          />
          <CardBody>
            {upcoming.length > 0 ? (
              <DueDays days={upcoming} />
            ) : (
              <p className="text-dense text-muted">
                {end ? t`None. It ended on ${formatDayAndTime(end.at)}.` : t`None is left.`}
              </p>
            )}
          </CardBody>
        </Card>
      </div>
      {schedule.approval && (
        <Card>
          <CardHeader
            title={t`Approvals`}
            description={t`Submitted ${formatDayAndTime(schedule.approval.submitted_at)}`}
          />
          <CardBody>
            <ApprovalSteps steps={schedule.approval.steps} waiting={schedule.approval.next} />
          </CardBody>
        </Card>
      )}
      <ScheduleRuns schedule={schedule} />
      <SignatureHost />
    </>
  );
}
