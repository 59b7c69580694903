import { listJobs, retryJob, type BackgroundJob } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
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

type StatusFilter = "all" | BackgroundJob["status"];
const pollSeconds = 5;

/** Background jobs: running, waiting, failed and done. */
export function JobsSection() {
  const [statusFilter, setStatusFilter] = useState<StatusFilter>("all");
  const [page, setPage] = useState(1);
  const [retrying, setRetrying] = useState<string>();
  const [discarding, setDiscarding] = useState<BackgroundJob>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { status: statusFilter, page, limit: limits.activityPageRows };
  const list = usePage(listJobs, query, { nextPollSeconds: () => pollSeconds });

  async function retry({ id }: BackgroundJob) {
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
    onRetry: (job) => void retry(job),
    onDiscard: (job) => {
      setDiscarding(job);
      setIsOpen(true);
    },
  });

  return (
    <Section
      title={t`Background jobs`}
      action={
        <Segmented
          legend={t`Job status`}
          options={statusOptions(list.answer?.summary)}
          value={statusFilter}
          onValueChange={(next) => {
            setStatusFilter(next);
            setPage(1);
          }}
          className="max-sm:hidden"
        />
      }
    >
      <Card aria-label={t`Background jobs`}>
        <PagedTable
          caption={t`Background jobs, newest first`}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          goToPage={setPage}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<ListChecks />}
              title={
                statusFilter === "all" ? t`No background jobs yet` : t`No jobs with this status`
              }
              description={t`Reports, verifications and imports appear here while they run and for 30 days after.`}
            />
          }
          failureText={t`Failed to load background jobs`}
          pagerLabel={t`Pages of background jobs`}
          summaryOf={({ total_records: total }) => t`${total.toLocaleString("en-IN")} jobs`}
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

/** The filter's options, with counts once they are loaded. */
function statusOptions(
  counts: Counts | undefined,
): readonly { value: StatusFilter; label: string }[] {
  const withCount = (label: string, count: number | undefined) =>
    count ? `${label} (${count.toLocaleString("en-IN")})` : label;
  return [
    { value: "all", label: t`All` },
    { value: "running", label: withCount(t`Running`, counts?.running_count) },
    { value: "waiting", label: withCount(t`Waiting`, counts?.waiting_count) },
    { value: "dead", label: withCount(t`Failed`, counts?.dead_count) },
    { value: "done", label: t`Done` },
  ];
}
