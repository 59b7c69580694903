import { listJobs, retryJob, type BackgroundJob } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../shell/paged-table.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/section.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toast.ts";
import { jobColumns } from "./job-columns.tsx";
import { useNow } from "./use-now.ts";

const DiscardJobDialog = lazy(async () => ({
  default: (await import("./discard-job-dialog.tsx")).DiscardJobDialog,
}));

type Show = "all" | BackgroundJob["status"];
const pollSeconds = 5;

/** Work that outlives a request: running, waiting, given up. */
export function JobsSection() {
  const [show, setShow] = useState<Show>("all");
  const [page, setPage] = useState(1);
  const [retrying, setRetrying] = useState<string>();
  const [discarding, setDiscarding] = useState<BackgroundJob>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { status: show, page, limit: limits.activityPageRows };
  const list = usePage(listJobs, query, { lookAgainAfter: () => pollSeconds });

  async function tryAgain({ id }: BackgroundJob) {
    setRetrying(id);
    try {
      toast.success((await send(retryJob, { params: { id } })).message);
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setRetrying(undefined);
      await list.reload().catch(() => undefined);
    }
  }

  const columns = jobColumns({
    now,
    retrying,
    onRetry: (job) => void tryAgain(job),
    onDiscard: (job) => {
      setDiscarding(job);
      setIsOpen(true);
    },
  });

  return (
    <Section
      title="Background jobs"
      action={
        <Segmented
          legend="Which jobs"
          options={showsOf(list.answer?.summary)}
          value={show}
          onValueChange={(next) => {
            setShow(next);
            setPage(1);
          }}
          className="max-sm:hidden"
        />
      }
    >
      <Card aria-label="Background jobs">
        <PagedTable
          caption="Background jobs, newest first"
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          turnTo={setPage}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<ListChecks />}
              title={show === "all" ? "No background job yet" : "No such job"}
              description="Large reports, checks of the books and imports stand here while they are made, and for 30 days after."
            />
          }
          failed="Failed to load background jobs"
          pagerLabel="Pages of background jobs"
          summaryOf={({ total_records: total }) => `${total.toLocaleString("en-IN")} jobs`}
          numbered={false}
        />
      </Card>
      <Suspense>
        {discarding && (
          <DiscardJobDialog
            job={discarding}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onDone={() => void list.reload().catch(() => undefined)}
          />
        )}
      </Suspense>
    </Section>
  );
}

interface Counts {
  waiting_count: number;
  running_count: number;
  dead_count: number;
}

/** The numbers come with the answer; the words stand before. */
function showsOf(counts: Counts | undefined): readonly { value: Show; label: string }[] {
  const word = (label: string, count: number | undefined) =>
    count ? `${label} (${count.toLocaleString("en-IN")})` : label;
  return [
    { value: "all", label: "All" },
    { value: "running", label: word("Running", counts?.running_count) },
    { value: "waiting", label: word("Waiting", counts?.waiting_count) },
    { value: "dead", label: word("Given up", counts?.dead_count) },
    { value: "done", label: "Done" },
  ];
}
