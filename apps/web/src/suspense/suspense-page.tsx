import {
  listSuspense,
  type assignCredit,
  type dismissCredit,
  type returnCredit,
  type SuspendedCredit,
} from "@rokad/contract/suspense";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck, Inbox } from "lucide-react";
import { lazy, Suspense } from "react";
import { t } from "../super-admin-language.ts";
import { useMay, useUser } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Select } from "../ui/select.tsx";
import { useOpened } from "../ui/use-opened.ts";
import { SuspenseCards } from "./suspense-cards.tsx";
import { suspenseColumns } from "./suspense-columns.tsx";
import type { SuspenseFilters } from "./suspense-search.ts";

const DecideDialog = lazy(async () => ({
  default: (await import("./decide-dialog.tsx")).DecideDialog,
}));

const statuses = [
  { value: "pending", label: t`Waiting` },
  { value: "decided", label: t`Decided` },
  { value: "all", label: t`All` },
] as const;

function Empty({ waiting }: { waiting: boolean }) {
  return waiting ? (
    <EmptyState
      icon={<CircleCheck />}
      title={t`Nothing in suspense`}
      description={t`Money received on a virtual account that can't be credited automatically appears here.`}
    />
  ) : (
    <EmptyState
      icon={<Inbox />}
      title={t`No credits found`}
      description={t`Decided credits appear here, newest first.`}
    />
  );
}

function useSuspense({ status }: SuspenseFilters, page = 1) {
  return usePage(listSuspense, { status: status ?? "pending", page, limit: 20 });
}

export function SuspensePage() {
  const { page, status } = useSearch({ from: "/signed-in/super-admin/super-admin/suspense" });
  const navigate = useNavigate();
  const list = useSuspense({ status }, page);
  const { answer, error } = list;
  const { opened, isOpen, open, close } = useOpened<SuspendedCredit>();
  const user = useUser();
  const canDecide = useMay<typeof assignCredit | typeof dismissCredit | typeof returnCredit>(
    "operate",
  );
  const goToPage = (next: number, how: { replace?: boolean } = {}) =>
    void navigate({
      to: superAdminPaths.suspense,
      search: { status, page: next > 1 ? next : undefined },
      ...how,
    });

  return (
    <>
      <PageHeader
        title={t`Suspense`}
        description={t`Money received that could not be credited automatically`}
        actions={<RefreshButton onRefresh={list.reload} />}
      />
      {!error && <SuspenseCards of={answer?.summary} />}
      <Card>
        <div className="border-b border-line p-4 md:px-5">
          <Field label={t`Status`} className="max-md:w-full md:w-52">
            <Select
              options={statuses}
              value={status ?? "pending"}
              onValueChange={(next) =>
                void navigate({
                  to: superAdminPaths.suspense,
                  search: { status: next === "pending" ? undefined : next },
                  replace: true,
                })
              }
            />
          </Field>
        </div>
        <PagedTable<SuspendedCredit>
          caption={t`Credits in suspense`}
          columns={suspenseColumns(canDecide, user?.id, open)}
          rowKey={({ id }) => id}
          tight
          list={list}
          goToPage={goToPage}
          empty={<Empty waiting={status === undefined} />}
          failureText={t`Failed to load credits in suspense`}
          summaryOf={summaryOf}
          numbered={false}
        />
      </Card>
      <Suspense>
        {opened && (
          <DecideDialog
            key={opened.number}
            credit={opened.about}
            canDecide={canDecide}
            open={isOpen}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function summaryOf(pages: { current_page: number; per_page: number; total_records: number }) {
  const { first, last } = rowsOfPage(pages.current_page, pages.per_page, pages.total_records);
  return t`Showing ${first} to ${last} of ${pages.total_records.toLocaleString("en-IN")} credits`;
}
