import { listOpenSessions, type OpenSession } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../shell/paged-table.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
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

  function ask(session: OpenSession, all: boolean) {
    setRevoking({ session, all });
    setIsOpen(true);
  }

  return (
    <Section title="Active sessions">
      <Card aria-label="Active sessions">
        <PagedTable
          caption="Active sessions, the last seen first"
          columns={sessionColumns({
            now,
            onRevoke: (session) => ask(session, false),
            onRevokeAll: (session) => ask(session, true),
          })}
          rowKey={({ id }) => id}
          list={list}
          turnTo={setPage}
          skeletonRows={4}
          empty={
            <EmptyState
              icon={<Users />}
              title="Nobody is signed in"
              description="Each sign-in stands here until it ends."
            />
          }
          failed="Failed to load sessions"
          pagerLabel="Pages of sessions"
          summaryOf={({ total_records: total }) => `${total.toLocaleString("en-IN")} sessions`}
          numbered={false}
        />
      </Card>
      <Suspense>
        {revoking && (
          <RevokeDialog
            {...revoking}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => void list.reload().catch(() => undefined)}
          />
        )}
      </Suspense>
    </Section>
  );
}
