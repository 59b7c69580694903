import { listOpenSessions, type OpenSession } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/section.tsx";
import { sessionColumns } from "./session-columns.tsx";
import { useNow } from "./use-now.ts";

const RevokeDialog = lazy(async () => ({
  default: (await import("./revoke-dialog.tsx")).RevokeDialog,
}));

const pollSeconds = 15;

/** Active sessions, each with a button to revoke it. */
export function SessionsSection() {
  const [page, setPage] = useState(1);
  const [revocation, setRevocation] = useState<{ session: OpenSession; all: boolean }>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { page, limit: limits.activityPageRows };
  const list = usePage(listOpenSessions, query, { nextPollSeconds: () => pollSeconds });

  function openDialog(session: OpenSession, all: boolean) {
    setRevocation({ session, all });
    setIsOpen(true);
  }

  return (
    <Section title={t`Active sessions`}>
      <Card aria-label={t`Active sessions`}>
        <PagedTable
          caption={t`Active sessions, last seen first`}
          columns={sessionColumns({
            now,
            onRevoke: (session) => openDialog(session, false),
            onRevokeAll: (session) => openDialog(session, true),
          })}
          rowKey={({ id }) => id}
          list={list}
          goToPage={setPage}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<Users />}
              title={t`No active sessions`}
              description={t`Sessions appear here until they end.`}
            />
          }
          failureText={t`Failed to load sessions`}
          pagerLabel={t`Pages of sessions`}
          summaryOf={({ total_records: total }) => t`${total.toLocaleString("en-IN")} sessions`}
          numbered={false}
        />
      </Card>
      <Suspense>
        {revocation && (
          <RevokeDialog
            {...revocation}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => void list.reload().catch(() => undefined)}
          />
        )}
      </Suspense>
    </Section>
  );
}
