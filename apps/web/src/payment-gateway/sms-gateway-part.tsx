import { sendTestSms, type SmsGateway } from "@rokad/contract/sms-gateways";
import { codeSmsKinds, smsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { CircleCheck, CircleDashed, CircleX, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { toast } from "../ui/toast.ts";
import { formatMs } from "../ui/format-ms.ts";

const names: Readonly<Record<SmsGateway["name"], string>> = {
  sandbox: t`Sandbox (sends no texts)`,
  msg91: "MSG91",
  twilio: "Twilio",
};

interface SmsGatewayPartProps {
  gateway: SmsGateway;
  onTested: () => void;
}

export function SmsGatewayPart({ gateway, onTested }: SmsGatewayPartProps) {
  const { name, place, missing_settings: missing, last_success_at: success } = gateway;
  const error = gateway.last_error;
  return (
    <section aria-label={names[name]} className="grid content-start gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-semibold">{names[name]}</h3>
        <GatewayBadge gateway={gateway} />
      </div>
      <Details
        className="gap-3"
        of={[
          { label: t`Order`, value: place === "first" ? t`First` : t`Fallback` },
          {
            label: t`Configured`,
            value: missing.length === 0 ? t`Yes` : t`Missing: ${missing.join(", ")}`,
          },
          { label: t`Last 24 hours`, value: describeDay(gateway.last_day) },
          { label: t`Last sent`, value: success ? formatDayAndTime(success) : t`None yet` },
          {
            label: t`Last error`,
            value: error ? `${error.what} (${formatDayAndTime(error.at)})` : t`None yet`,
          },
        ]}
      />
      <Permitted<typeof sendTestSms> needs="manage">
        <div className="flex flex-wrap gap-2">
          {smsKinds.map((kind) => (
            <TestButton key={kind} gateway={gateway} kind={kind} onTested={onTested} />
          ))}
        </div>
      </Permitted>
    </section>
  );
}

function GatewayBadge({ gateway }: { gateway: SmsGateway }) {
  if (gateway.missing_settings.length > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        {t`Not configured`}
      </Badge>
    );
  }
  if (gateway.failures_in_row > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        {t`Failing`}
      </Badge>
    );
  }
  return gateway.last_success_at ? (
    <Badge tone="good" icon={<CircleCheck />}>
      {t`Sending`}
    </Badge>
  ) : (
    <Badge tone="outline" icon={<CircleDashed />}>
      {t`Not used yet`}
    </Badge>
  );
}

function describeDay({
  sent,
  failed,
  average_ms: average,
  slowest_ms: slowest,
}: SmsGateway["last_day"]) {
  const all = sent + failed;
  if (all === 0 || average === null || slowest === null) return t`No texts`;
  const share = Math.floor((100 * sent) / all);
  return t`${sent.toLocaleString("en-IN")} of ${all.toLocaleString("en-IN")} sent (${share}%), ${formatMs(average)} on average, ${formatMs(slowest)} at most`;
}

const kinds: Readonly<Record<SmsKind, string>> = {
  sign_in: t`sign-in`,
  payout: t`payout`,
  signature: t`signature`,
  decision: t`decision`,
  approval: t`approval`,
  approvals: t`several approvals`,
  payout_lock: t`payout lock`,
  new_device: t`new device`,
  session_stolen: t`stolen session`,
  codes_guessed: t`guessed codes`,
  email_changed: t`changed e-mail`,
  payouts_failed: t`failed payouts`,
  payouts_paid: t`large payouts`,
  requests_waiting: t`approvals to give`,
  invitation: t`invitation`,
};

const isCode = (kind: SmsKind) => codeSmsKinds.some((one) => one === kind);

interface TestButtonProps extends SmsGatewayPartProps {
  kind: SmsKind;
}

/** Sends a test text to the super admin's own number. */
function TestButton({ gateway: { name }, kind, onTested }: TestButtonProps) {
  const [busy, setBusy] = useState(false);

  async function test(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await send(sendTestSms, { params: { name }, body: { kind } });
      if (data.error === null) {
        const note = isCode(kind) ? t` Its code is not valid.` : "";
        toast.success(t`Sent to your number in ${formatMs(data.took_ms)}.${note}`);
      } else toast.error(t`Not sent: ${data.error}`);
      onTested();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<MessageSquareText />}
      busy={busy}
      busyLabel={t`Sending...`}
      aria-label={t`Test ${kinds[kind]} text through ${names[name]}`}
      onClick={() => void test()}
    >
      {t`Test ${kinds[kind]} text`}
    </Button>
  );
}
