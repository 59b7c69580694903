import { listOpenSessions, type OpenSession } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { useLastPage } from "../shell/use-last-page.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import { Section } from "../ui/section.tsx";
import { sessionColumns } from "./session-columns.tsx";
import { useNow } from "./use-now.ts";

const RevokeDialog = lazy(async () => ({
  default: (await import("./revoke-dialog.tsx")).RevokeDialog,
}));

const pollSeconds = 15;

/** Who is signed in, and a way to end that. */
export function SessionsSection() {
  const [page, setPage] = useState(1);
  const [revoking, setRevoking] = useState<{ session: OpenSession; all: boolean }>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { page, limit: limits.activityPageRows };
  const list = usePage(listOpenSessions, query, { lookAgainAfter: () => pollSeconds });
  const { answer, error, refreshing, retrying, reload, retry } = list;
  const pages = answer?.pagination;
  const isBeyond = useLastPage(pages, setPage);

  function ask(session: OpenSession, all: boolean) {
    setRevoking({ session, all });
    setIsOpen(true);
  }

  return (
    <Section title="Active sessions">
      <Card aria-label="Active sessions">
        <DataTable
          caption="Active sessions, the last seen first"
          columns={sessionColumns({
            now,
            onRevoke: (session) => ask(session, false),
            onRevokeAll: (session) => ask(session, true),
          })}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={({ id }) => id}
          refreshing={refreshing}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<Users />}
              title="Nobody is signed in"
              description="Each sign-in stands here until it ends."
            />
          }
          error={
            error && (
              <ErrorPanel
                message="Failed to load sessions"
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={retrying}
              />
            )
          }
        />
        {pages && !error && !isBeyond && pages.total_pages > 1 && (
          <Pager
            label="Pages of sessions"
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={`${pages.total_records.toLocaleString("en-IN")} sessions`}
            onPage={setPage}
          />
        )}
      </Card>
      <Suspense>
        {revoking && (
          <RevokeDialog
            {...revoking}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => void reload().catch(() => undefined)}
          />
        )}
      </Suspense>
    </Section>
  );
}
