import { listOwnSessions, type OwnSession } from "@rokad/contract/sessions";
import { MonitorSmartphone } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { sessionColumns } from "./session-columns.tsx";

const EndDialog = lazy(async () => ({ default: (await import("./end-dialog.tsx")).EndDialog }));

const empty = (
  <EmptyState
    icon={<MonitorSmartphone />}
    title={t`No open sessions`}
    description={t`Sessions appear here until they end.`}
  />
);

/** The person's own open sessions, each with a button to sign it out, and their passkeys. */
export function SessionsPage() {
  const { data, error, isValidating, mutate } = useApi(listOwnSessions, {});
  const [ending, setEnding] = useState<OwnSession | "others">();
  const [isOpen, setIsOpen] = useState(false);
  const sessions = data?.data;
  const hasOthers = sessions?.some((session) => !session.is_current) ?? false;

  function openDialog(what: OwnSession | "others") {
    setEnding(what);
    setIsOpen(true);
  }

  return (
    <>
      <PageHeader
        title={t`Sessions`}
        description={t`Devices that are signed in to your account, and your passkeys`}
        actions={
          !currentViewing() && (
            // Always in its place: on a phone it would move the page when the sessions arrive.
            <Button variant="secondary" disabled={!hasOthers} onClick={() => openDialog("others")}>
              {t`Sign out all others`}
            </Button>
          )
        }
      />
      <Card>
        {!sessions && error ? (
          <ErrorPanel
            message={t`Failed to load sessions`}
            detail={messageOf(error)}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <DataTable
            caption={t`Your open sessions, this one first`}
            columns={sessionColumns(openDialog)}
            rows={sessions}
            rowKey={({ id }) => id}
            skeletonRows={1}
            empty={empty}
          />
        )}
      </Card>
      <PasskeysCard />
      <Suspense>
        {ending && (
          <EndDialog
            ending={ending}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => void mutate()}
          />
        )}
      </Suspense>
    </>
  );
}
