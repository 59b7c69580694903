import { sendTestSms, type SmsGateway } from "@rokad/contract/sms-gateways";
import { codeSmsKinds, smsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { CircleCheck, CircleDashed, CircleX, MessageSquareText } from "lucide-react";
import { useState } from "react";
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
  sandbox: "Sandbox (sends no texts)",
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
          { label: "Order", value: place === "first" ? "First" : "Fallback" },
          {
            label: "Configured",
            value: missing.length === 0 ? "Yes" : `Missing: ${missing.join(", ")}`,
          },
          { label: "Last 24 hours", value: describeDay(gateway.last_day) },
          { label: "Last sent", value: success ? formatDayAndTime(success) : "None yet" },
          {
            label: "Last error",
            value: error ? `${error.what} (${formatDayAndTime(error.at)})` : "None yet",
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
        Not configured
      </Badge>
    );
  }
  if (gateway.failures_in_row > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        Failing
      </Badge>
    );
  }
  return gateway.last_success_at ? (
    <Badge tone="good" icon={<CircleCheck />}>
      Sending
    </Badge>
  ) : (
    <Badge tone="outline" icon={<CircleDashed />}>
      Not used yet
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
  if (all === 0 || average === null || slowest === null) return "No texts";
  const share = Math.floor((100 * sent) / all);
  return `${sent.toLocaleString("en-IN")} of ${all.toLocaleString("en-IN")} sent (${share}%), ${formatMs(average)} on average, ${formatMs(slowest)} at most`;
}

const kinds: Readonly<Record<SmsKind, string>> = {
  sign_in: "sign-in",
  payout: "payout",
  signature: "signature",
  decision: "decision",
  approval: "approval",
  approvals: "several approvals",
  payout_lock: "payout lock",
  new_device: "new device",
  session_stolen: "stolen session",
  codes_guessed: "guessed codes",
  email_changed: "changed e-mail",
  payouts_failed: "failed payouts",
  payouts_paid: "large payouts",
  requests_waiting: "approvals to give",
  invitation: "invitation",
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
        const note = isCode(kind) ? " Its code is not valid." : "";
        toast.success(`Sent to your number in ${formatMs(data.took_ms)}.${note}`);
      } else toast.error(`Not sent: ${data.error}`);
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
      busyLabel="Sending..."
      aria-label={`Test ${kinds[kind]} text through ${names[name]}`}
      onClick={() => void test()}
    >
      Test {kinds[kind]} text
    </Button>
  );
}
