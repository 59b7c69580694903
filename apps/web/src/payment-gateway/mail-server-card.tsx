import { getMailServer, sendTestEmail, type MailServer } from "@rokad/contract/mail-server";
import { CircleCheck, CircleDashed, CircleX, Clock, Mail } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { formatMs } from "../ui/format-ms.ts";

const pollSeconds = 30;

/** The mail server, its configuration and its last results. */
export function MailServerCard() {
  const { data, error, isValidating, mutate } = useApi(getMailServer, {}, { pollSeconds });
  const server = data?.data;
  return (
    <Card aria-label={t`Mail server`} aria-busy={!data && !error}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t`Mail server`} {server && <MailServerBadge server={server} />}
          </span>
        }
        description={t`It sends the e-mails that people chose in Notifications.`}
        action={
          server && (
            <Permitted<typeof sendTestEmail> needs="manage">
              <TestButton onTested={() => void mutate()} />
            </Permitted>
          )
        }
        ruled
      />
      <CardBody>
        {server ? (
          <Details className="gap-3" of={factsOf(server)} />
        ) : error ? (
          <ErrorPanel
            message={t`Failed to load the mail server`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <div className="grid gap-3">
            {Array.from({ length: 5 }, (_, line) => (
              <div key={line} className="flex h-5 items-center justify-between">
                <Skeleton className="h-3.5 w-28" />
                <Skeleton className="h-3.5 w-24" />
              </div>
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  );
}

const sources: Readonly<Record<MailServer["source"], string>> = {
  environment: t`In the environment; System Settings are not used`,
  settings: t`In System Settings`,
  sandbox: t`No: the sandbox keeps e-mails instead of sending them`,
  none: t`No: set the mail server in System Settings or in the environment`,
};

function factsOf(server: MailServer) {
  const {
    problem,
    last_error: error,
    last_success_at: success,
    oldest_waiting_at: oldest,
  } = server;
  return [
    { label: t`Configured`, value: problem ?? sources[server.source] },
    ...(server.server === null ? [] : [{ label: t`Server`, value: server.server }]),
    ...(server.sender === null ? [] : [{ label: t`Sender`, value: server.sender }]),
    { label: t`Last 24 hours`, value: describeDay(server.last_day) },
    {
      label: t`Waiting`,
      value: oldest
        ? t`${server.waiting.toLocaleString("en-IN")}, the oldest since ${formatDayAndTime(oldest)}`
        : t`None`,
    },
    { label: t`Last sent`, value: success ? formatDayAndTime(success) : t`None in 24 hours` },
    {
      label: t`Last error`,
      value: error ? `${error.what} (${formatDayAndTime(error.at)})` : t`None in 24 hours`,
    },
  ];
}

function describeDay({ sent, failed, average_ms: average }: MailServer["last_day"]): string {
  const all = sent + failed;
  if (all === 0) return t`No e-mails`;
  const speed = average === null ? "" : t`, ${formatMs(average)} on average`;
  return t`${sent.toLocaleString("en-IN")} of ${all.toLocaleString("en-IN")} sent${speed}`;
}

function MailServerBadge({ server }: { server: MailServer }) {
  if (server.problem !== null || server.source === "none") {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        {t`Not configured`}
      </Badge>
    );
  }
  if (server.source === "sandbox") {
    return (
      <Badge tone="outline" icon={<CircleDashed />}>
        {t`Sandbox`}
      </Badge>
    );
  }
  if (server.waiting > 0 && server.last_error !== null) {
    return (
      <Badge tone="bad" icon={<Clock />}>
        {t`Failing`}
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<CircleCheck />}>
      {t`Ready`}
    </Badge>
  );
}

/** Sends a test e-mail to the super admin's own verified address. */
function TestButton({ onTested }: { onTested: () => void }) {
  const [busy, setBusy] = useState(false);

  async function test(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await send(sendTestEmail, {});
      if (data.error === null)
        toast.success(t`Sent to your address in ${formatMs(data.took_ms)}. Check your inbox.`);
      else toast.error(t`Not sent: ${data.error}`);
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
      icon={<Mail />}
      busy={busy}
      busyLabel={t`Sending...`}
      onClick={() => void test()}
    >
      {t`Send test e-mail`}
    </Button>
  );
}
