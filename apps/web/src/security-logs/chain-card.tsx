import { checkAuditLog, getAuditCheck, type AuditCheck } from "@rokad/contract/security-log";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";

const askAgainSeconds = 2;
const faultsShown = 5;

/** Whether the log's chain is whole, as the last check found it, and a button for the next. */
export function ChainCard({ onChecked }: { onChecked: () => void }) {
  const { data, error, isValidating, mutate } = useApi(getAuditCheck, {}, { onFocus: false });
  const [sending, setSending] = useState(false);
  const check = data?.data;
  const busy = sending || check?.is_running === true;
  usePoll(() => void mutate(), check?.is_running ? askAgainSeconds : null);

  async function checkNow() {
    setSending(true);
    try {
      await mutate(await send(checkAuditLog, {}), { revalidate: false });
      onChecked();
    } catch (failure) {
      toast.error(messageOf(failure, "Failed to check the audit log"));
    } finally {
      setSending(false);
    }
  }

  return (
    <Card aria-busy={!data && !error}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Chain {check && <Verdict of={check} />}
          </span>
        }
        description="Each row carries the hash of the row before, so that one that was changed, removed or put elsewhere is found."
        action={
          <Button
            variant="secondary"
            size="sm"
            icon={<ShieldCheck />}
            busy={busy}
            busyLabel="Checking..."
            onClick={() => void checkNow()}
          >
            Check now
          </Button>
        }
      />
      <CardBody className="grid gap-3 text-sm">
        {error && !data ? (
          <ErrorPanel
            message="Failed to load the last check"
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : check ? (
          <Found of={check} />
        ) : (
          <Skeleton className="h-5 w-44" />
        )}
      </CardBody>
    </Card>
  );
}

function Verdict({ of: { last } }: { of: AuditCheck }) {
  if (!last) return <Badge tone="outline">Not checked yet</Badge>;
  return last.faults.length === 0 ? (
    <Badge tone="good">Intact</Badge>
  ) : (
    <Badge tone="bad">Broken</Badge>
  );
}

function Found({ of: { last, head } }: { of: AuditCheck }) {
  return (
    <>
      {last && last.faults.length > 0 && (
        <Notice tone="bad" title="The chain is broken. Somebody changed the log in the database.">
          <ul>
            {last.faults.slice(0, faultsShown).map((fault) => (
              <li key={fault}>{fault.charAt(0).toUpperCase() + fault.slice(1)}</li>
            ))}
          </ul>
          {last.faults.length > faultsShown && (
            <p>and {last.faults.length - faultsShown} more: npm run admin -- verify lists them</p>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-muted">
        <p className="tabular-nums">
          {last
            ? `${last.row_count.toLocaleString("en-IN")} rows, checked ${formatDayAndTime(last.checked_at)} by ${last.checked_by}`
            : "Nobody has checked it yet."}
        </p>
        <p className="flex flex-wrap items-center gap-1">
          Ends at row {head.seq.toLocaleString("en-IN")}:
          <Copyable value={head.hash} shown={`${head.hash.slice(0, 16)}…`} label="Hash" />
        </p>
      </div>
    </>
  );
}
