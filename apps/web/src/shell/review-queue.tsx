import type { Pagination } from "@rokad/contract/call";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { messageOf } from "../api/api-error.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Column } from "../ui/table-cards.ts";
import { toast } from "../ui/toast.ts";
import { ReviewBar, ReviewBarSkeleton } from "./review-bar.tsx";
import { reviewColumns } from "./review-columns.tsx";
import type { ReviewDialog as Dialog } from "./review-dialog.tsx";
import { isWaiting, type Opened, type Review, type Reviewable } from "./review.ts";
import { useKeptPlace } from "./use-kept-place.ts";
import { useLastPage } from "./use-last-page.ts";
import { useRowKeys } from "./use-row-keys.ts";

// `lazy` forgets that it is generic.
const ReviewDialog = lazy(async () => ({
  default: (await import("./review-dialog.tsx")).ReviewDialog,
})) as unknown as typeof Dialog;

interface ReviewQueueProps<Row> {
  /** What `usePage` has of the list. */
  list: {
    answer: { readonly data: readonly Row[]; readonly pagination: Pagination } | undefined;
    error: Error | undefined;
    refreshing: boolean;
    retrying: boolean;
    reload: () => Promise<void>;
    retry: () => void;
  };
  review: Review<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  /** In front of the rows: the filter bar. */
  filterBar: ReactNode;
  empty: ReactNode;
  failed: string;
  turnTo: (page: number, how?: { replace: boolean }) => void;
}

/** A queue to decide on: rows oldest first, one at a time or several, by pointer or by key. */
export function ReviewQueue<Row extends Reviewable>(props: ReviewQueueProps<Row>) {
  const { list, review, turnTo } = props;
  const { answer, error } = list;
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Opened<Row>>();
  const [isOpen, setIsOpen] = useState(false);
  const isBeyond = useLastPage(answer?.pagination, turnTo);
  const rows = isBeyond || error ? [] : (answer?.data ?? []);
  const waiting = rows.filter(isWaiting);
  // Whoever was decided on meanwhile is chosen no more.
  const chosen = waiting.filter(({ _id }) => marked.includes(_id));
  useKeptPlace(rows.map(({ _id }) => _id));

  const open = (step: Opened<Row>["step"], of: readonly Row[]) => {
    const [first, second] = of;
    const blocked = step === "approve" && first && !second ? review.blocked?.(first) : undefined;
    if (blocked !== undefined) return toast.info(blocked);
    if (!first) return;
    setOpened({ rows: of, step });
    setIsOpen(true);
  };
  const choose = (id: string) =>
    setMarked(marked.includes(id) ? marked.filter((one) => one !== id) : [...marked, id]);
  const withId = (id: string) => waiting.filter(({ _id }) => _id === id);
  useRowKeys({
    approve: (id) => open("approve", withId(id)),
    reject: (id) => open("reject", withId(id)),
    choose,
  });

  const pages = answer?.pagination;
  return (
    <>
      <Card>
        {props.filterBar}
        {!answer && !error && <ReviewBarSkeleton />}
        {waiting.length > 0 && (
          <ReviewBar
            review={review}
            waiting={waiting}
            chosen={chosen}
            onChoose={setMarked}
            onApprove={() => open("approve", chosen)}
            onReject={() => open("reject", chosen)}
          />
        )}
        <DataTable<Row>
          caption={props.caption}
          tight
          columns={reviewColumns(review, props.columns, {
            open: (row) => open("look", [row]),
            approve: (row) => open("approve", [row]),
            reject: (row) => open("reject", [row]),
            choose: ({ _id }) => choose(_id),
            isChosen: ({ _id }) => marked.includes(_id),
          })}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={(row) => row._id}
          onRowClick={(row) => open("look", [row])}
          refreshing={list.refreshing}
          empty={props.empty}
          error={
            error && (
              <ErrorPanel
                message={props.failed}
                detail={messageOf(error, "")}
                onRetry={list.retry}
                busy={list.retrying}
              />
            )
          }
        />
        {pages && !error && !isBeyond && pages.total_pages > 1 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            onPage={turnTo}
            summary={`${pages.total_records.toLocaleString("en-IN")} ${review.many}`}
            middle={`Page ${pages.current_page} of ${pages.total_pages}`}
          />
        )}
      </Card>
      <Suspense>
        {opened && (
          <ReviewDialog<Row>
            key={`${opened.step} ${opened.rows.map(({ _id }) => _id).join()}`}
            review={review}
            opened={opened}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setOpened(undefined)}
            onDecided={async () => {
              setMarked([]);
              await list.reload();
            }}
            order={rows.map(({ _id }) => _id)}
          />
        )}
      </Suspense>
    </>
  );
}
