import { checkAuditLog, getAuditCheck, type AuditCheck } from "@rokad/contract/security-log";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { capitalise } from "../ui/capitalise.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { usePoll } from "../api/use-poll.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";

const pollSeconds = 2;
const faultsShown = 5;

/** The result of the last check of the hash chain, and a button for the next. */
export function ChainCard({ onChecked }: { onChecked: () => void }) {
  const { data, error, isValidating, mutate } = useApi(getAuditCheck, {}, { onFocus: false });
  const [sending, setSending] = useState(false);
  const check = data?.data;
  const busy = sending || check?.is_running === true;
  usePoll(() => void mutate(), check?.is_running ? pollSeconds : null);

  async function checkNow() {
    setSending(true);
    try {
      await mutate(await send(checkAuditLog, {}), { revalidate: false });
      onChecked();
    } catch (failure) {
      toast.error(messageOf(failure, t`Failed to check the audit log`));
    } finally {
      setSending(false);
    }
  }

  return (
    <Card aria-busy={!data && !error}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t`Hash chain`} {check && <Verdict of={check} />}
          </span>
        }
        description={t`Each row contains the previous row's hash, so changed, removed or moved rows are detected.`}
        action={
          <Permitted<typeof checkAuditLog> needs="verify">
            <Button
              variant="secondary"
              size="sm"
              icon={<ShieldCheck />}
              busy={busy}
              busyLabel={t`Checking...`}
              onClick={() => void checkNow()}
            >
              {t`Check now`}
            </Button>
          </Permitted>
        }
      />
      <CardBody className="grid gap-3 text-sm">
        {error && !data ? (
          <ErrorPanel
            message={t`Failed to load the last check`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : check ? (
          <LastCheck of={check} />
        ) : (
          <Skeleton className="h-5 w-44" />
        )}
      </CardBody>
    </Card>
  );
}

function Verdict({ of: { last } }: { of: AuditCheck }) {
  if (!last) return <Badge tone="outline">{t`Not checked yet`}</Badge>;
  return last.faults.length === 0 ? (
    <Badge tone="good">{t`Intact`}</Badge>
  ) : (
    <Badge tone="bad">{t`Broken`}</Badge>
  );
}

function LastCheck({ of: { last, head } }: { of: AuditCheck }) {
  return (
    <>
      {last && last.faults.length > 0 && (
        <Notice tone="bad" title={t`The chain is broken: the log was changed in the database.`}>
          <ul>
            {last.faults.slice(0, faultsShown).map((fault) => (
              <li key={fault}>{capitalise(translateText(fault))}</li>
            ))}
          </ul>
          {last.faults.length > faultsShown && (
            <p>
              {t`And ${last.faults.length - faultsShown} more. List them with: npm run admin -- verify`}
            </p>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-muted">
        <p className="tabular-nums">
          {last
            ? t`${last.row_count.toLocaleString("en-IN")} rows, checked ${formatDayAndTime(last.checked_at)} by ${last.checked_by}`
            : t`No check yet`}
        </p>
        <p className="flex flex-wrap items-center gap-1">
          {t`Ends at row ${head.seq.toLocaleString("en-IN")}:`}
          <Copyable value={head.hash} shown={`${head.hash.slice(0, 16)}…`} label={t`Hash`} />
        </p>
      </div>
    </>
  );
}
