import { limits } from "@rokad/contract/limits";
import { listPaymentRequests, type PaymentRequest } from "@rokad/contract/payment-requests";
import { requestStates } from "@rokad/contract/request-states";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { UserRoundCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { may, useUser, type KnownUser } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { currentViewing } from "../api/viewing.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { useWaitingApprovals } from "../common/approvals/use-waiting-approvals.ts";
import { useRowKeys } from "../common/reviews/use-row-keys.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.ts";
import { ChoiceBar } from "./choice-bar.tsx";
import { NoRequests } from "./no-requests.tsx";
import { canApprove, requestColumns } from "./request-columns.tsx";
import { stateLabels } from "./request-labels.ts";
import type { RequestSearch, RequestView } from "./request-search.ts";
import { WaitingNotices } from "./waiting-notices.tsx";
import { useChosenRequests } from "./use-chosen-requests.ts";

const ApproveDialog = lazy(async () => ({
  default: (await import("./approve-dialog.tsx")).ApproveDialog,
}));

const DeputiesDialog = lazy(async () => ({
  default: (await import("../common/approvals/deputies-dialog.tsx")).DeputiesDialog,
}));

const states = [
  { value: "all", label: t`All` },
  ...requestStates.map((state) => ({ value: state, label: stateLabels[state] })),
] as const;

/** What waits for the person can be chosen together, so that list has longer pages. */
const waitingPageRows = 50;

export function RequestsPage() {
  const user = useUser();
  return user && <Requests user={user} />;
}

function Requests({ user }: { user: KnownUser }) {
  const { state, page, ...search } = useSearch({ from: "/signed-in/dashboard/requests" });
  const views = viewsOf(user);
  const view = search.view ?? views[0] ?? "all";
  const isWaiting = view === "waiting_for_me";
  const navigate = useNavigate();
  const go = (next: RequestSearch, how: { replace?: boolean } = {}) =>
    void navigate({ to: paths.requests, search: next, ...how });

  const list = usePage(listPaymentRequests, {
    view,
    ...(state && !isWaiting && { state }),
    page: page ?? 1,
    limit: isWaiting ? waitingPageRows : limits.historyPageRows,
  });
  const rows = list.answer?.data ?? [];
  const approvals = useWaitingApprovals();
  const others = (approvals?.waiting ?? []).filter(({ kind }) => kind !== "request");
  const chosen = useChosenRequests({ rows, page: list.answer?.pagination.current_page ?? 0 });
  const [approving, setApproving] = useState<readonly PaymentRequest[]>([]);
  const [isApproving, setIsApproving] = useState(false);
  const [hasDeputies, setHasDeputies] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const canChoose = isWaiting && !currentViewing();

  function approve(requests: readonly PaymentRequest[]) {
    if (requests.length === 0) return;
    setApproving(requests);
    setIsApproving(true);
  }

  const rowOf = (id: string) => rows.filter((row) => row.id === id && canApprove(row));
  useRowKeys({
    approve: (id) => canChoose && approve(rowOf(id)),
    reject: () => toast.info(t`Open the request to reject it`),
    select: (id) => canChoose && rowOf(id).forEach(chosen.toggle),
  });

  return (
    <>
      <PageHeader
        title={t`Payment Requests`}
        description={t`Payouts that others approve before they are sent`}
        actions={
          <>
            {may(user, "approve") && !currentViewing() && (
              <Button
                variant="secondary"
                icon={<UserRoundCheck />}
                onClick={() => {
                  setHasDeputies(true);
                  setIsNaming(true);
                }}
              >
                {t`Deputies`}
              </Button>
            )}
            <RefreshButton onRefresh={list.reload} />
          </>
        }
      />
      {isWaiting && <WaitingNotices waiting={others} />}
      <Card>
        <div className="flex flex-wrap items-end justify-between gap-4 border-b border-line p-4 md:px-5">
          {views.length > 1 && (
            <Segmented<RequestView>
              legend={t`Requests`}
              options={views.map((value) => ({
                value,
                label: labelOf(value, {
                  waiting: approvals?.count,
                  mine: list.answer?.summary.mine_open,
                }),
              }))}
              value={view}
              onValueChange={(next) => go({ view: next }, { replace: true })}
            />
          )}
          {!isWaiting && (
            <Field label={t`Status`} className="max-md:w-full md:w-48">
              <Select
                options={states}
                value={state ?? "all"}
                onValueChange={(next) =>
                  go({ view, state: next === "all" ? undefined : next }, { replace: true })
                }
              />
            </Field>
          )}
        </div>
        {canChoose && rows.some(canApprove) && (
          <ChoiceBar
            rows={rows.filter(canApprove)}
            chosen={chosen}
            onApprove={() => approve(chosen.list)}
          />
        )}
        <PagedTable<PaymentRequest>
          caption={
            isWaiting ? t`Requests that wait for you, oldest first` : t`Requests, newest first`
          }
          columns={requestColumns(
            canChoose ? { isChosen: chosen.isChosen, toggle: chosen.toggle } : undefined,
          )}
          rowKey={({ id }) => id}
          tight
          list={list}
          onRowClick={({ id }) => void navigate({ to: paths.request, params: { id } })}
          goToPage={(next, how) =>
            go({ ...search, state, page: next > 1 ? next : undefined }, how ?? {})
          }
          empty={
            <NoRequests view={view} filtered={state !== undefined} hasOthers={others.length > 0} />
          }
          failureText={t`Failed to load payment requests`}
          summaryOf={summaryOf}
        />
      </Card>
      <Suspense>
        {hasDeputies && <DeputiesDialog open={isNaming} onClose={() => setIsNaming(false)} />}
        {approving.length > 0 && (
          <ApproveDialog
            requests={approving}
            open={isApproving}
            onClose={() => setIsApproving(false)}
            onClosed={() => setApproving([])}
            onDecided={chosen.clear}
          />
        )}
      </Suspense>
      <SignatureHost />
    </>
  );
}

/** The lists that can have rows for the person; the first one opens. */
function viewsOf(user: KnownUser): RequestView[] {
  return [
    ...(may(user, "approve") ? (["waiting_for_me"] as const) : []),
    ...(may(user, "prepare") ? (["mine"] as const) : []),
    "all",
  ];
}

interface Counts {
  waiting: number | undefined;
  mine: number | undefined;
}

function labelOf(view: RequestView, { waiting, mine }: Counts): string {
  if (view === "waiting_for_me") return withCount(t`Waiting for me`, waiting);
  return view === "mine" ? withCount(t`Mine`, mine) : t`All`;
}

function withCount(label: string, count: number | undefined): string {
  return count ? `${label} (${count.toLocaleString("en-IN")})` : label;
}

function summaryOf(pages: { current_page: number; per_page: number; total_records: number }) {
  const { first, last } = rowsOfPage(pages.current_page, pages.per_page, pages.total_records);
  return t`Showing ${first} to ${last} of ${pages.total_records.toLocaleString("en-IN")} requests`;
}
