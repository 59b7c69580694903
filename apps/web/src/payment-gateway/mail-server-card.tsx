import { getMailServer, sendTestEmail, type MailServer } from "@rokad/contract/mail-server";
import { CircleCheck, CircleDashed, CircleX, Clock, Mail } from "lucide-react";
import { useState } from "react";
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
    <Card aria-label="Mail server" aria-busy={!data && !error}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            Mail server {server && <MailServerBadge server={server} />}
          </span>
        }
        description="It sends the e-mails that people chose in Notifications."
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
            message="Failed to load the mail server"
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
  environment: "In the environment; System Settings are not used",
  settings: "In System Settings",
  sandbox: "No: the sandbox keeps e-mails instead of sending them",
  none: "No: set the mail server in System Settings or in the environment",
};

function factsOf(server: MailServer) {
  const {
    problem,
    last_error: error,
    last_success_at: success,
    oldest_waiting_at: oldest,
  } = server;
  return [
    { label: "Configured", value: problem ?? sources[server.source] },
    ...(server.server === null ? [] : [{ label: "Server", value: server.server }]),
    ...(server.sender === null ? [] : [{ label: "Sender", value: server.sender }]),
    { label: "Last 24 hours", value: describeDay(server.last_day) },
    {
      label: "Waiting",
      value: oldest
        ? `${server.waiting.toLocaleString("en-IN")}, the oldest since ${formatDayAndTime(oldest)}`
        : "None",
    },
    { label: "Last sent", value: success ? formatDayAndTime(success) : "None in 24 hours" },
    {
      label: "Last error",
      value: error ? `${error.what} (${formatDayAndTime(error.at)})` : "None in 24 hours",
    },
  ];
}

function describeDay({ sent, failed, average_ms: average }: MailServer["last_day"]): string {
  const all = sent + failed;
  if (all === 0) return "No e-mails";
  const speed = average === null ? "" : `, ${formatMs(average)} on average`;
  return `${sent.toLocaleString("en-IN")} of ${all.toLocaleString("en-IN")} sent${speed}`;
}

function MailServerBadge({ server }: { server: MailServer }) {
  if (server.problem !== null || server.source === "none") {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        Not configured
      </Badge>
    );
  }
  if (server.source === "sandbox") {
    return (
      <Badge tone="outline" icon={<CircleDashed />}>
        Sandbox
      </Badge>
    );
  }
  if (server.waiting > 0 && server.last_error !== null) {
    return (
      <Badge tone="bad" icon={<Clock />}>
        Failing
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<CircleCheck />}>
      Ready
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
        toast.success(`Sent to your address in ${formatMs(data.took_ms)}. Check your inbox.`);
      else toast.error(`Not sent: ${data.error}`);
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
      busyLabel="Sending..."
      onClick={() => void test()}
    >
      Send test e-mail
    </Button>
  );
}
