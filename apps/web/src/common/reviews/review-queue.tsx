import type { Pagination } from "@rokad/contract/call";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { t } from "../../super-admin-language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { Column } from "../../ui/table-cards.ts";
import { toast } from "../../ui/toast.ts";
import { ReviewBar, ReviewBarSkeleton } from "./review-bar.tsx";
import { reviewColumns } from "./review-columns.tsx";
import type { ReviewDialog as Dialog } from "./review-dialog.tsx";
import { isPending, type ReviewRequest, type Review, type Reviewable } from "./review.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { useLastPage } from "../lists/use-last-page.ts";
import { useRowKeys } from "./use-row-keys.ts";

// `lazy` loses the type parameter.
const ReviewDialog = lazy(async () => ({
  default: (await import("./review-dialog.tsx")).ReviewDialog,
})) as unknown as typeof Dialog;

interface ReviewQueueProps<Row> {
  /** The result of `usePage`. */
  list: {
    answer: { readonly data: readonly Row[]; readonly pagination: Pagination } | undefined;
    error: Error | undefined;
    refreshing: boolean;
    retrying: boolean;
    reload: () => Promise<void>;
    retry: () => void;
  };
  review: Review<Row>;
  /** Whether the person's roles permit decisions; otherwise the queue only shows. */
  canDecide: boolean;
  caption: string;
  columns: readonly Column<Row>[];
  /** The filter bar above the rows. */
  filterBar: ReactNode;
  empty: ReactNode;
  failureText: string;
  goToPage: (page: number, how?: { replace: boolean }) => void;
}

/** A review queue, oldest first. Rows are decided one by one or together, by pointer or keyboard. */
export function ReviewQueue<Row extends Reviewable>(props: ReviewQueueProps<Row>) {
  const { list, review, canDecide, goToPage } = props;
  const { answer, error } = list;
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [request, setRequest] = useState<ReviewRequest<Row>>();
  const [isOpen, setIsOpen] = useState(false);
  const isBeyond = useLastPage(answer?.pagination, goToPage);
  const rows = isBeyond || error ? [] : (answer?.data ?? []);
  const pending = rows.filter(isPending);
  // Rows that another reviewer decided meanwhile are no longer selected.
  const selected = pending.filter(({ _id }) => selectedIds.includes(_id));
  useRowFocus(rows.map(({ _id }) => _id));

  const open = (step: ReviewRequest<Row>["step"], targets: readonly Row[]) => {
    const [first, second] = targets;
    const blocked = step === "approve" && first && !second ? review.blocked?.(first) : undefined;
    if (blocked !== undefined) return toast.info(blocked);
    if (!first) return;
    setRequest({ rows: targets, step });
    setIsOpen(true);
  };
  const select = (id: string) =>
    setSelectedIds(
      selectedIds.includes(id) ? selectedIds.filter((one) => one !== id) : [...selectedIds, id],
    );
  const rowsWithId = (id: string) => pending.filter(({ _id }) => _id === id);
  useRowKeys({
    approve: (id) => canDecide && open("approve", rowsWithId(id)),
    reject: (id) => canDecide && open("reject", rowsWithId(id)),
    select: (id) => canDecide && select(id),
  });

  const pages = answer?.pagination;
  return (
    <>
      <Card>
        {props.filterBar}
        {canDecide && !answer && !error && <ReviewBarSkeleton />}
        {canDecide && pending.length > 0 && (
          <ReviewBar
            review={review}
            pending={pending}
            selected={selected}
            onSelect={setSelectedIds}
            onApprove={() => open("approve", selected)}
            onReject={() => open("reject", selected)}
          />
        )}
        <DataTable<Row>
          caption={props.caption}
          tight
          columns={reviewColumns(review, props.columns, {
            canDecide,
            open: (row) => open("details", [row]),
            approve: (row) => open("approve", [row]),
            reject: (row) => open("reject", [row]),
            select: ({ _id }) => select(_id),
            isSelected: ({ _id }) => selectedIds.includes(_id),
          })}
          rows={isBeyond ? undefined : answer?.data}
          rowKey={(row) => row._id}
          onRowClick={(row) => open("details", [row])}
          refreshing={list.refreshing}
          empty={props.empty}
          error={
            error && (
              <ErrorPanel
                message={props.failureText}
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
            onPage={goToPage}
            summary={`${pages.total_records.toLocaleString("en-IN")} ${review.many}`}
            middle={t`Page ${pages.current_page} of ${pages.total_pages}`}
          />
        )}
      </Card>
      <Suspense>
        {request && (
          <ReviewDialog<Row>
            key={`${request.step} ${request.rows.map(({ _id }) => _id).join()}`}
            review={review}
            canDecide={canDecide}
            request={request}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setRequest(undefined)}
            onDecided={async () => {
              setSelectedIds([]);
              await list.reload();
            }}
            order={rows.map(({ _id }) => _id)}
          />
        )}
      </Suspense>
    </>
  );
}
